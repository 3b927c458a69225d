import type { EngineFinding } from '../../../finding.ts';
import {
  type ConfigNode,
  child,
  items,
  type MappingEntry,
  mapping,
  sequence,
  text,
  unknown,
} from '../document/node.ts';
import type { Resource } from '../resource.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';

export function isArmTemplate(document: ConfigNode): boolean {
  return (
    /deploymentTemplate\.json/.test(text(child(document, '$schema')) ?? '') &&
    child(document, 'resources') !== undefined
  );
}

export function analyseArmTemplate(
  document: ConfigNode,
  file: string,
  library: RuleLibrary,
): EngineFinding[] {
  const pack = library.pack('arm');
  return armResources(document, file).flatMap((resource) => judgeResource(resource, pack));
}

function armResources(document: ConfigNode, file: string): Resource[] {
  const found: Resource[] = [];
  const visit = (node: ConfigNode, prefix: string, depth: number): void => {
    if (node.kind !== 'mapping' || depth > 6) return;
    const ownType = text(child(node, 'type')) ?? '';
    const type = prefix && !ownType.includes('.') ? `${prefix}/${ownType}` : ownType;
    found.push({
      type: type.toLowerCase(),
      name: text(child(node, 'name')) ?? '',
      address: `${type} ${text(child(node, 'name')) ?? ''}`.trim(),
      file,
      line: node.line,
      endLine: node.endLine,
      document: resolve(node, document, 0),
    });
    for (const inner of items(child(node, 'resources'))) visit(inner, type, depth + 1);
    for (const inner of items(child(node, 'properties', 'template', 'resources')))
      visit(inner, '', depth + 1);
  };
  const resources = child(document, 'resources');
  if (resources?.kind === 'mapping') for (const entry of resources.entries) visit(entry.value, '', 0);
  else for (const resource of items(resources)) visit(resource, '', 0);
  return found;
}

// "[parameters('x')]" is its default where there is one; every other expression is not known before deployment.
function resolve(node: ConfigNode, document: ConfigNode, depth: number): ConfigNode {
  if (depth > 40) return unknown('', node.line, node.endLine);
  if (node.kind === 'mapping') {
    const members: MappingEntry[] = node.entries.map((entry) => ({
      ...entry,
      value: resolve(entry.value, document, depth + 1),
    }));
    return mapping(members, node.line, node.endLine);
  }
  if (node.kind === 'sequence')
    return sequence(
      node.items.map((item) => resolve(item, document, depth + 1)),
      node.line,
      node.endLine,
    );
  const value = text(node) ?? '';
  if (!/^\[[^[].*\]$/.test(value)) return node;
  const [, kind = '', name = ''] = /^\[(parameters|variables)\('([\w-]+)'\)\]$/.exec(value) ?? [];
  const found =
    kind === 'parameters'
      ? child(document, 'parameters', name, 'defaultValue')
      : child(document, 'variables', name || '\0');
  if (found && !(text(found) ?? '').startsWith('['))
    return { ...found, line: node.line, endLine: node.endLine };
  return unknown(value, node.line, node.endLine);
}
