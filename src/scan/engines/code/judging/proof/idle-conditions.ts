import { isAsSent, type Sent } from '../../analysis/guards/as-sent.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import { decidesNothing, writtenIn } from './idle-branches.ts';
import { idleComparisons, outcomeAt } from './idle-comparisons.ts';
import type { Carries } from './looks-at.ts';

/** Conditions that look at data and do not decide whether it gets to a place: it may be there what it was before. */
export class IdleConditions {
  readonly #sent: Sent;
  readonly #place: Span;
  readonly #carries: Carries;
  readonly #idle = new Set<Expr>();
  readonly #whole: Span[] = [];

  constructor(sent: Sent, place: Span, carries: Carries) {
    this.#sent = sent;
    this.#place = place;
    this.#carries = carries;
  }

  /** To be told of each part of the function in order; gives what a condition that decides nothing here writes its answer to: who asks for that asks for the data. */
  note(part: Part): readonly Part[] {
    if (part.k !== 'if' && part.k !== 'cond') return [];
    const outcome = outcomeAt(part, this.#place);
    if (outcome !== undefined)
      for (const test of idleComparisons(part.test, outcome, (expr) => isAsSent(expr, this.#sent)))
        this.#idle.add(test);
    if (part.k !== 'if' || !decidesNothing(part, this.#place, this.#carries)) return [];
    this.#whole.push(part.test);
    return writtenIn(part);
  }

  has(test: Expr): boolean {
    return (
      this.#idle.has(test) || this.#whole.some(({ start, end }) => start <= test.start && test.end <= end)
    );
  }
}
