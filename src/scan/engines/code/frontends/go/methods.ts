import { listOf } from '../../analysis/assignments.ts';
import { append } from '../../analysis/calls/collection-methods.ts';
import type { Method } from '../../analysis/run.ts';
import { deepTaint, unknownValue } from '../../domain/value.ts';

/** Text written into a builder or buffer; other writers are left to the rules. */
const writeString: Method = (run, event, receiver) =>
  holdsText(String(receiver.name ?? '')) ? append(run, event, receiver) : undefined;

/** What a builder or buffer holds. */
const string: Method = (_run, event, receiver) =>
  holdsText(String(receiver.name ?? '')) && event.args.length === 0
    ? { ...receiver, name: undefined }
    : undefined;

/** `list[n:]` with a known n. */
const withoutFirst: Method = (_run, event, receiver) => {
  const { shape } = receiver;
  const count = event.args[0]?.constant;
  if (shape?.kind !== 'list' || shape.rest || shape.length === undefined || typeof count !== 'number')
    return { ...unknownValue, taint: deepTaint(receiver), name: receiver.name };
  const items = [...Array(shape.length).keys()].map((i) => shape.fields.get(String(i)) ?? unknownValue);
  return listOf(items.slice(count));
};

function holdsText(name: string): boolean {
  return /(?:strings\.Builder|bytes\.Buffer)\(\)$/.test(name);
}

export const goMethods: ReadonlyMap<string, Method> = new Map([
  ['WriteString', writeString],
  ['WriteByte', writeString],
  ['WriteRune', writeString],
  ['Write', writeString],
  ['String', string],
  ['Bytes', string],
  ['withoutFirst', withoutFirst],
]);
