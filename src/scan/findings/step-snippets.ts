import type { Finding, Snippet, TraceStep } from '../model/finding.ts';
import type { SnippetMaker } from './snippet.ts';

const contextLines = 1;
/** A flow of more steps than this is not read to its end. */
const maxSteps = 24;
/** For all findings of a scan together: with tens of thousands of flows the first ones, which are the most severe, have their lines. */
const maxCharacters = 8_000_000;

/** Gives each step of a data flow the lines around it, unless the finding's own snippet shows them already. */
export class StepSnippets {
  readonly #makerOf: (file: string) => SnippetMaker | undefined;
  #left = maxCharacters;

  constructor(makerOf: (file: string) => SnippetMaker | undefined) {
    this.#makerOf = makerOf;
  }

  addTo(finding: Finding): Finding {
    const { trace } = finding;
    if (!trace || this.#isFull) return finding;
    return {
      ...finding,
      trace: trace.map((step, i) => (i < maxSteps ? this.#withLines(step, finding) : step)),
    };
  }

  get #isFull(): boolean {
    return this.#left <= 0;
  }

  #withLines(step: TraceStep, { file, snippet }: Finding): TraceStep {
    if (this.#isFull || (step.file === file && snippet && isWithin(step.line, snippet))) return step;
    const lines = this.#makerOf(step.file)?.snippet(step.line, step.line, contextLines);
    if (!lines) return step;
    this.#left -= lines.text.length;
    return { ...step, snippet: lines };
  }
}

function isWithin(line: number, { startLine, text }: Snippet): boolean {
  return line >= startLine && line < startLine + text.split('\n').length;
}
