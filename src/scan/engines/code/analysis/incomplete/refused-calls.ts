import type { Span } from '../../ir/ir.ts';
import type { Unit } from './units.ts';

/** Calls of one method that end in an error where they hold: `if (address.isSiteLocalAddress()) throw …`. Which others belong to it, rules say. */
export function refusedCalls({ questions }: Unit, name: string | undefined): Span[] {
  return questions.flatMap(({ expr, positive, fails }) =>
    fails && positive && expr.k === 'call' && expr.callee.k === 'member' && expr.callee.property === name
      ? [expr]
      : [],
  );
}
