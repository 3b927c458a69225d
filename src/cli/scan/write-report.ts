import { basename, resolve } from 'node:path';
import type { CompletedScan } from '../../scan/model/outcome.ts';
import type { ReportFormatName } from '../../scan/report/formats.ts';
import { type Invocation, textOption } from '../command.ts';
import { replaceFile } from '../output/replacement.ts';
import { configProblems, problemText } from './report/config-problem-text.ts';
import type { ReportView } from './report/report-view.ts';
import { dependenciesUnchecked, uncheckedTexts } from './report/unchecked-dependencies.ts';
import { isUrl } from './scan-options.ts';

interface ReportRequest {
  format: string;
  view: ReportView;
  startedAt: string;
  /** Further reports, each to its file. */
  more: ReadonlyArray<{ format: string; file: string }>;
}

/** Writes the report where it was asked for; the one for people always goes to the terminal, to the stream that is free. */
export async function writeReport(
  outcome: CompletedScan & { rendered?: string },
  { format, view, startedAt, more }: ReportRequest,
  invocation: Invocation,
): Promise<void> {
  const { terminal } = invocation;
  const file = textOption(invocation, 'output');
  const asText = async (colour: boolean, width: number) => {
    const { renderScan } = await import('./report/render-scan.ts');
    return renderScan(outcome, { ...terminal, colour }, { ...view, width });
  };
  const render = async (wanted: string) =>
    wanted === 'text'
      ? asText(false, unlimited)
      : ((await renderForPrograms(outcome, wanted, view)) ??
        (await renderReport(outcome, wanted, invocation, startedAt)));
  for (const each of more) replaceFile(each.file, `${await render(each.format)}\n`);
  const isForTerminal = format === 'text' && file === undefined;
  const text = isForTerminal
    ? await asText(terminal.colour, view.width)
    : (outcome.rendered ?? (await render(format)));
  if (file === undefined) {
    if (text !== '') terminal.out(text);
    if (format !== 'text') {
      for (const problem of configProblems(outcome)) terminal.say(`lorekeep scan: ${problemText(problem)}`);
      if (textOption(invocation, 'fail-on') !== undefined) warnOfUnchecked(outcome, invocation);
    }
  } else {
    replaceFile(file, `${text}\n`);
    // It may be a terminal where the output is none, and the other way round.
    terminal.say(await asText(terminal.interactive && !invocation.environment['NO_COLOR'], view.width));
  }
}

/** A file has no width. */
const unlimited = Number.POSITIVE_INFINITY;

/** A report for machines may pass `--fail-on` without a word about what was not checked. */
function warnOfUnchecked(outcome: CompletedScan, { terminal }: Invocation): void {
  if (dependenciesUnchecked(outcome)) terminal.say(`lorekeep scan: ${uncheckedTexts.at(-1)}`);
}

/** Formats that show a selection of the findings, as the terminal does. */
async function renderForPrograms(
  outcome: CompletedScan,
  format: string,
  view: ReportView,
): Promise<string | undefined> {
  const shown = async () => {
    const { selectFindings } = await import('./report/report-view.ts');
    return selectFindings(outcome, view).shown;
  };
  if (format === 'compact') {
    const { renderCompact } = await import('./report/compact.ts');
    const findings = await shown();
    return renderCompact(view.worstFirst ? findings : findings.toReversed());
  }
  if (format === 'github') {
    const { renderGithubAnnotations } = await import('./report/github-annotations.ts');
    return renderGithubAnnotations(await shown(), configProblems(outcome));
  }
  if (format === 'rdjson') {
    const { renderRdjson } = await import('./report/rdjson.ts');
    return renderRdjson(await shown());
  }
  return undefined;
}

async function renderReport(
  outcome: CompletedScan,
  format: string,
  invocation: Invocation,
  startedAt: string,
): Promise<string> {
  const { rules: _rules, inventory: _inventory, ...data } = outcome;
  if (format === 'json') return JSON.stringify(data, null, 2);
  const { reportFormats } = await import('../../scan/report/formats.ts');
  const [target = '.'] = invocation.positionals;
  const ref = textOption(invocation, 'ref');
  const scan = {
    // GitLab wants to know when a scan ran; every other report of the same commit is the same bytes at any time.
    ...(format === 'gitlab' && { startedAt, finishedAt: new Date().toISOString() }),
    ...outcome,
    ...(isUrl(target) ? { repoUrl: target } : { folder: basename(resolve(target)) }),
    ...(ref !== undefined && { branch: ref }),
  };
  return reportFormats[format as ReportFormatName].render(scan, { version: invocation.version });
}
