import type { Span } from '../../ir/ir.ts';
import type { Unit } from './units.ts';

/** Calls without arguments that end in an error where they hold: `if (address.isSiteLocalAddress()) throw …`. Which of them is one of several that belong together, rules say. */
export function refusedCalls({ questions }: Unit): Span[] {
  return questions.flatMap(({ expr, positive, fails }) =>
    fails && positive && expr.k === 'call' && expr.args.length === 0 ? [expr] : [],
  );
}
