import type { Expr } from '../../ir/ir.ts';

/** What a condition proves about an expression. */
export interface Proof {
  readonly expr: Expr;
  readonly clears: number;
}
