import { type ConfigNode, mapping, sequence } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { Resource } from '../resource.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { judgeResources } from '../rules/judge-resources.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';

/** More children of one type tell nothing new. */
const maxChildren = 20;

/**
 * Judges the resources of one file. `$children` holds, by the rest of their type, the resources whose type continues that of the
 * resource judged (`auditingsettings` of a server); which of several servers they belong to is often known at deployment only, so
 * that they count for each.
 */
export function judgeAzure(resources: readonly Resource[], library: RuleLibrary): EngineFinding[] {
  const pack = library.pack('arm');
  const byParent = new Map<string, Map<string, ConfigNode[]>>();
  for (const { type, document } of resources) {
    for (let at = type.lastIndexOf('/'); at > 0; at = type.lastIndexOf('/', at - 1)) {
      const parent = type.slice(0, at);
      if (!parent.includes('/')) break;
      const groups = byParent.get(parent) ?? new Map<string, ConfigNode[]>();
      const rest = type.slice(at + 1);
      const documents = groups.get(rest) ?? [];
      if (documents.length < maxChildren) documents.push(document);
      groups.set(rest, documents);
      byParent.set(parent, groups);
    }
  }
  return judgeResources(resources, (resource) =>
    judgeResource(
      {
        ...resource,
        context: { children: childrenDocument(byParent.get(resource.type), resource.line) },
      },
      pack,
    ),
  );
}

// Lines of other resources would mislead: what is found through a child is reported at the resource itself.
function childrenDocument(groups: ReadonlyMap<string, ConfigNode[]> | undefined, line: number): ConfigNode {
  return mapping(
    [...(groups ?? [])].map(([type, documents]) => ({ key: type, line, value: sequence(documents, line) })),
    line,
  );
}
