import type { AwaitedCheck } from '../../../domain/awaited-check.ts';
import type { Schema } from '../../../domain/schemas/schema.ts';
import type { Expr } from '../../../ir/ir.ts';

/** What a condition says about an expression. */
export interface Barrier {
  readonly expr: Expr;
  /** The kinds of harm that it can no longer do. */
  readonly clears: number;
  /** So can what it was made of: the host that an address was looked up for, and its URL. */
  readonly origins?: boolean;
  /** It is empty, not there or a certain number, which says nothing of what else comes from where it comes from. */
  readonly alone?: boolean;
  /** The name of a check of which nothing else is known: it clears nothing, and the finding names it. */
  readonly check?: string | undefined;
  /** What another file knows of the test. */
  readonly awaits?: AwaitedCheck | undefined;
  /** A character that does not occur in the value, which says something only together with others. */
  readonly lacks?: string;
  /** What it says about the target of a redirect, which only several such statements make safe. */
  readonly target?: number;
  /** The value has passed this schema; `passed` is the call that held it against it. */
  readonly schema?: Schema;
  readonly passed?: number;
}

/** Asks what a condition inside of another one establishes where it holds, or where it does not. */
export type BarriersOf = (test: Expr, positive: boolean) => Barrier[];
