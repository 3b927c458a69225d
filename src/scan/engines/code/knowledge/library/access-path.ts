/** A part of a call as the engine's rules name it: a position, the name of an argument, or a word such as `receiver`. */
export type Part = number | string;

export interface AccessPath {
  /** The first that is there counts; absent for every argument. */
  readonly parts: readonly Part[] | undefined;
  /** Keys inside that part, joined by dots. */
  readonly key: string | undefined;
}

/** Where a value is: `Argument[0]`, `Argument[0,sql]` (by position or name), `Argument[0..2]`, `Argument[any]`, `Receiver`, `Value`, each with `.Field[a.b]`. */
export function parseAccessPath(text: string): AccessPath | undefined {
  const found = /^(?:Argument\[([^[\]]+)\]|([A-Z][a-z]+))(?:\.Field\[([^[\]]+)\])?$/.exec(text);
  if (!found) return undefined;
  const [, list, word, key] = found;
  if (word !== undefined) return words.has(word) ? { parts: [words.get(word)!], key } : undefined;
  if (list === 'any') return { parts: undefined, key };
  const parts: Part[] = [];
  for (const item of list!.split(',')) {
    const range = /^(\d{1,2})(?:\.\.(\d{1,2}))?$/.exec(item);
    if (range) for (let at = Number(range[1]); at <= Number(range[2] ?? range[1]); at++) parts.push(at);
    else if (/^[^\d\s.,](?:[^,]*[^\s,])?$/.test(item)) parts.push(item);
    else return undefined;
  }
  return parts.length > 0 ? { parts, key } : undefined;
}

const words: ReadonlyMap<string, string> = new Map(
  [
    'receiver',
    'value',
    'object',
    'index',
    'call',
    'callback',
    'callee',
    'function',
    'file',
    'text',
    'before',
    'body',
    'class',
    'element',
    'op',
    'left',
    'right',
    'route',
    'result',
    'rules',
    'verdict',
    'name',
  ].map((word) => [word.charAt(0).toUpperCase() + word.slice(1), word]),
);

export const accessPathHelp =
  'Argument[0], Argument[0,url] (by position or name), Argument[0..2], Argument[any], Receiver or Value, and .Field[key] behind it';
