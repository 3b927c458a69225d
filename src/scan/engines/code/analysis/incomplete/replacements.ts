import { holderOf } from '../../ir/called-name.ts';
import type { Constant, Expr, Span } from '../../ir/ir.ts';
import type { FileView } from './file-view.ts';
import type { Call, Unit } from './units.ts';

/** A text that is looked for: as it is, or by an expression. */
export type Sought = { readonly text: string } | { readonly pattern: string };

/** One thing that a call puts in the place of another one. */
export interface Replacement {
  readonly call: Call;
  readonly about: Expr | undefined;
  readonly from: Sought;
  /** Undefined where it is not known. */
  readonly to: string | undefined;
}

export function replacementsIn(unit: Unit, view: FileView): Replacement[] {
  return unit.calls.flatMap((call) => replacementsOf(call, view));
}

/** What is replaced by what, without the text that it is done to: a chain of calls begins at its first one. */
export function spanOf({ call }: Replacement): Span {
  return { start: call.args[0]?.value.start ?? call.start, end: call.end };
}

function replacementsOf(call: Call, view: FileView): Replacement[] {
  const { callee, args } = call;
  const { words } = view;
  const values = args.map(({ value }) => value);
  if (callee.k === 'name') {
    const isExpression = words.has('patternFunctions', callee.name);
    return isExpression || words.has('replaceFunctions', callee.name)
      ? pairs(call, values[2], values[0], values[1], isExpression, view)
      : [];
  }
  if (callee.k !== 'member') return [];
  const { property, object } = callee;
  const holder = holderOf(call);
  if (words.has('replacers', property))
    return values.flatMap((from, i) =>
      i % 2 === 0 ? pairs(call, undefined, from, values[i + 1], false, view) : [],
    );
  if (words.has('deletes', property)) return deleted(call, object, values[0]);
  const isExpression = words.has('replacesPattern', property);
  if (!isExpression && !words.has('replaces', property)) return [];
  if (values.length >= 3 && words.has('textModules', holder))
    return pairs(call, values[0], values[1], values[2], false, view);
  if (words.has('patternModules', holder)) return pairs(call, values[2], values[0], values[1], true, view);
  if (words.has('patternClasses', holder)) return pairs(call, values[0], values[1], values[2], true, view);
  // A compiled expression replaces in what it is given.
  const isIn = words.has('compiledReplacesIn', property);
  if ((isIn || words.has('compiledReplaces', property)) && view.patternOf(object) !== undefined)
    return isIn
      ? pairs(call, values[0], object, values[1], true, view)
      : pairs(call, values[1], object, values[0], true, view);
  return pairs(call, object, values[0], values[1], isExpression, view);
}

function pairs(
  call: Call,
  about: Expr | undefined,
  from: Expr | undefined,
  to: Expr | undefined,
  isExpression: boolean,
  view: FileView,
): Replacement[] {
  if (!from) return [];
  const sought = from.k === 'list' ? from.items.map(({ value }) => value) : [from];
  return sought.flatMap((each, i) => {
    const by = to?.k === 'list' ? to.items[i]?.value : to;
    const found = soughtBy(each, isExpression, view);
    return found ? [{ call, about, from: found, to: by && textOf(by) }] : [];
  });
}

function soughtBy(expr: Expr, isExpression: boolean, view: FileView): Sought | undefined {
  const pattern = expr.k === 'const' && !isExpression ? undefined : view.patternOf(expr);
  if (pattern !== undefined) return { pattern };
  const text = textOf(expr);
  return text === undefined ? undefined : { text };
}

/** `delete("\r\n")` of Ruby takes out each of these characters. */
function deleted(call: Call, about: Expr, which: Expr | undefined): Replacement[] {
  const text = which && textOf(which);
  return [...(text ?? '')].map((character) => ({ call, about, from: { text: character }, to: '' }));
}

function textOf(expr: Expr): string | undefined {
  const value: Constant | undefined = expr.k === 'const' ? expr.value : undefined;
  return typeof value === 'string' ? value : undefined;
}
