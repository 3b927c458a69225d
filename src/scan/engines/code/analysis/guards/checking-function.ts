import type { Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import type { Barrier, BarriersOf } from './barriers/barrier.ts';
import { insideOf } from './same-value.ts';

/** A function inside of another one, which has no summary: it establishes what its conditions say, read as they are written. */
export function checkedByFunction(
  fn: FunctionIr,
  test: Expr & { k: 'call' },
  positive: boolean,
  isError: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  if (fn.size > maxCondition) return [];
  return outcomeBarriers(fn.body, positive, isError, barriersOf).flatMap((barrier) => {
    let { expr } = barrier;
    for (let inner = insideOf(expr); inner; inner = insideOf(inner)) expr = inner;
    const at = fn.parameters.findIndex(({ name }) => expr.k === 'name' && name === expr.name);
    const given = at < 0 ? undefined : test.args[at];
    return given && barrier.clears ? [{ expr: given.value, clears: barrier.clears }] : [];
  });
}

/** What holds where a function of early returns gives the wanted answer; nothing where several ways lead to it. */
function outcomeBarriers(
  body: readonly Stmt[],
  wanted: boolean,
  isError: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  const passed: Barrier[] = [];
  const ways: Barrier[][] = [];
  for (const statement of body) {
    if (statement.k === 'expr') continue;
    if (statement.k === 'return') {
      const outcome = outcomeOf(statement.value, isError);
      if (outcome === undefined && statement.value && !isError)
        ways.push([...passed, ...barriersOf(statement.value, wanted)]);
      else if (outcome === wanted) ways.push(passed);
      break;
    }
    const last = statement.k === 'if' ? statement.yes.at(-1) : undefined;
    if (statement.k !== 'if' || statement.otherwise.length > 0 || last?.k !== 'return') return [];
    const outcome = outcomeOf(last.value, isError);
    if (outcome === undefined) return [];
    if (outcome === wanted) ways.push([...passed, ...barriersOf(statement.test, true)]);
    passed.push(...barriersOf(statement.test, false));
  }
  return ways.length === 1 ? ways[0]! : [];
}

/** The answer that a returned expression is: true or false, or for errors whether there is none. */
function outcomeOf(value: Expr | undefined, isError: boolean): boolean | undefined {
  if (isError) {
    if (value?.k === 'const') return value.value === null;
    return value?.k === 'call' || value?.k === 'member' ? false : undefined;
  }
  return value?.k === 'const' && typeof value.value === 'boolean' ? value.value : undefined;
}

const maxCondition = 60;
