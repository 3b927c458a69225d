import type { Expr } from '../../../ir/ir.ts';
import type { Guard } from '../../../knowledge/rule-types.ts';
import { awaitedMatch } from '../../elsewhere/asked-patterns.ts';
import type { Run } from '../../run.ts';
import { asksForLinesItself, meaningOf, patternSource, wayOf } from '../patterns/pattern-meaning.ts';
import type { Barrier } from './barrier.ts';

/**
 * What matching a text against an expression says about the text: where all of it is described, which characters it may hold; where characters
 * were looked for and not found, which it does not hold. An expression that is not known is a check of which only the name is known.
 */
export function patternBarriers(
  run: Run,
  text: Expr,
  pattern: Expr,
  flags: readonly Expr[],
  guard: Guard,
  test: Expr,
  positive: boolean,
): Barrier[] {
  const source = patternSource(run.evaluate(pattern));
  const asksForLines = guard.lines || flags.some((expr) => asksForLinesIn(run, expr, guard));
  if (source === undefined) {
    const name = pattern.k === 'name' ? pattern.name : pattern.k === 'member' ? pattern.property : undefined;
    const code = name ?? run.file.text.slice(test.start, test.end).replace(/\s+/g, ' ').slice(0, maxName);
    const check = positive ? code : undefined;
    const awaits = awaitedMatch(run, pattern, wayOf(guard.anchors, asksForLines), positive);
    return check === undefined && awaits === undefined ? [] : [{ expr: text, clears: 0, check, awaits }];
  }
  const lines = asksForLines || asksForLinesItself(source);
  return meaningOf(guard.anchors, lines, positive)(source).map((said) => ({ ...said, expr: text }));
}

/** One of several flags that are put together: `re.I | re.M`. */
function asksForLinesIn(run: Run, { start, end }: Expr, { linesFlags }: Guard): boolean {
  const names = run.file.text.slice(start, end).match(/\w+/g) ?? [];
  return names.some((name) => linesFlags.includes(name));
}

const maxName = 60;
