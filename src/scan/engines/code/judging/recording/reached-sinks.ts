import { atMost, type Severity, severities } from '../../../../model/finding.ts';
import type { SinkFact } from '../../domain/facts.ts';
import { stepsOf, type TaintEntry } from '../../domain/taint.ts';
import type { Span } from '../../ir/ir.ts';
import type { Sink } from '../../knowledge/rule-types.ts';
import type { FileClass } from '../../reading/file-class.ts';
import { firstQuestion } from '../proof/asks-anything.ts';
import { isUnderstood } from '../proof/understood-step.ts';
import type { SourcePlaces } from '../source-places.ts';
import { isJoinedAt, stepText } from '../step-text.ts';
import type { FunctionContext } from './function-context.ts';
import { checkOf, type SourceList } from './source-list.ts';

/** The sinks that placeholders reach: callers may know what these stand for. */
export class ReachedSinks {
  readonly #places: SourcePlaces;
  readonly #sources: SourceList;
  readonly #fileClass: FileClass;

  constructor(places: SourcePlaces, sources: SourceList, fileClass: FileClass) {
    this.#places = places;
    this.#sources = sources;
    this.#fileClass = fileClass;
  }

  add(
    context: FunctionContext,
    entry: TaintEntry,
    sink: Sink,
    span: Span,
    scope: string,
    fallback: Severity | undefined,
    made: Severity | undefined,
  ): void {
    const place = `${sink.rule.id}:${span.start}:${entry.origin.id}:${fallback ?? ''}:${entry.awaits?.join() ?? ''}`;
    const first = context.reached.get(place);
    const others = first && this.#othersOf(sink, first.fact.kinds);
    // What is known of stored data alone is no part of what is known of a request.
    const key = others ? `${place}:${others.join()}` : place;
    const before = context.reached.get(key);
    if (first && sink.offered) first.fact.offered ??= this.#fileClass.rate(sink.offered);
    if (before) {
      // Of two models of one call the more severe counts, whichever was looked at first.
      const severity = severityElsewhere(sink);
      if (severities.indexOf(severity) < severities.indexOf(before.fact.severity)) {
        before.fact.severity = this.#fileClass.rate(this.#proved(context, entry, span, severity));
        if (before.inside) before.inside.sink = sink;
      }
      return;
    }
    if (context.sinks.length >= maxSinks) return;
    const inside = entry.origin.k === 'parameter' ? { entry, sink, span, scope } : undefined;
    if (inside) context.sinks.push(inside);
    const severity = this.#proved(context, entry, span, severityElsewhere(sink));
    const meant = others ? { ...sink, kinds: others, offered: undefined } : sink;
    const fact = this.#sinkFact(meant, span, scope, fallback, made, severity);
    context.reached.set(key, { fact, ...(inside && { inside }) });
    context.facts.sinks.push({
      from: this.#sources.from(entry),
      sink: fact,
      steps: stepsOf(entry)
        .slice(-4)
        .map((step) => [this.#places.place(step.span), stepText(step, this.#places)]),
      ...checkOf(entry),
    });
  }

  /** The kinds of data that a sink is about and an earlier one of the same place is not, where they make a finding that is looked at. */
  #othersOf(sink: Sink, known: readonly string[]): Array<Sink['kinds'][number]> | undefined {
    const others = sink.kinds.filter((kind) => !known.includes(kind));
    return others.length > 0 && severityElsewhere(sink) !== 'low' ? others : undefined;
  }

  /** High and critical are for what is understood, and that nothing in front of it may have looked at; entries of archives are asked what they are called. */
  #proved(context: FunctionContext, entry: TaintEntry, { start }: Span, severity: Severity): Severity {
    if (severity !== 'critical' && severity !== 'high') return severity;
    return stepsOf(entry).every(isUnderstood) && !this.isAsked(context, start) ? severity : 'medium';
  }

  /** Whether a condition in front of a place looks at anything. */
  isAsked(context: FunctionContext, start: number): boolean {
    const { fn, facts } = context;
    if (!fn || facts.straight || this.#fileClass.kind !== 'product') return false;
    context.question ??= firstQuestion(fn, (part) => this.#places.code(part));
    return context.question < start;
  }

  #sinkFact(
    sink: Sink,
    span: Span,
    scope: string,
    fallback: Severity | undefined,
    made: Severity | undefined,
    severity: Severity,
  ): SinkFact {
    const fact: SinkFact = {
      rule: sink.rule.id,
      label: sink.label,
      kinds: [...sink.kinds],
      severity: this.#fileClass.rate(severity),
      at: this.#places.place(span),
      scope,
      tokens: '',
      code: this.#places.code(span).slice(0, 120),
    };
    if (sink.atSource) fact.atSource = true;
    if (sink.unless) fact.unless = [...sink.unless];
    if (isJoinedAt(span)) fact.joined = true;
    if (sink.onlyAsks) fact.onlyAsks = true;
    if (fallback) fact.fallback = this.#fileClass.rate(fallback);
    if (made) fact.made = this.#fileClass.rate(made);
    if (sink.offered) fact.offered = this.#fileClass.rate(sink.offered);
    return fact;
  }
}

/** How severe it is that data comes from another function or file. */
function severityElsewhere({ severity, onlyAsks }: Sink): Severity {
  return onlyAsks ? atMost(severity, 'medium') : severity;
}

/** Of a function. */
const maxSinks = 200;
