import type { Interpreter } from '../analysis/interpreter.ts';
import { scopeOf } from '../domain/scope.ts';
import type { Taint, TaintEntry } from '../domain/taint.ts';
import { deepTaint, isDynamic, type Value } from '../domain/value.ts';
import type { Span } from '../ir/ir.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import { builtText } from './sink-part.ts';

/** A value stands where it may do harm: what it carries is reported, or else that it is put together or not constant where that is worth a look. */
export function arriveAtSink(run: Interpreter, sink: Sink, value: Value | undefined, span: Span): void {
  if (!value) return;
  const scope = scopeOf(run.frame);
  const taint = deepTaint(value);
  if (taint && reachSink(run, sink, taint, span, scope)) return;
  const built = builtText(value)?.includes('\0') && isDynamic(value) ? sink.built : undefined;
  const fallback = built ?? (sink.dynamic && isDynamic(value) && !value.closures ? sink.dynamic : undefined);
  if (!fallback) return;
  const waiting = taint?.find((entry) => entry.origin.k !== 'source' && entry.mask & sink.label);
  if (waiting && run.abilities.crossFile) run.facts.sink(waiting, sink, span, scope, fallback);
  else run.reporter.add(sink.rule, fallback, 'low', span, scope, undefined, undefined);
}

/** Tainted data arrived at a sink, here or inside a function that was called. */
export function reachSink(run: Interpreter, sink: Sink, taint: Taint, span: Span, scope: string): boolean {
  const harmful = taint.filter((entry) => entry.mask & sink.label && !isProvenHarmless(run, sink, entry));
  let reported = false;
  for (const entry of harmful) {
    const { origin } = entry;
    if (origin.k !== 'source' || !sink.kinds.includes(origin.kind)) continue;
    if (origin.awaits !== undefined) {
      run.facts.sink(entry, sink, span, scope, undefined);
      continue;
    }
    run.reporter.flow(sink, entry, origin, span, scope);
    reported = true;
  }
  // A place that is reported already needs no word from callers and other files.
  if (!reported)
    for (const entry of harmful)
      if (entry.origin.k !== 'source') run.facts.sink(entry, sink, span, scope, undefined);
  return reported;
}

/** A test on the way here cleared this kind of harm from all that comes from there. */
function isProvenHarmless(run: Interpreter, sink: Sink, { origin }: TaintEntry): boolean {
  return (Number(run.frame.layer.get(`@${origin.id}`)?.constant ?? 0) & sink.label) !== 0;
}
