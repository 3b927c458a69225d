import type { EngineFinding, Severity } from '../../../model/finding.ts';
import { severities } from '../../../model/finding.ts';
import { Passages } from '../analysis/conditions/passages.ts';
import type { Place, SinkFact } from '../domain/facts.ts';
import { type SourceOrigin, stepsOf, type TaintEntry } from '../domain/taint.ts';
import type { Span } from '../ir/ir.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import { describeFinding, type SourcePlace } from './describe-finding.ts';
import type { FileClass } from './file-class.ts';
import { LineTable } from './line-table.ts';

/** The findings of one file, each place and rule once with the worst that was found there, and how places are told. */
export class FindingLog {
  readonly text: string;
  readonly path: string;
  readonly passages: Passages;
  readonly findings: EngineFinding[] = [];
  readonly modulePath: (specifier: string) => string[];
  readonly #lines: LineTable;
  readonly #fileClass: FileClass;
  readonly #seen = new Map<string, number>();
  /** Texts that were reported for how they are put together, by rule and line: where the same line also uses one, that says more. */
  readonly #texts = new Map<string, number>();

  constructor(path: string, text: string, fileClass: FileClass, modulePath: (specifier: string) => string[]) {
    this.path = path;
    this.text = text;
    this.passages = new Passages(text);
    this.#lines = new LineTable(text);
    this.#fileClass = fileClass;
    this.modulePath = modulePath;
  }

  flow(sink: Sink, entry: TaintEntry, origin: SourceOrigin, span: Span, scope: string): void {
    const source: SourcePlace = { file: this.path, place: this.place(origin.span), title: origin.title };
    const steps = stepsOf(entry).map((step) => ({ file: this.path, place: this.place(step) }));
    const severity = severityFor(sink.severity, origin.kind);
    this.add(
      sink.rule,
      severity,
      sink.rule.confidence,
      sink.atSource ? origin.span : span,
      scope,
      source,
      steps,
    );
  }

  add(
    rule: Sink['rule'],
    severity: Severity,
    confidence: EngineFinding['confidence'],
    span: Span,
    scope: string,
    source: SourcePlace | undefined,
    steps: ReadonlyArray<{ file: string; place: Place }> | undefined,
    isText = false,
  ): void {
    const place = this.place(span);
    const line = `${rule.id}:${place[0]}`;
    const key = `${line}:${place[2]}`;
    if (isText && this.#texts.has(line)) return;
    const finding = describeFinding(
      rule,
      this.#fileClass.rate(severity),
      confidence,
      this.path,
      place,
      this.code(span),
      scope,
      source,
      steps ?? [],
    );
    const before = this.#seen.get(key);
    const text = isText ? undefined : this.#texts.get(line);
    if (text !== undefined) {
      this.#texts.delete(line);
      this.#seen.set(key, text);
      this.findings[text] = finding;
    } else if (before === undefined) {
      (isText ? this.#texts : this.#seen).set(isText ? line : key, this.findings.length);
      this.findings.push(finding);
    } else if (severities.indexOf(finding.severity) < severities.indexOf(this.findings[before]!.severity))
      this.findings[before] = finding;
  }

  rate(severity: Severity): Severity {
    return this.#fileClass.rate(severity);
  }

  place(span: Span): Place {
    const [line, column] = this.#lines.at(span.start);
    const [endLine, endColumn] = this.#lines.at(Math.max(span.start, span.end));
    return [line, endLine, column, endColumn];
  }

  code(span: Span): string {
    return this.text
      .slice(span.start, Math.min(span.end, span.start + 240))
      .replace(/\s+/g, ' ')
      .trim();
  }

  sinkFact(sink: Sink, span: Span, scope: string, fallback: Severity | undefined): SinkFact {
    const fact: SinkFact = {
      rule: sink.rule.id,
      label: sink.label,
      kinds: [...sink.kinds],
      severity: this.#fileClass.rate(sink.severity),
      at: this.place(span),
      scope,
      tokens: '',
      code: this.code(span).slice(0, 120),
    };
    if (sink.atSource) fact.atSource = true;
    if (fallback) fact.fallback = this.#fileClass.rate(fallback);
    return fact;
  }
}

/** What comes from a person at the command line is less dangerous than what comes from the network. */
export function severityFor(severity: Severity, kind: string): Severity {
  if (kind !== 'cli' && kind !== 'stored') return severity;
  return severities.indexOf(severity) < severities.indexOf('medium') ? 'medium' : severity;
}
