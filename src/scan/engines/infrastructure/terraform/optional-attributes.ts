import { type ConfigNode, entryOf, mapParts, mapping } from '../../../formats/document/node.ts';
import type { HclExpression } from '../../../formats/hcl/hcl-syntax.ts';

const maxDepth = 8;

/**
 * A value with what its type gives it: `object({ public = optional(bool, true) })` makes `{}` an object whose `public` is true.
 * `evaluate` works a default out in the scope of the module.
 */
export function withOptionalAttributes(
  value: ConfigNode,
  type: HclExpression | undefined,
  evaluate: (expression: HclExpression) => ConfigNode,
  depth = 0,
): ConfigNode {
  if (type?.kind !== 'call' || depth > maxDepth) return value;
  const [inner] = type.args;
  if (/^(list|set|map)$/.test(type.name) && inner)
    return mapParts(value, (part) => withOptionalAttributes(part, inner, evaluate, depth + 1));
  if (type.name !== 'object' || inner?.kind !== 'object' || value.kind !== 'mapping') return value;
  const members = [...value.entries];
  for (const { key, value: declared, line } of inner.entries) {
    const name = keyText(key);
    if (name === undefined) continue;
    const [own, preset] =
      declared.kind === 'call' && declared.name === 'optional' ? declared.args : [declared];
    const at = members.findIndex((member) => member.key === name);
    if (at !== -1) {
      const given = withOptionalAttributes(members[at]!.value, own, evaluate, depth + 1);
      members[at] = { ...members[at]!, value: given };
    } else if (preset && !entryOf(value, name)) {
      const standard = withOptionalAttributes(evaluate(preset), own, evaluate, depth + 1);
      members.push({ key: name, line, value: standard });
    }
  }
  return mapping(members, value.line, value.endLine);
}

function keyText(key: HclExpression): string | undefined {
  if (key.kind === 'literal') return String(key.value);
  return key.kind === 'reference' && key.steps.length === 0 ? key.root : undefined;
}
