/**
 * The keys around the end of a text in YAML, or in JSON that is laid out in lines, from the inside out. Indentation tells them, so that a
 * document need not be read as a whole; of one that is written on a single line there are none.
 */
export function enclosingKeys(before: string): string[] {
  const lines = before.split('\n');
  let depth = indentation(lines.at(-1)!);
  // An entry of a list in YAML may be as far to the left as the key that the list belongs to.
  let isEntry = startsEntry(lines.at(-1)!);
  const keys: string[] = [];
  for (let at = lines.length - 2; at >= 0 && (depth > 0 || isEntry); at--) {
    const line = lines[at]!;
    const indent = indentation(line);
    if (/^\s*(?:#|\/\/|$)/.test(line) || indent > depth) continue;
    if (indent === depth && (!isEntry || startsEntry(line))) continue;
    depth = indent;
    isEntry = startsEntry(line);
    const key = /^\s*(?:- +)?["']?([\w.-]{1,60})["']?\s*:/.exec(line)?.[1];
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

function startsEntry(line: string): boolean {
  return /^\s*- /.test(line);
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}
