import type { CallEvent } from '../../domain/call-event.ts';
import { keptKey } from '../../domain/facts.ts';
import { effectOf } from '../../domain/unknown-effect.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import type { Span } from '../../ir/ir.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Run } from '../run.ts';

/**
 * Places that one request fills for the next, such as a session: what a function puts there under a key, any other function of the program reads there, in whatever file it is.
 * The linker joins the two.
 */
export function keep(run: Run, place: Name | undefined, key: string, value: Value): void {
  const kept = keptAt(run, place, key);
  const taint = kept === undefined ? undefined : deepTaint(value);
  if (taint) run.facts.keep(keptKey(kept!, key), taint, effectOf(kept!));
}

/** What is read at such a place, with what was put there elsewhere. */
export function withKept(run: Run, place: Name | undefined, key: string, span: Span, value: Value): Value {
  if (!run.frame.fn) return value;
  const kept = keptAt(run, place, key);
  if (kept === undefined) return value;
  return run.taintBoth(value, run.origins.callResult(run.facts.readField([keptKey(kept, key)], span), true));
}

/** The same by calls: `session.setAttribute("next", url)`, `session.pop("next")`. */
export function keptByCall(run: Run, { expr, receiver, args }: CallEvent, result: Value): Value {
  const { callee } = expr;
  const key = args[0]?.constant;
  if (callee.k !== 'member' || !receiver?.name || typeof key !== 'string') return result;
  if (args[1] && writers.has(callee.property)) keep(run, receiver.name, key, args[1]);
  else if (readers.has(callee.property)) return withKept(run, receiver.name, key, expr, result);
  return result;
}

function keptAt(run: Run, place: Name | undefined, key: string): string | undefined {
  return place && run.abilities.crossFile ? run.rules.match(place.child(key))?.kept : undefined;
}

const writers: ReadonlySet<string> = new Set(
  'setAttribute putValue put set store setdefault SetString Set'.split(' '),
);
const readers: ReadonlySet<string> = new Set(
  'getAttribute getValue get pop pull fetch delete remove GetString Get'.split(' '),
);
