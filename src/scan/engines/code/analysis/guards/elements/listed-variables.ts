import type { Layer } from '../../../domain/scope.ts';
import type { Taint } from '../../../domain/taint.ts';
import { withTaint } from '../../../domain/value.ts';
import type { Expr, Stmt } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';

/** What a round of a loop over variables has left of the one that was its turn. */
export interface ListedVariable {
  readonly name: string;
  readonly taint: Taint | undefined;
  readonly dynamic: boolean;
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
  return taint && { name: listed.name, taint: narrowed(taint, item.taint), dynamic: item.dynamic };
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
  return { name: iterable.name, taint, dynamic: held.dynamic };
}

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
