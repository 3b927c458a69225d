import { addToList } from '../../../../kernel/add-to-list.ts';
import { type ConfigNode, mapping, sequence } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

/** References deeper inside a resource are not about what it belongs to. */
const maxDepth = 3;
/** More resources of one type that belong to the same one tell nothing new. */
const maxRelated = 20;

/** Tells each resource which others of the template refer to it, by their type, as `$related`: a bucket has its policy in a resource of its own. */
export function relateTemplateResources(resources: readonly Resource[]): Resource[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const related = new Map<Resource, Map<string, ConfigNode[]>>();
  for (const resource of resources) {
    const targets = new Set<Resource>();
    collectTargets(resource.document, byName, targets, 0);
    for (const target of targets) {
      if (target === resource) continue;
      const groups = related.get(target) ?? new Map<string, ConfigNode[]>();
      related.set(target, groups);
      if ((groups.get(resource.type)?.length ?? 0) < maxRelated)
        addToList(groups, resource.type, resource.document);
    }
  }
  return resources.map((resource) => {
    const groups = [...(related.get(resource) ?? [])];
    // Lines of other resources would mislead: what is found through a relation is reported at the resource itself.
    const document = mapping(
      groups.map(([type, documents]) => ({
        key: type,
        line: resource.line,
        value: sequence(documents, resource.line),
      })),
      resource.line,
    );
    return { ...resource, context: { ...resource.context, related: document } };
  });
}

function collectTargets(
  node: ConfigNode,
  byName: ReadonlyMap<string, Resource>,
  found: Set<Resource>,
  depth: number,
): void {
  if (node.kind === 'unknown') {
    const target = byName.get(/^(?:\$\{)?(\w+)/.exec(node.text)?.[1] ?? '');
    if (target) found.add(target);
  } else if (depth > maxDepth) return;
  else if (node.kind === 'sequence')
    for (const item of node.items) collectTargets(item, byName, found, depth + 1);
  else if (node.kind === 'mapping')
    for (const { value } of node.entries) collectTargets(value, byName, found, depth + 1);
}
