import type { Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import type { Proof, Prove } from './proof.ts';
import { insideOf } from './same-value.ts';

/** A function inside of another one, which has no summary: it proves what its conditions say, read as they are written. */
export function checkedByFunction(
  fn: FunctionIr,
  test: Expr & { k: 'call' },
  positive: boolean,
  isError: boolean,
  prove: Prove,
): Proof[] {
  if (fn.size > maxCondition) return [];
  return outcomeProofs(fn.body, positive, isError, prove).flatMap((proof) => {
    let { expr } = proof;
    for (let inner = insideOf(expr); inner; inner = insideOf(inner)) expr = inner;
    const at = fn.parameters.findIndex(({ name }) => expr.k === 'name' && name === expr.name);
    const given = at < 0 ? undefined : test.args[at];
    return given && proof.clears ? [{ expr: given.value, clears: proof.clears }] : [];
  });
}

/** What holds where a function of early returns gives the wanted answer; nothing where several ways lead to it. */
function outcomeProofs(body: readonly Stmt[], wanted: boolean, isError: boolean, prove: Prove): Proof[] {
  const passed: Proof[] = [];
  const ways: Proof[][] = [];
  for (const statement of body) {
    if (statement.k === 'expr') continue;
    if (statement.k === 'return') {
      const outcome = outcomeOf(statement.value, isError);
      if (outcome === undefined && statement.value && !isError)
        ways.push([...passed, ...prove(statement.value, wanted)]);
      else if (outcome === wanted) ways.push(passed);
      break;
    }
    const last = statement.k === 'if' ? statement.yes.at(-1) : undefined;
    if (statement.k !== 'if' || statement.otherwise.length > 0 || last?.k !== 'return') return [];
    const outcome = outcomeOf(last.value, isError);
    if (outcome === undefined) return [];
    if (outcome === wanted) ways.push([...passed, ...prove(statement.test, true)]);
    passed.push(...prove(statement.test, false));
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
