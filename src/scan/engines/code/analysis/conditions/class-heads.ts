/**
 * The head of a class as it is written: what is above and next to its name, and the heads of its bases in the same file, since
 * what an attribute or annotation says of a class holds for those that extend it.
 */
export function classHeads(text: string, name: string): string {
  if (!/^\w+$/.test(name)) return '';
  const heads: string[] = [];
  const seen = new Set<string>();
  let next: string | undefined = name;
  while (next !== undefined && !seen.has(next) && heads.length < maxBases) {
    seen.add(next);
    const head = headOf(text, next);
    if (head === undefined) break;
    heads.push(head);
    next = /(?::|\bextends)\s*(\w+)/.exec(head.slice(head.indexOf(next) + next.length))?.[1];
  }
  return heads.join('\n');
}

function headOf(text: string, name: string): string | undefined {
  const at = new RegExp(`\\b(?:class|record|struct|interface|object)\\s+${name}\\b`).exec(text)?.index;
  if (at === undefined) return undefined;
  const from = Math.max(text.lastIndexOf(';', at), text.lastIndexOf('{', at), text.lastIndexOf('}', at)) + 1;
  const end = text.indexOf('{', at);
  return text.slice(from, Math.min(end < 0 ? text.length : end, at + maxHead));
}

const maxBases = 5;
const maxHead = 2_000;
