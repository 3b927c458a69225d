import type { Fix } from '../../model/finding.ts';

/** Applies changes of lines to a text; of two that touch the same lines the first is applied and the other one skipped. */
export function applyFixes(
  text: string,
  fixes: readonly Fix[],
): { text: string; applied: Fix[]; skipped: Fix[] } {
  const end = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = text.split(/\r\n|\n/);
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
  for (const { startLine, endLine, replacement } of [...applied].reverse())
    lines.splice(
      startLine - 1,
      endLine - startLine + 1,
      ...(replacement === '' ? [] : replacement.split('\n')),
    );
  return { text: lines.join(end), applied, skipped };
}
