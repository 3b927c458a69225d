import { type AwaitedCheck, heldAwaited } from '../../domain/awaited-check.ts';
import type { Expr } from '../../ir/ir.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import { calledBy } from '../conditions/called-by.ts';
import type { Run } from '../run.ts';

/**
 * `config.getHosts().contains(x)`: the question whether that is a list which an object of the program holds, such as its configuration. What callers hand
 * over, or send, may hold what they want.
 */
export function heldMembership(run: Run, collection: Expr, clears: number): AwaitedCheck | undefined {
  if (collection.k !== 'call' || collection.args.length > 0 || collection.callee.k !== 'member')
    return undefined;
  const { receiver } = calledBy(run, collection);
  if (!run.abilities.crossFile || !run.traits.toldTypes || !receiver?.name || receiver.instance)
    return undefined;
  if (receiver.taint?.some(({ origin }) => origin.k !== 'parameter' || origin.index >= 0)) return undefined;
  const type = receiver.name.segment === callSegment ? receiver.name.parent : undefined;
  if (type?.depth !== 1 || !mayBeLocal(run, type.root)) return undefined;
  return heldAwaited(type.segment, collection.callee.property, clears);
}
