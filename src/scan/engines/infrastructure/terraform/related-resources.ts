import { type ConfigNode, child, entries, mapping, sequence, text } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

const nothing = mapping([], 0);
const alone = { related: nothing, siblings: nothing };
const noTargets: readonly Resource[] = [];
/** More resources of one type that belong to the same one tell nothing new. */
const maxRelated = 20;
/** Nor do references of one resource to more others than this. */
const maxTargets = 100;

/**
 * Tells each resource of a module which others belong to it, as `$related`: a bucket has its versioning, its encryption and its
 * access block in resources of their own, that name it by a reference or by its name. Those that belong to the same one are
 * `$siblings` of one another.
 */
export function relateResources(resources: readonly Resource[]): Resource[] {
  // Each element of a `for_each` is a resource of the same address.
  const byAddress = Map.groupBy(resources, ({ address }) => address);
  const buckets = new Map(
    resources.flatMap((resource): Array<[string, Resource]> => {
      const name = resource.type === 'aws_s3_bucket' ? text(child(resource.document, 'bucket')) : undefined;
      return name === undefined ? [] : [[name, resource]];
    }),
  );
  const targets = new Map(resources.map((resource) => [resource, targetsOf(resource, byAddress, buckets)]));
  const related = new Map<Resource, Groups>();
  for (const [resource, all] of targets) {
    for (const target of all) {
      const groups: Groups = related.get(target) ?? new Map();
      const documents = groups.get(resource.type) ?? [];
      if (documents.length < maxRelated) documents.push(resource.document);
      groups.set(resource.type, documents);
      related.set(target, groups);
    }
  }
  return resources.map((resource) => {
    const own = related.get(resource);
    const all = targets.get(resource)!;
    if (!own && all.length === 0) return { ...resource, context: alone };
    const siblings = all.slice(0, maxRelated).flatMap((target) => [...(related.get(target) ?? [])]);
    return {
      ...resource,
      context: {
        related: groupsDocument([...(own ?? [])], resource.line),
        siblings: groupsDocument(siblings, resource.line),
      },
    };
  });
}

type Groups = Map<string, ConfigNode[]>;

function targetsOf(
  resource: Resource,
  byAddress: ReadonlyMap<string, readonly Resource[]>,
  buckets: ReadonlyMap<string, Resource>,
): readonly Resource[] {
  let targets = noTargets;
  const isBucketPart = resource.type.startsWith('aws_s3_bucket_');
  for (const { key, value } of entries(resource.document)) {
    if (targets.length >= maxTargets) break;
    for (const node of value.kind === 'sequence' ? value.items.slice(0, maxTargets) : [value]) {
      let named: readonly Resource[] = noTargets;
      if (node.kind === 'unknown')
        named =
          byAddress.get(/^(?:\$\{)?((?:data\.)?[\w-]+\.[\w-]+)/.exec(node.text)?.[1] ?? '') ?? noTargets;
      // Known texts are names.
      else if (isBucketPart && key === 'bucket') named = asList(buckets.get(text(node) ?? ''));
      const further = named.filter((target) => target !== resource && !targets.includes(target));
      if (further.length > 0) targets = [...targets, ...further].slice(0, maxTargets);
    }
  }
  return targets;
}

function asList<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}

// Lines of other blocks would mislead: what is found through a relation is reported at the resource itself.
function groupsDocument(
  groups: ReadonlyArray<[type: string, documents: ConfigNode[]]>,
  line: number,
): ConfigNode {
  if (groups.length === 0) return nothing;
  return mapping(
    groups.map(([type, documents]) => ({ key: type, line, value: sequence(documents, line) })),
    line,
  );
}
