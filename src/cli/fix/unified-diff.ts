import type { Fix } from '../../scan/model/finding.ts';

/** Lines before and after a change that a patch shows. */
export const shownAround = 3;

/** The changes of one file as `git apply` takes them; `fixes` are in the order of their lines and touch no line twice. */
export function unifiedDiff(path: string, before: string, fixes: readonly Fix[]): string {
  const lines = before.split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  const groups: Fix[][] = [];
  for (const fix of fixes) {
    const group = groups.at(-1);
    if (group && fix.startLine - group.at(-1)!.endLine <= 2 * shownAround) group.push(fix);
    else groups.push([fix]);
  }
  let shift = 0;
  const hunks = groups.map((group) => {
    const first = Math.max(1, group[0]!.startLine - shownAround);
    const last = Math.min(lines.length, group.at(-1)!.endLine + shownAround);
    const body: string[] = [];
    let at = first;
    for (const { startLine, endLine, replacement } of group) {
      body.push(...lines.slice(at - 1, startLine - 1).map((line) => ` ${line}`));
      body.push(...lines.slice(startLine - 1, endLine).map((line) => `-${line}`));
      if (replacement !== '') body.push(...replacement.split('\n').map((line) => `+${line}`));
      at = endLine + 1;
    }
    body.push(...lines.slice(at - 1, last).map((line) => ` ${line}`));
    const added = body.filter((line) => !line.startsWith('-')).length;
    const removed = last - first + 1;
    const head = `@@ -${first},${removed} +${first + shift},${added} @@`;
    shift += added - removed;
    return [head, ...body].join('\n');
  });
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks].join('\n');
}
