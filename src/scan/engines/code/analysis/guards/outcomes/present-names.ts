import { literalValue } from '../../../domain/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';

/** `if err != nil`: in that branch the variable is something, until it is set again. */
export function notePresent(run: Run, test: Expr, positive: boolean, depth = 0): void {
  if (depth > maxDepth) return;
  if (test.k === 'unary' && test.op === '!') notePresent(run, test.value, !positive, depth + 1);
  else if (test.k === 'logic' && (test.op === 'and') === positive) {
    notePresent(run, test.left, positive, depth + 1);
    notePresent(run, test.right, positive, depth + 1);
  } else if (test.k === 'binary' && test.op === (positive ? '!=' : '==')) {
    const { left, right } = test;
    const isAbsence = right.k === 'const' && right.value === null;
    if (left.k === 'name' && isAbsence) run.frame.layer.set(keyOf(run, left.name), literalValue);
  }
}

/** Of several results the last one is the error. */
export function lastOf(expr: Expr | undefined): Expr | undefined {
  return expr?.k === 'list' ? expr.items.at(-1)?.value : expr;
}

/** An error that is there: one that was asked before, or a variable of the package, which holds the same error for all. */
export function isSomething(run: Run, expr: Expr): boolean {
  if (expr.k !== 'name') return false;
  if (run.frame.layer.get(keyOf(run, expr.name))) return true;
  const owner = run.frame.owner(expr.name);
  return !owner?.fn && !run.frame.fn?.parameters.some(({ name }) => name === expr.name);
}

function keyOf(run: Run, name: string): string {
  return `~${name} ${run.frame.versionOf(name)}`;
}

const maxDepth = 8;
