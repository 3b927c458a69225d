import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { compareTexts } from '../../kernel/compare-texts.ts';
import { applyFixes } from '../../scan/findings/fixes/apply-fixes.ts';
import type { Finding, Fix } from '../../scan/model/finding.ts';
import { shownAround } from './unified-diff.ts';

/** What would change in one file. */
export interface FileChange {
  path: string;
  before: string;
  after: string;
  applied: Fix[];
  /** Changes of lines that another one changes already; the next run shows them. */
  skipped: Fix[];
}

export interface FixPlan {
  changes: FileChange[];
  /** Files that are not changed, with the reason. */
  refused: Array<{ path: string; reason: string }>;
}

// Tabs, line ends and form feeds are text.
const steersTerminals = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/;

/** Works out the changes of a folder's files: of plain files inside of it that nobody changed since the scan began. */
export function planFixes(
  folder: string,
  findings: readonly Finding[],
  startedAtMs: number,
  secrets: readonly Finding[] = [],
): FixPlan {
  const plan: FixPlan = { changes: [], refused: [] };
  const byFile = new Map<string, Fix[]>();
  for (const { file, fix } of findings) {
    if (!fix) continue;
    if (secrets.some((secret) => secret.file === file && isShownWith(fix, secret)))
      plan.refused.push({
        path: file,
        reason: 'a secret is next to the change, and the patch would show it',
      });
    else byFile.set(file, [...(byFile.get(file) ?? []), fix]);
  }
  const root = realpathSync(folder);
  for (const [path, fixes] of [...byFile].sort(([a], [b]) => compareTexts(a, b))) {
    const place = join(root, path);
    const found = lstatSync(place, { throwIfNoEntry: false });
    const reason = !found?.isFile()
      ? 'it is not a plain file'
      : !realpathSync(place).startsWith(root + sep)
        ? 'it is outside of the folder'
        : Math.floor(found.mtimeMs) > startedAtMs
          ? 'it changed during the scan; run the command again'
          : undefined;
    if (reason !== undefined) {
      plan.refused.push({ path, reason });
      continue;
    }
    const bytes = readFileSync(place);
    const before = bytes.toString('utf8');
    const unprintable = !Buffer.from(before, 'utf8').equals(bytes)
      ? 'it is not UTF-8'
      : steersTerminals.test(before)
        ? 'it has control characters, which a patch would send to the terminal'
        : undefined;
    if (unprintable !== undefined) {
      plan.refused.push({ path, reason: unprintable });
      continue;
    }
    const { text, applied, skipped } = applyFixes(before, fixes);
    if (text !== before) plan.changes.push({ path, before, after: text, applied, skipped });
  }
  return plan;
}

function isShownWith({ startLine, endLine }: Fix, { line, endLine: lastLine = line }: Finding): boolean {
  return lastLine >= startLine - shownAround && line <= endLine + shownAround;
}
