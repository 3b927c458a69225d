import { ownValue } from '../../../../kernel/own-value.ts';
import { joinedText, replacedText } from '../../../formats/document/computed-value.ts';
import {
  type ConfigNode,
  entryOf,
  isNull,
  mapping,
  type ScalarValue,
  scalar,
  sequence,
  text,
  unknown,
} from '../../../formats/document/node.ts';

type TerraformFunction = (
  args: readonly ConfigNode[],
  line: number,
  endLine: number,
) => ConfigNode | undefined;

/** The result of a built-in function; unknown where an argument is, or where the function reads the outside world. */
export function callFunction(
  name: string,
  args: readonly ConfigNode[],
  line: number,
  endLine: number,
): ConfigNode {
  const implementation = ownValue(functions, name);
  return implementation?.(args, line, endLine) ?? unknown(`${name}()`, line, endLine);
}

const onText =
  (apply: (value: string) => ScalarValue): TerraformFunction =>
  ([value], line, endLine) => {
    const known = text(value);
    return known === undefined ? undefined : scalar(apply(known), line, endLine);
  };

const passThrough: TerraformFunction = ([value]) => value;

const functions: Record<string, TerraformFunction> = {
  // A policy written as an object and one written as JSON text mean the same to every rule, so the object stays as it is.
  jsonencode: passThrough,
  yamlencode: passThrough,
  sensitive: passThrough,
  nonsensitive: passThrough,
  toset: passThrough,
  tolist: passThrough,
  tomap: passThrough,
  sort: passThrough,
  distinct: passThrough,
  lower: onText((value) => value.toLowerCase()),
  upper: onText((value) => value.toUpperCase()),
  trimspace: onText((value) => value.trim()),
  tostring: onText((value) => value),
  tonumber: onText((value) => (Number.isNaN(Number(value)) ? value : Number(value))),
  tobool: onText((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  length: ([value], line, endLine) => {
    if (value?.kind === 'sequence') return scalar(value.items.length, line, endLine);
    if (value?.kind === 'mapping') return scalar(value.entries.length, line, endLine);
    return value?.kind === 'scalar' ? scalar(String(value.value).length, line, endLine) : undefined;
  },
  concat: (args, line, endLine) =>
    args.every((argument) => argument.kind === 'sequence')
      ? sequence(
          args.flatMap((argument) => (argument.kind === 'sequence' ? argument.items : [])),
          line,
          endLine,
        )
      : undefined,
  flatten: ([value], line, endLine) =>
    value?.kind === 'sequence'
      ? sequence(
          value.items.flatMap((item) => (item.kind === 'sequence' ? item.items : [item])),
          line,
          endLine,
        )
      : undefined,
  compact: ([value], line, endLine) =>
    value?.kind === 'sequence'
      ? sequence(
          value.items.filter((item) => !isNull(item) && text(item) !== ''),
          line,
          endLine,
        )
      : undefined,
  merge: (args, line, endLine) => {
    const members = new Map<string, { key: string; line: number; value: ConfigNode }>();
    for (const argument of args) {
      if (argument.kind !== 'mapping') return undefined;
      for (const entry of argument.entries) members.set(entry.key, entry);
    }
    return mapping([...members.values()], line, endLine);
  },
  lookup: ([map, key, fallback]) => {
    const name = text(key);
    if (map?.kind !== 'mapping' || name === undefined) return undefined;
    return entryOf(map, name)?.value ?? fallback;
  },
  element: ([list, index]) =>
    list?.kind === 'sequence' && index?.kind === 'scalar'
      ? list.items[Number(index.value) % list.items.length]
      : undefined,
  coalesce: (args) => {
    for (const argument of args) {
      if (argument.kind === 'unknown') return undefined;
      if (!isNull(argument) && text(argument) !== '') return argument;
    }
    return undefined;
  },
  try: (args) => {
    const [first] = args;
    return first && first.kind !== 'unknown' ? first : undefined;
  },
  join: ([separator, list], line, endLine) => {
    const glue = text(separator);
    if (glue === undefined || list?.kind !== 'sequence') return undefined;
    const parts = list.items.flatMap((item) => text(item) ?? []);
    const joined = parts.length < list.items.length ? undefined : joinedText(parts, glue);
    return joined === undefined ? undefined : scalar(joined, line, endLine);
  },
  split: ([separator, value], line, endLine) => {
    const glue = text(separator);
    const known = text(value);
    if (glue === undefined || known === undefined || glue === '') return undefined;
    return sequence(
      known.split(glue).map((part) => scalar(part, line)),
      line,
      endLine,
    );
  },
  format: ([pattern, ...rest], line, endLine) => {
    const known = text(pattern);
    const values = rest.map(text);
    if (known === undefined || values.includes(undefined)) return undefined;
    let next = 0;
    const filled = replacedText(known, /%[sdvq]/g, () => values[next++] ?? '');
    return filled === undefined ? undefined : scalar(filled, line, endLine);
  },
  contains: ([list, wanted], line, endLine) => {
    const value = text(wanted);
    if (
      list?.kind !== 'sequence' ||
      value === undefined ||
      list.items.some((item) => item.kind === 'unknown')
    )
      return undefined;
    return scalar(
      list.items.some((item) => text(item) === value),
      line,
      endLine,
    );
  },
  keys: ([map], line, endLine) =>
    map?.kind === 'mapping'
      ? sequence(
          map.entries.map((entry) => scalar(entry.key, entry.line)),
          line,
          endLine,
        )
      : undefined,
  values: ([map], line, endLine) =>
    map?.kind === 'mapping'
      ? sequence(
          map.entries.map((entry) => entry.value),
          line,
          endLine,
        )
      : undefined,
};
