import { linesOf, replacingLines } from '../../scan/findings/fixes/apply-fixes.ts';
import type { Fix } from '../../scan/model/finding.ts';

/** Lines before and after a change that a patch shows. */
export const shownAround = 3;

/** What goes and what comes behind the first `at` lines. */
interface Change {
  at: number;
  removed: readonly string[];
  added: readonly string[];
}

/** The changes of one file as `git apply` takes them; `fixes` are in the order of their lines and touch no line twice. */
export function unifiedDiff(path: string, before: string, fixes: readonly Fix[]): string {
  const lines = linesOf(before);
  const groups: Change[][] = [];
  for (const fix of fixes) {
    const change = changeOf(fix, lines);
    if (change.removed.length === 0 && change.added.length === 0) continue;
    const last = groups.at(-1)?.at(-1);
    if (last && change.at - endOf(last) < 2 * shownAround) groups.at(-1)!.push(change);
    else groups.push([change]);
  }
  let shift = 0;
  const hunks = groups.map((group) => {
    const first = Math.max(0, group[0]!.at - shownAround);
    const last = Math.min(lines.length, endOf(group.at(-1)!) + shownAround);
    const body: string[] = [];
    let at = first;
    for (const change of group) {
      body.push(...marked(' ', lines.slice(at, change.at)));
      body.push(...marked('-', change.removed), ...marked('+', change.added));
      at = endOf(change);
    }
    body.push(...marked(' ', lines.slice(at, last)));
    const removed = last - first;
    const added = group.reduce((sum, change) => sum + change.added.length - change.removed.length, removed);
    const head = `@@ -${first + 1},${removed} +${first + 1 + shift},${added} @@`;
    shift += added - removed;
    return [head, ...body].join('\n');
  });
  return [`--- ${quoted(`a/${path}`)}`, `+++ ${quoted(`b/${path}`)}`, ...hunks].join('\n');
}

/** Without the lines at its edges that stay as they are. */
function changeOf(fix: Fix, lines: readonly string[]): Change {
  const removed = lines.slice(fix.startLine - 1, fix.endLine);
  const added = replacingLines(fix, removed);
  let head = 0;
  while (head < removed.length && head < added.length && removed[head] === added[head]) head++;
  let tail = 0;
  const most = Math.min(removed.length, added.length) - head;
  while (tail < most && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return {
    at: fix.startLine - 1 + head,
    removed: removed.slice(head, removed.length - tail),
    added: added.slice(head, added.length - tail),
  };
}

function endOf({ at, removed }: Change): number {
  return at + removed.length;
}

function marked(sign: ' ' | '-' | '+', lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.endsWith('\n') ? `${sign}${line.slice(0, -1)}` : `${sign}${line}\n\\ No newline at end of file`,
  );
}

/** As git writes a name that would otherwise end early or steer the terminal. */
function quoted(path: string): string {
  if (!/[\u0000-\u001f\u007f-\u009f"\\]/.test(path)) return /\s/.test(path) ? `${path}\t` : path;
  const bytes = [...Buffer.from(path)].map((byte) =>
    byte < 0x20 || byte > 0x7e
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : byte === 0x22 || byte === 0x5c
        ? `\\${String.fromCharCode(byte)}`
        : String.fromCharCode(byte),
  );
  return `"${bytes.join('')}"`;
}
