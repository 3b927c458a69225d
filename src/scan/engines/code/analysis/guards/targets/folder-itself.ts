import { insideMark, pathLabels } from '../../../domain/guarded-labels.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { innermost } from '../same-value.ts';
import { calledEquality } from '../written/called-equality.ts';

/**
 * `path === root || path.startsWith(root + sep)`: the folder itself is inside as well. That a path equals a folder says something only next to
 * a test of the same path against the same folder; alone, the folder may be whatever the caller gave.
 */
export function folderBarriers(
  run: Run,
  { left, right }: Expr & { k: 'logic' },
  positive: boolean,
  ofLeft: readonly Barrier[],
  ofRight: readonly Barrier[],
): Barrier[] | undefined {
  return besides(run, left, right, positive, ofRight) ?? besides(run, right, left, positive, ofLeft);
}

function besides(
  run: Run,
  given: Expr,
  other: Expr,
  positive: boolean,
  ofOther: readonly Barrier[],
): Barrier[] | undefined {
  const sides = equalSides(given, positive);
  if (!sides) return undefined;
  const textOf = ({ start, end }: Expr) => run.file.text.slice(start, end);
  const inside = ofOther.filter(({ clears }) => clears & insideLabels);
  const tested = textOf(other);
  for (const [path, folder] of [sides, sides.toReversed() as typeof sides]) {
    if (folder.k === 'const' || !tested.includes(textOf(folder))) continue;
    const same = inside.filter(({ expr }) => textOf(innermost(expr)) === textOf(innermost(path)));
    if (same.length > 0)
      return same.map((barrier) => ({ ...barrier, clears: barrier.clears & insideLabels }));
  }
  return undefined;
}

/** The two sides where the test says that they are equal. */
function equalSides(given: Expr, positive: boolean): [Expr, Expr] | undefined {
  if (given.k === 'unary' && (given.op === '!' || given.op === 'not'))
    return equalSides(given.value, !positive);
  const test = given.k === 'call' ? calledEquality(given) : given;
  if (test?.k !== 'binary' || test.op !== (positive ? '==' : '!=')) return undefined;
  return [test.left, test.right];
}

const insideLabels = pathLabels | insideMark;
