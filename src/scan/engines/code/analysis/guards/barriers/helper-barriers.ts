import { addressLabels } from '../../../domain/guarded-labels.ts';
import type { Frame } from '../../../domain/scope.ts';
import type { Expr, FunctionIr } from '../../../ir/ir.ts';
import { receiverOffset } from '../../../ir/language-traits.ts';
import { calledBy } from '../../conditions/called-by.ts';
import type { Run } from '../../run.ts';
import { checkedByFunction } from '../checking-function.ts';
import { settledMask } from '../normal-paths.ts';
import { givenTo } from '../outcomes/given-to.ts';
import type { Barrier, BarriersOf } from './barrier.ts';

/**
 * What a function of this file establishes of its arguments where it gives the wanted outcome: what all its ways out with that outcome have established of
 * the parameters. Undefined where no such function is called.
 */
export function helperBarriers(
  run: Run,
  test: Expr & { k: 'call' },
  positive: boolean,
  isError: boolean,
  barriersOf: BarriersOf,
): Barrier[] | undefined {
  const { closures } = calledBy(run, test).target;
  if (!closures?.length) return undefined;
  const each = closures.map(({ fn: given, frame }) => {
    const fn = run.traits.overloads ? run.classes.overload(given, test.args.length) : given;
    if (!run.topLevel.has(fn)) return checkedByFunction(fn, test, positive, isError, barriersOf);
    const outcomes = run.summaryOf(fn, frame as Frame)?.outcomes;
    const masks = isError ? (positive ? outcomes?.nothing : undefined) : outcomes?.[positive ? 'yes' : 'no'];
    return masks ? argumentBarriers(run, fn, test, masks) : [];
  });
  const [first = [], ...others] = each;
  return first.flatMap((barrier) => {
    const clears = others.reduce(
      (mask, list) => mask & (list.find(({ expr }) => expr === barrier.expr)?.clears ?? 0),
      barrier.clears,
    );
    return clears ? [{ expr: barrier.expr, clears, origins: barrier.origins === true }] : [];
  });
}

function argumentBarriers(
  run: Run,
  fn: FunctionIr,
  test: Expr & { k: 'call' },
  masks: readonly number[],
): Barrier[] {
  const offset = receiverOffset(run.traits, fn);
  return masks.flatMap((clears, index) => {
    const name = fn.parameters[index]?.name;
    const named = name === undefined ? undefined : test.args.find((arg) => arg.name === name);
    const made = clears & addressLabels;
    return (clears ? (named ? [named] : givenTo(fn, index, test.args, offset)) : []).flatMap(({ value }) => {
      const whole: Barrier = { expr: value, clears: settledMask(run, value, clears) };
      return made && isAddress(fn.parameters[index]!.type)
        ? [whole, { expr: value, clears: made, origins: true }]
        : [whole];
    });
  });
}

/** `checkHost(u *url.URL)`: what is found out about where a parsed address leads holds of the text that it was parsed from. */
function isAddress(type: Expr | undefined): boolean {
  const name = type?.k === 'member' ? type.property : type?.k === 'name' ? type.name : '';
  return /^ur[il]$/i.test(name);
}
