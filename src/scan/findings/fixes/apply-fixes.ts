import type { Fix } from '../../model/finding.ts';

/** The lines of a text, each with its own end; the last one may have none. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The lines that a change writes in the place of others, ending as the first of those does, and at the end of the file as the last. */
export function replacingLines({ replacement }: Fix, replaced: readonly string[]): string[] {
  if (replacement === '') return [];
  const end = replaced[0]!.endsWith('\r\n') ? '\r\n' : '\n';
  const lines = replacement.split('\n').map((line) => `${line}${end}`);
  if (!replaced.at(-1)!.endsWith('\n')) lines.push(lines.pop()!.slice(0, -end.length));
  return lines;
}

/** Applies changes of lines to a text; of two that touch the same lines the first is applied and the other one skipped. */
export function applyFixes(
  text: string,
  fixes: readonly Fix[],
): { text: string; applied: Fix[]; skipped: Fix[] } {
  const lines = linesOf(text);
  const applied: Fix[] = [];
  const skipped: Fix[] = [];
  const ordered = [...fixes].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  let last = 0;
  for (const fix of ordered) {
    const isSame = applied.some(
      (other) => other.startLine === fix.startLine && other.replacement === fix.replacement,
    );
    if (isSame) continue;
    if (fix.startLine <= last || fix.endLine > lines.length || fix.endLine < fix.startLine) skipped.push(fix);
    else {
      applied.push(fix);
      last = fix.endLine;
    }
  }
  for (const fix of [...applied].reverse()) {
    const { startLine, endLine } = fix;
    const replaced = lines.slice(startLine - 1, endLine);
    lines.splice(startLine - 1, replaced.length, ...replacingLines(fix, replaced));
  }
  return { text: lines.join(''), applied, skipped };
}
