import type { Frame } from '../../domain/scope.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { receiverOffset } from '../../ir/language-traits.ts';
import type { Run } from '../run.ts';
import { checkedByFunction } from './checking-function.ts';
import type { Proof, Prove } from './proof.ts';

/**
 * What a function of this file proves of its arguments where it gives the wanted outcome: what all its ways out with that outcome have proven of
 * the parameters. Undefined where no such function is called.
 */
export function helperProofs(
  run: Run,
  test: Expr & { k: 'call' },
  positive: boolean,
  isError: boolean,
  prove: Prove,
): Proof[] | undefined {
  const { closures } = run.evaluate(test.callee);
  if (!closures?.length) return undefined;
  const each = closures.map(({ fn: given, frame }) => {
    const fn = run.traits.overloads ? run.classes.overload(given, test.args.length) : given;
    if (!run.topLevel.has(fn)) return checkedByFunction(fn, test, positive, isError, prove);
    const outcomes = run.summaryOf(fn, frame as Frame)?.outcomes;
    const masks = isError ? (positive ? outcomes?.nothing : undefined) : outcomes?.[positive ? 'yes' : 'no'];
    return masks ? argumentProofs(run, fn, test, masks) : [];
  });
  const [first = [], ...others] = each;
  return first.flatMap((proof) => {
    const clears = others.reduce(
      (mask, list) => mask & (list.find(({ expr }) => expr === proof.expr)?.clears ?? 0),
      proof.clears,
    );
    return clears ? [{ expr: proof.expr, clears }] : [];
  });
}

function argumentProofs(
  run: Run,
  fn: FunctionIr,
  test: Expr & { k: 'call' },
  masks: readonly number[],
): Proof[] {
  const offset = receiverOffset(run.traits, fn);
  return masks.flatMap((clears, index) => {
    const name = fn.parameters[index]?.name;
    const given =
      test.args.find((arg) => arg.name === name && name !== undefined) ?? test.args[index - offset];
    return clears && given && !given.spread ? [{ expr: given.value, clears }] : [];
  });
}
