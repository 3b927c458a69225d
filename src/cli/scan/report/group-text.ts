import type { Finding, TraceStep } from '../../../scan/model/finding.ts';
import { originText } from '../../../scan/report/origin-text.ts';
import { similarSentence } from '../../../scan/report/similar-text.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { paint, type Terminal } from '../../terminal.ts';
import { codeFrame, codeLine } from './code-frame.ts';
import { displayWidth, fitText } from './display-width.ts';
import { type FindingGroup, ownDescription } from './finding-groups.ts';
import { otherPlaces, placeText } from './places.ts';
import type { ReportView } from './report-view.ts';
import { paintSeverity } from './severity-label.ts';
import { suppressionLines } from './suppression-line.ts';
import { wrapText } from './wrap-text.ts';

/** How many places are shown with their code; the rest is a list. */
const maxPlaces = 5;
/** Steps of a trace that are shown; of a longer one the middle is skipped. */
const maxSteps = 6;

/** One problem as people read it: what it is, why it matters, what to do, and every place that has it. */
export function renderGroup(group: FindingGroup, terminal: Terminal, view: ReportView): string {
  const { findings } = group;
  const [first, ...rest] = findings;
  const isDetailed = view.all || view.withSuppressions;
  const listed = isDetailed ? rest : rest.slice(0, maxPlaces - 1);
  const others = rest.slice(listed.length);
  return [
    ...heading(group, terminal, view),
    ...firstPlace(first, group, terminal, view),
    ...furtherPlaces(listed, group, terminal, view),
    ...(others.length === 0
      ? []
      : wrapText(`and ${others.length} more: ${otherPlaces(others)}`, view.width, '  ').map((line) =>
          paint(terminal, 'cyan', line),
        )),
  ].join('\n');
}

function heading({ findings, description, suggestion }: FindingGroup, terminal: Terminal, view: ReportView) {
  const [{ severity, title, ruleId, cwe, confidence }] = findings;
  const label = severity.toUpperCase();
  const lines = wrapText(visibleText(title), view.width, ' '.repeat(label.length + 2));
  const titles = lines.map((line, i) =>
    i === 0
      ? `${paintSeverity(terminal, severity, label)}  ${paint(terminal, 'bold', line.trimStart())}`
      : paint(terminal, 'bold', line),
  );
  const facts = [
    visibleText(ruleId),
    ...cwe,
    ...(confidence === 'low' ? ['low confidence'] : []),
    ...(findings.length > 1 ? [`${findings.length} places`] : []),
  ];
  const text = (words: string) => wrapText(visibleText(words), view.width, '  ');
  return [
    ...titles,
    ...wrapText(facts.join(' · '), view.width, '  ').map((line) => paint(terminal, 'dim', line)),
    ...(description === '' ? [] : text(description)),
    ...(suggestion === undefined ? [] : fixLines(suggestion, terminal, view)),
    '',
  ];
}

function fixLines(suggestion: string, terminal: Terminal, { width }: ReportView): string[] {
  return wrapText(`Fix: ${visibleText(suggestion)}`, width, '  ').map((line) =>
    line.replace(/^ {2}Fix:/, `  ${paint(terminal, 'green', 'Fix:')}`),
  );
}

function firstPlace(finding: Finding, group: FindingGroup, terminal: Terminal, view: ReportView): string[] {
  return [
    `  ${paint(terminal, 'cyan', placeText(finding))}${newMark(finding, terminal)}`,
    ...codeFrame(finding, terminal, { width: view.width, context: isSevere(finding) || view.all }),
    ...ownText(finding, group).flatMap((text) => wrapText(text, view.width, '    ')),
    ...traceLines(finding, terminal, view),
    ...ownFix(finding, group, terminal, view),
    ...similarLines(finding, terminal, view),
    ...suppressions(finding, terminal, view),
  ];
}

