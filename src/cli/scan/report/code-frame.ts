import { markedLines } from '../../../scan/findings/marked-lines.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { paint, type Terminal } from '../../terminal.ts';
import { fitText } from './display-width.ts';
import { paintSeverity } from './severity-label.ts';

/** Where nothing says how wide the terminal is, code is cut here: what is longer was written by a program. */
const maxWidth = 200;

/** How many lines of a finding are shown. */
const maxLines = 5;

/** The lines of a finding with their numbers, marked; with `context` those around it as well. */
export function codeFrame(
  finding: Finding,
  terminal: Terminal,
  { width, context }: { width: number; context: boolean },
): string[] {
  const { snippet, startLine, line, endLine, severity } = finding;
  if (!snippet) return [];
  const marked = markedLines(finding);
  // The head of a block says what it is; of a long one the lines in front of the one that is wrong are shown instead.
  const first = line < startLine + maxLines ? startLine : line - 2;
  const last = Math.min(Math.max(marked[1], endLine), first + maxLines - 1);
  const lines = snippet.text
    .split('\n')
    .map((text, i) => ({ text, number: snippet.startLine + i }))
    .filter(({ number }) =>
      context
        ? (number <= last || number > endLine) && (first === startLine || number >= first)
        : number >= first && number <= last,
    );
  const digits = String(lines.at(-1)?.number ?? 0).length;
  return lines.map(({ text, number }) => {
    const isFinding = number >= marked[0] && number <= marked[1];
    const gutter = `${isFinding ? '>' : ' '} ${String(number).padStart(digits)} │`;
    const shown = fitText(shownCode(text), Math.min(width, maxWidth) - gutter.length - 3);
    return isFinding
      ? `  ${paintSeverity(terminal, severity, gutter)} ${shown}`
      : `  ${paint(terminal, 'dim', `${gutter} ${shown}`)}`;
  });
}

/** The one line that is wrong, without its indentation; empty where it is not known. */
export function codeLine({ snippet, line }: Finding): string {
  return shownCode(snippet?.text.split('\n')[line - snippet.startLine] ?? '').trim();
}

function shownCode(text: string): string {
  return visibleText(text.replaceAll('\t', '  '));
}

/** The line above the one that is wrong, where it is known. */
export function lineAbove({ snippet, line }: Finding): string | undefined {
  return snippet?.text.split('\n')[line - snippet.startLine - 1];
}
