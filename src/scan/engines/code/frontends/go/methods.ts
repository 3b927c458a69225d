import { append, withoutFirst } from '../../analysis/calls/collection-methods.ts';
import type { Method } from '../../analysis/run.ts';

/** Text written into a builder or buffer; other writers are left to the rules. */
const writeString: Method = (run, event, receiver) =>
  holdsText(String(receiver.name ?? '')) ? append(run, event, receiver) : undefined;

/** What a builder or buffer holds. */
const string: Method = (_run, event, receiver) =>
  holdsText(String(receiver.name ?? '')) && event.args.length === 0
    ? { ...receiver, name: undefined }
    : undefined;

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