/** More places of the same problem: each with its line of code, and with what is true of it alone. */
function furtherPlaces(
  findings: readonly Finding[],
  group: FindingGroup,
  terminal: Terminal,
  view: ReportView,
): string[] {
  const column = Math.max(0, ...findings.map((finding) => displayWidth(placeText(finding))));
  const room = Math.min(view.width, maxCode) - column - 4;
  return findings.flatMap((finding) => {
    const place = `${paint(terminal, 'cyan', placeText(finding))}${newMark(finding, terminal)}`;
    const gap = ' '.repeat(column - displayWidth(placeText(finding)));
    const code = codeLine(finding);
    const head =
      room >= minCode
        ? [`  ${place}${gap}  ${fitText(code, room)}`.trimEnd()]
        : [`  ${place}`, ...(code === '' ? [] : [`    ${fitText(code, view.width - 4)}`])];
    const texts = isSevere(finding) || view.all ? [...ownText(finding, group), ...sourceText(finding)] : [];
    return [
      ...head,
      ...texts.map((text) => paint(terminal, 'dim', `    ${fitText(text, view.width - 4)}`)),
      ...ownFix(finding, group, terminal, view),
      ...similarLines(finding, terminal, view),
      ...suppressions(finding, terminal, view),
    ];
  });
}

/** What was decided about a finding that looks like it, as far as a service knows. */
function similarLines(finding: Finding, terminal: Terminal, { width }: ReportView): string[] {
  const sentence = similarSentence(finding);
  if (sentence === undefined) return [];
  return wrapText(visibleText(sentence), width, '    ').map((line) => paint(terminal, 'yellow', line));
}

/** Code is next to its place where there is room for this much of it. */
const minCode = 45;
const maxCode = 200;

function isSevere({ severity }: Finding): boolean {
  return severity === 'critical' || severity === 'high';
}

function ownText(finding: Finding, group: FindingGroup): string[] {
  return [ownDescription(finding, group), originText(finding)]
    .flatMap((words) => words || [])
    .map((words) => visibleText(words));
}

/** A suggestion that differs from place to place, such as the version to update to. */
function ownFix(
  { suggestion }: Finding,
  group: FindingGroup,
  terminal: Terminal,
  view: ReportView,
): string[] {
  return suggestion === undefined || group.suggestion !== undefined
    ? []
    : fixLines(suggestion, terminal, view).map((line) => `  ${line}`);
}

function newMark({ baselineState }: Finding, terminal: Terminal): string {
  return baselineState === 'new' ? paint(terminal, 'yellow', ' new') : '';
}

function sourceText({ trace, file }: Finding): string[] {
  const source = trace && trace.length > 1 ? trace[0] : undefined;
  return source ? [`← ${visibleText(source.message)} (${stepPlace(source, file)})`] : [];
}

function traceLines({ trace, file }: Finding, terminal: Terminal, { width, all }: ReportView): string[] {
  if (!trace || trace.length < 2) return [];
  const shown =
    all || trace.length <= maxSteps
      ? trace
      : [...trace.slice(0, 3), undefined, ...trace.slice(2 - maxSteps + 2)];
  const places = trace.map((step) => stepPlace(step, file).length);
  const column = Math.min(Math.max(...places), Math.floor(width / 2));
  return shown.map((step) => {
    const text = step
      ? `${step.kind.padEnd(6)}  ${stepPlace(step, file).padEnd(column)}  ${visibleText(step.message)}`
      : `${' '.repeat(8)}… ${trace.length - shown.length + 1} more steps`;
    return paint(terminal, 'dim', `    ${fitText(text, width - 4)}`);
  });
}

/** In the file of the finding the line says enough. */
function stepPlace({ file, line }: TraceStep, own: string): string {
  return file === own ? `line ${line}` : `${visibleText(file)}:${line}`;
}

function suppressions(finding: Finding, terminal: Terminal, { withSuppressions }: ReportView): string[] {
  if (!withSuppressions) return [];
  const { where, lines } = suppressionLines(finding);
  return [paint(terminal, 'dim', `    To suppress it, ${where}:`), ...lines.map((line) => `      ${line}`)];
}
