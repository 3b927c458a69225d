import { joinedText, replacedText } from '../../../formats/document/computed-value.ts';
import {
  type ConfigNode,
  child,
  isNull,
  isTrue,
  items,
  mapping,
  scalar,
  sequence,
  text,
  unknown,
} from '../../../formats/document/node.ts';

/** What a function of a template answers, as far as it can be known before deployment. */
export function callAzureFunction(name: string, args: readonly ConfigNode[], line: number): ConfigNode {
  const call = functions[name.toLowerCase()];
  const result = call?.(args, line);
  return result ? { ...result, line, endLine: line } : unknown(`${name}()`, line);
}

/** The member of a value: `a.b` and `a['b']`, or `a[0]`. */
export function memberOf(node: ConfigNode, key: ConfigNode): ConfigNode | undefined {
  if (node.kind === 'sequence') return node.items[Number(text(key))];
  return child(node, text(key) ?? '\0');
}

type AzureFunction = (args: readonly ConfigNode[], line: number) => ConfigNode | undefined;

const functions: Readonly<Record<string, AzureFunction>> = {
  true: (_, line) => scalar(true, line),
  false: (_, line) => scalar(false, line),
  null: (_, line) => scalar(null, line),
  if: ([condition, yes, no]) => (condition?.kind === 'scalar' ? (isTrue(condition) ? yes : no) : undefined),
  concat: (args, line) => {
    if (args.every((part) => part.kind === 'sequence'))
      return sequence(
        args.flatMap((part) => items(part)),
        line,
      );
    const parts = args.flatMap((part) => text(part) ?? []);
    const joined = parts.length < args.length ? undefined : joinedText(parts);
    return joined === undefined ? undefined : scalar(joined, line);
  },
  format: ([template, ...args], line) => {
    let known = true;
    const filled = replacedText(text(template) ?? '', /\{(\d{1,3})\}/g, ([, index]) => {
      const value = text(args[Number(index)]);
      if (value === undefined) known = false;
      return value ?? '';
    });
    return known && template && filled !== undefined ? scalar(filled, line) : undefined;
  },
  equals: ([left, right], line) => {
    const [a, b] = [text(left), text(right)];
    return a === undefined || b === undefined ? undefined : scalar(a === b, line);
  },
  not: ([value], line) => (value?.kind === 'scalar' ? scalar(!isTrue(value), line) : undefined),
  and: (args, line) => decided(args, false, line),
  or: (args, line) => decided(args, true, line),
  tolower: ([value], line) => mapText(value, line, (plain) => plain.toLowerCase()),
  toupper: ([value], line) => mapText(value, line, (plain) => plain.toUpperCase()),
  string: ([value], line) => mapText(value, line, (plain) => plain),
  int: ([value], line) => mapText(value, line, Number),
  bool: ([value], line) => mapText(value, line, (plain) => /^(true|1)$/i.test(plain)),
  createarray: (args, line) => sequence(args, line),
  createobject: (args, line) =>
    mapping(
      args.flatMap((key, index) => {
        const value = args[index + 1];
        return index % 2 === 0 && value ? [{ key: text(key) ?? '', line, value }] : [];
      }),
      line,
    ),
  union: (args, line) =>
    args.every((part) => part.kind === 'mapping')
      ? mapping(
          args.flatMap((part) => part.entries),
          line,
        )
      : undefined,
  coalesce: (args) => {
    const [first] = args;
    return first && first.kind !== 'unknown' ? args.find((value) => !isNull(value)) : undefined;
  },
  empty: ([value], line) => {
    if (!value || value.kind === 'unknown') return undefined;
    if (value.kind === 'sequence') return scalar(value.items.length === 0, line);
    return scalar(value.kind === 'mapping' ? value.entries.length === 0 : !text(value), line);
  },
  first: ([value]) => (value?.kind === 'sequence' ? value.items[0] : undefined),
};

function mapText(
  value: ConfigNode | undefined,
  line: number,
  change: (plain: string) => string | number | boolean,
): ConfigNode | undefined {
  const plain = text(value);
  return plain === undefined ? undefined : scalar(change(plain), line);
}

function decided(args: readonly ConfigNode[], decisive: boolean, line: number): ConfigNode | undefined {
  if (args.some((value) => value.kind === 'scalar' && isTrue(value) === decisive))
    return scalar(decisive, line);
  return args.some((value) => value.kind !== 'scalar') ? undefined : scalar(!decisive, line);
}
