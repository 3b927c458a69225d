import {
  type ConfigNode,
  child,
  entries,
  mapParts,
  type ScalarNode,
} from '../../../formats/document/node.ts';

/** Variables that a play, a block or a task sets for what is in it. */
export type PlayVariables = ReadonlyMap<string, ScalarNode>;

/** The variables of a node next to those around it, which it may set again. What is put together is decided when the play runs. */
export function variablesWithin(node: ConfigNode, around: PlayVariables): PlayVariables {
  const own = entries(child(node, 'vars'));
  if (own.length === 0) return around;
  const all = new Map(around);
  for (const { key, value } of own) {
    const isPlain = value.kind === 'scalar' && !String(value.value).includes('{{');
    if (isPlain) all.set(key, value);
    else all.delete(key);
  }
  return all;
}

/** Puts in what a text is that consists of one variable; the line stays the one where it is used. */
export function withVariables(node: ConfigNode, variables: PlayVariables): ConfigNode {
  if (variables.size === 0) return node;
  if (node.kind !== 'scalar') return mapParts(node, (part) => withVariables(part, variables));
  const name = typeof node.value === 'string' ? reference.exec(node.value)?.[1] : undefined;
  const meant = name === undefined ? undefined : variables.get(name);
  return meant ? { ...node, value: meant.value } : node;
}

const reference = /^\{\{\s*([A-Za-z_]\w*)\s*(?:\|\s*bool\s*)?\}\}$/;
