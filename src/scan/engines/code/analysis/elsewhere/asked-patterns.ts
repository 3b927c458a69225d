import { type AwaitedCheck, matchAwaited } from '../../domain/awaited-check.ts';
import type { Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Run } from '../run.ts';
import { namesElsewhere } from './awaited-names.ts';

/** The question what it says of a text that it matches a regular expression, or does not, that another file may have written. */
export function awaitedMatch(
  run: Run,
  pattern: Expr,
  way: string,
  matches: boolean,
  known?: Value,
): AwaitedCheck | undefined {
  const segments = namesElsewhere(run, madeFrom(pattern), known);
  return segments && !segments.includes(callSegment) ? matchAwaited(segments, way, matches) : undefined;
}

/** Of what a method of an expression gives for a text, `SAFE.matcher(x)`: the expression. */
function madeFrom(pattern: Expr): Expr {
  return pattern.k === 'call' && pattern.callee.k === 'member' ? pattern.callee.object : pattern;
}
