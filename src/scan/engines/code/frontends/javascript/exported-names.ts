/** The names that a file exports: by a statement, or by what it assigns to the exports of a module. */
export function exportedWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { groups } of text.matchAll(exporting))
    for (const part of [groups!['listed'], groups!['declared'], groups!['assigned'], groups!['key']])
      for (const [word] of part?.matchAll(/[\w$]+/g) ?? []) words.add(word);
  if (words.size > 0) for (const word of members(text, words)) words.add(word);
  return words;
}

/** Functions that become members of what is exported, or of what a function makes and returns: `library.trim = trimText; return library; }`. */
function members(text: string, words: ReadonlySet<string>): string[] {
  const returned = new Set([...text.matchAll(/\breturn\s+([\w$]+)\s*;?\s*\}/g)].map(([, name]) => name!));
  return [...text.matchAll(/(?<![\w$.])([\w$]+)\.[\w$]+\s*=\s*([\w$]+)\s*(?=[;,\n])/g)].flatMap(
    ([, owner, member]) => (returned.has(owner!) || words.has(owner!) ? [member!] : []),
  );
}

/** `export { a, b }`, `export default class A`, `module.exports = { a, b }`, `module.exports = A`, `exports.a = b`. */
const exporting = new RegExp(
  [
    String.raw`\bexport\s*\{(?<listed>[^}]{0,8000})\}`,
    String.raw`\bexport\s+(?:default\s+)?(?:(?:async|abstract|declare|function\*?|class|const|let|var)\s+)*(?<declared>[\w$]+|\{[^}]{0,400}\})`,
    String.raw`\b(?:module\.)?exports(?:\.(?<key>[\w$]+))?\s*=\s*(?:new\s+|(?:async\s+)?function\*?\s+|class\s+)?(?<assigned>[\w$]+|\{[^}]{0,8000}\})`,
  ].join('|'),
  'g',
);
