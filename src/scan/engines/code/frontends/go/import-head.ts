/**
 * The beginning of a file of Go that holds all of its imports: they come before every other declaration, with comments between them. Most of a
 * file is behind it, and a repository that keeps its packages has ten times as much of them as of its own code.
 */
export function importHead(text: string): string {
  let end = 0;
  for (let at = pass(space, text, 0); at < text.length; at = pass(space, text, end)) {
    const next = pass(clause, text, at);
    if (next === at) break;
    end = next;
  }
  return text.slice(0, end);
}

function pass(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

// Each part can end in one place only, so that nothing is tried twice, whatever the text is.
const comment = String.raw`//[^\n]*(?![^\n])|/\*(?:[^*]|\*(?!/))*\*/`;
const gap = String.raw`(?:\s|${comment})*`;
const space = new RegExp(String.raw`(?:[\s;\uFEFF]|${comment})*`, 'y');
const path = String.raw`"(?:[^"\\\n]|\\.)*"|\x60[^\x60]*\x60`;
const clause = new RegExp(
  String.raw`package\s+[\p{L}_][\p{L}\p{N}_]*|import(?=[\s("\x60./])${gap}(?:\((?:${comment}|${path}|[^)"\x60/])*\)|(?:[\p{L}_.][\p{L}\p{N}_]*${gap})?(?:${path}))`,
  'yu',
);
