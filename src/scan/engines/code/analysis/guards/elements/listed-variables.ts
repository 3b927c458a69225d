import type { Layer } from '../../../domain/scope.ts';
import type { Taint } from '../../../domain/taint.ts';
import { withTaint } from '../../../domain/value.ts';
import type { Expr, Stmt, Target } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';

/** What a round of a loop over variables has left of the one that was its turn. */
export interface ListedVariable {
  readonly name: string;
  readonly taint: Taint | undefined;
  readonly dynamic: boolean;
  /** The kinds of harm that none of what it holds can do any more. */
  readonly cleared: number;
}

/**
 * `foreach ([$a, $b] as $each) if (!isKnown($each)) return;`: behind the round, what is known of the item is known of the variable that it was. `version`: that of
 * the item where the round began.
 */
export function checkedVariable(
  run: Run,
  { target, iterable }: Stmt & { k: 'each' },
  round: number,
  version: number,
): ListedVariable | undefined {
  const listed: Expr | undefined = iterable.k === 'list' ? iterable.items[round]?.value : undefined;
  if (target.k !== 'name' || listed?.k !== 'name' || run.frame.owner(listed.name) !== run.frame)
    return undefined;
  // An item that was set again is no longer what the variable holds.
  if (run.frame.versionOf(target.name) !== version + 1) return undefined;
  const { taint } = run.lookup(listed.name);
  const item = run.lookup(target.name);
  return (
    taint && { name: listed.name, taint: narrowed(taint, item.taint), dynamic: item.dynamic, cleared: 0 }
  );
}

/** `for name in names: if '..' in name: raise …`: behind the loop, what is known of the item where a round ends is known of all that the list holds. */
export function checkedCollection(
  run: Run,
  { target, iterable }: Stmt & { k: 'each' },
  end: Layer,
  version: number,
): ListedVariable | undefined {
  if (target.k !== 'name' || iterable.k !== 'name' || run.frame.owner(iterable.name) !== run.frame)
    return undefined;
  const held = run.lookup(iterable.name);
  const item = end.get(target.name);
  if (!held.taint || held.shape || !item || run.frame.versionOf(target.name) !== version + 1)
    return undefined;
  const taint = narrowed(held.taint, item.taint);
  const left = (taint ?? []).reduce((mask, entry) => mask | entry.mask, 0);
  return { name: iterable.name, taint, dynamic: held.dynamic, cleared: ~left };
}

/** `for i := range names { if !isKnown(names[i]) { return } }`: the kinds of harm that no item can do where a round ends. */
export function checkedByIndex(collection: Expr, index: Expr | Target | undefined, end: Layer): number {
  if (collection.k !== 'name' || index?.k !== 'name') return 0;
  const place = `#${collection.name}[${index.name}] `;
  for (const [key, { constant }] of end.values)
    if (key.startsWith(place)) return typeof constant === 'number' ? constant : 0;
  return 0;
}

/** The variable that a loop over the places of a list counts with: that of `for i in range(xs)`, or of `for i := range xs`. */
export function indexIn({ target, keys, body }: Stmt & { k: 'each' }): Target | undefined {
  if (keys) return target;
  const [first] = body;
  const set = first?.k === 'expr' && first.value.k === 'assign' ? first.value : undefined;
  return target.k === 'none' && set?.value.k === 'unknown' ? set.target : undefined;
}

/** The collection to whose length a loop counts, and the variable that counts: `i < len(names)`, `i < names.length`. */
export function countedThrough(test: Expr | undefined): { collection: Expr; index: Expr } | undefined {
  if (test?.k !== 'binary' || test.op !== '<') return undefined;
  const { left: index, right } = test;
  const collection = measured(right);
  return collection && { collection, index };
}

/** What a length is that of; some languages lower it to what an order compares it with. */
function measured(length: Expr): Expr | undefined {
  if (length.k === 'binary')
    return length.op === '-' && length.right.k === 'const' && length.right.value === 0
      ? length.left
      : undefined;
  const read = length.k === 'call' && length.args.length === 0 ? length.callee : length;
  if (read.k === 'member') return lengths.has(read.property) ? read.object : undefined;
  const isCall = read.k === 'call' && read.callee.k === 'name' && lengths.has(read.callee.name);
  return isCall && read.args.length === 1 ? read.args[0]!.value : undefined;
}

const lengths = new Set(['len', 'length', 'Length', 'size', 'Count', 'count']);

/** Where no round ended early, or the loop with it, each variable has had its turn. */
export function applyChecked(run: Run, checked: readonly ListedVariable[]): void {
  for (const { name, taint, dynamic } of checked)
    run.frame.layer.set(name, { ...withTaint(run.lookup(name), taint), dynamic });
}

function narrowed(before: Taint, after: Taint | undefined): Taint | undefined {
  const left = before.flatMap((entry) => {
    const same = after?.filter(({ origin }) => origin === entry.origin) ?? [];
    const mask = entry.mask & same.reduce((all, each) => all | each.mask, 0);
    const isChecked = same.every(({ check }) => check !== undefined);
    return mask === 0
      ? []
      : [{ ...entry, mask, check: entry.check ?? (isChecked ? same[0]!.check : undefined) }];
  });
  return left.length > 0 ? left : undefined;
}
