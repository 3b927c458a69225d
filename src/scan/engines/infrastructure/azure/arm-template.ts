import { type ConfigNode, child, entries, isFalse, items, text } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';
import { ArmScope } from './arm-expression.ts';

/** Nested templates deeper than this are not written by hand. */
const maxNesting = 6;

/** Nor are longer names of types. */
export const maxTypeLength = 200;

/** The template of a document: itself, or what a blueprint's artifact carries. */
export function armTemplateOf(document: ConfigNode): ConfigNode | undefined {
  return [document, child(document, 'properties', 'template')].find(
    (node) =>
      /deploymentTemplate\.json/i.test(text(child(node, '$schema')) ?? '') &&
      child(node, 'resources') !== undefined,
  );
}

export function armResources(template: ConfigNode, file: string): Resource[] {
  const found: Resource[] = [];
  readTemplate(template, file, found, 0);
  return found;
}

function readTemplate(template: ConfigNode, file: string, found: Resource[], nesting: number): void {
  const scope = new ArmScope(template);
  const visit = (node: ConfigNode, prefix: string, depth: number): void => {
    if (node.kind !== 'mapping' || depth > maxNesting) return;
    const ownType = text(child(node, 'type')) ?? '';
    const type = prefix && !ownType.includes('.') ? `${prefix}/${ownType}` : ownType;
    const condition = child(node, 'condition');
    if (type.length > maxTypeLength || (condition && isFalse(scope.resolve(condition)))) return;
    const name = text(child(node, 'name')) ?? '';
    found.push({
      type: type.toLowerCase(),
      name,
      address: `${type} ${name}`.trim(),
      file,
      line: node.line,
      endLine: node.endLine,
      document: scope.resolve(node),
    });
    for (const inner of listed(child(node, 'resources'))) visit(inner, type, depth + 1);
    const nested = child(node, 'properties', 'template');
    if (nested && nesting < maxNesting) readTemplate(nested, file, found, nesting + 1);
  };
  for (const resource of listed(child(template, 'resources'))) visit(resource, '', 0);
}

/** Resources are a list, or named members of a mapping in newer templates. */
function listed(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'mapping' ? entries(node).map(({ value }) => value) : items(node);
}
