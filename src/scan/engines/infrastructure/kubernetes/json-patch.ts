import {
  type ConfigNode,
  child,
  items,
  type MappingNode,
  mapping,
  sequence,
  text,
} from '../../../formats/document/node.ts';

const maxOperations = 200;

/** Applies the operations of a JSON patch (`add`, `replace`, `remove`); what does not fit the object changes nothing. */
export function applyJsonPatch(object: MappingNode, operations: ConfigNode): MappingNode {
  let result: ConfigNode = object;
  for (const operation of items(operations).slice(0, maxOperations)) {
    const kind = text(child(operation, 'op')) ?? '';
    const path = text(child(operation, 'path')) ?? '';
    if (!['add', 'replace', 'remove'].includes(kind) || !path.startsWith('/')) continue;
    const keys = path
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const value = kind === 'remove' ? undefined : child(operation, 'value');
    if (kind !== 'remove' && !value) continue;
    result = change(result, keys, value, kind === 'add');
  }
  return result.kind === 'mapping' ? result : object;
}

function change(
  node: ConfigNode,
  [key, ...rest]: readonly string[],
  value: ConfigNode | undefined,
  isAdded: boolean,
): ConfigNode {
  if (key === undefined) return value ?? node;
  if (node.kind === 'mapping') {
    const at = node.entries.findIndex((entry) => entry.key === key);
    const entry = node.entries[at];
    if (rest.length > 0 && !entry) return node;
    const changed = rest.length > 0 ? change(entry!.value, rest, value, isAdded) : value;
    const others = [...node.entries];
    if (changed === undefined) others.splice(at, at === -1 ? 0 : 1);
    else if (entry) others[at] = { ...entry, value: changed };
    else others.push({ key, line: node.line, value: changed });
    return mapping(others, node.line, node.endLine);
  }
  if (node.kind !== 'sequence') return node;
  const index = key === '-' ? node.items.length : Number(key);
  if (!Number.isInteger(index) || index < 0 || index > node.items.length) return node;
  const changed = [...node.items];
  if (rest.length > 0) {
    if (index < changed.length) changed[index] = change(changed[index]!, rest, value, isAdded);
  } else if (value === undefined) changed.splice(index, 1);
  else changed.splice(index, isAdded ? 0 : 1, value);
  return sequence(changed, node.line, node.endLine);
}
