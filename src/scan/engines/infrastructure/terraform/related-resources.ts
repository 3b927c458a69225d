import { type ConfigNode, child, entries, mapping, sequence, text } from '../document/node.ts';
import type { Resource } from '../resource.ts';

const nothing = mapping([], 0);

/**
 * Tells each resource of a module which others belong to it, as `$related`: a bucket has its versioning, its encryption and its
 * access block in resources of their own, that name it by a reference or by its name. Those that belong to the same one are
 * `$siblings` of one another.
 */
export function relateResources(resources: readonly Resource[]): Resource[] {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
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
      groups.set(resource.type, [...(groups.get(resource.type) ?? []), resource.document]);
      related.set(target, groups);
    }
  }
  return resources.map((resource) => {
    const siblings = [...targets.get(resource)!].flatMap((target) => [...(related.get(target) ?? [])]);
    return {
      ...resource,
      context: {
        related: groupsDocument([...(related.get(resource) ?? [])], resource.line),
        siblings: groupsDocument(siblings, resource.line),
      },
    };
  });
}

type Groups = Map<string, ConfigNode[]>;

function targetsOf(
  resource: Resource,
  byAddress: ReadonlyMap<string, Resource>,
  buckets: ReadonlyMap<string, Resource>,
): Set<Resource> {
  const targets = new Set<Resource>();
  for (const { key, value } of entries(resource.document)) {
    for (const node of value.kind === 'sequence' ? value.items : [value]) {
      // Known texts are names, unknown ones the references as they are written.
      const written = node.kind === 'unknown' ? node.text.replace(/^\$\{/, '') : '';
      const address = /^(?:data\.)?[\w-]+\.[\w-]+/.exec(written)?.[0];
      const named =
        key === 'bucket' && resource.type.startsWith('aws_s3_bucket_')
          ? buckets.get(text(node) ?? '')
          : undefined;
      const target = named ?? (address === undefined ? undefined : byAddress.get(address));
      if (target && target !== resource) targets.add(target);
    }
  }
  return targets;
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
