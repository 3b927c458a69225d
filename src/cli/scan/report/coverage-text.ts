import { counted } from '../../../kernel/counted.ts';
import { failuresOf } from '../../../scan/findings/failures.ts';
import type { CompletedScan } from '../../../scan/model/outcome.ts';
import { skipKind } from '../../../scan/model/skip-reason.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { paint, type Terminal } from '../../terminal.ts';
import { wrapText } from './wrap-text.ts';

/** What was read, with what, and what was not and why. */
export function coverageLines(
  { coverage, truncated }: CompletedScan,
  terminal: Terminal,
  width: number,
): string[] {
  const { files, bytes, engines, skipped, complete, advisoriesDate } = coverage;
  const names = engines.map(({ id }) => id).join(', ') || 'no engine';
  const dim = (text: string) => wrapText(text, width).map((line) => paint(terminal, 'dim', line));
  const lines = dim(`Read ${counted(files, 'file')} (${sizeText(bytes)}) with ${names}.`);
  if (advisoriesDate !== undefined)
    lines.push(...dim(`Dependencies were checked against advisories of ${advisoriesDate.slice(0, 10)}.`));
  const failures = failuresOf(skipped);
  if (failures.length > 0)
    lines.push(paint(terminal, 'red', 'Could not be analysed:'), ...unreadLines(failures, width));
  const unread = complete
    ? []
    : skipped.filter(({ reason }) => reason !== 'advisories_missing' && skipKind(reason) !== 'failed');
  if (unread.length > 0)
    lines.push(paint(terminal, 'yellow', 'Not everything was read:'), ...unreadLines(unread, width));
  if (truncated)
    lines.push(
      paint(terminal, 'yellow', 'There are more findings than the limit; the least severe are skipped.'),
    );
  return lines;
}

const maxExamples = 3;

/** One entry per reason: how often, where, and what is the matter. */
function unreadLines(unread: CompletedScan['coverage']['skipped'], width: number): string[] {
  return [...Map.groupBy(unread, ({ reason }) => reason)].flatMap(([reason, paths]) => {
    const total = paths.reduce((sum, { count }) => sum + (count ?? 1), 0);
    const examples = paths.slice(0, maxExamples).map(({ path }) => visibleText(path));
    const more = total > examples.length ? ', …' : '';
    const text = `${reason.replaceAll('_', ' ')} (${total}): ${examples.join(', ')}${more}  ${visibleText(paths[0]!.message)}`;
    return wrapText(text, width, '    ').map((line, i) => (i === 0 ? line.slice(2) : line));
  });
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
