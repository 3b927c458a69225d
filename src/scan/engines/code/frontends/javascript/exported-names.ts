/** The names that a file exports: by a statement, or by what it assigns to the exports of a module. */
export function exportedWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { groups } of text.matchAll(exporting))
    for (const part of [groups!['listed'], groups!['declared'], groups!['assigned'], groups!['key']])
      for (const [word] of part?.matchAll(/[\w$]+/g) ?? []) words.add(word);
  return words;
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
