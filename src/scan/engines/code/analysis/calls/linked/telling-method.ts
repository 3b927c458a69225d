import type { CallEvent } from '../../../domain/call-event.ts';
import { isTellingName } from '../../../domain/telling-name.ts';
import { deepTaint } from '../../../domain/value.ts';
import type { Run } from '../../run.ts';

/** `self.reports.write_report(name)`: a method of an object of which nothing is known, and which no rule knows; the linker knows whether one class of the program has it. */
export function mayBeTelling(run: Run, { expr, name, match, receiver, args, named }: CallEvent): boolean {
  if (!run.traits.tellingMethods || !run.abilities.crossFile || match || !receiver || expr.isNew)
    return false;
  if (expr.callee.k !== 'member' || !isTellingName(expr.callee.property)) return false;
  const { constant, shape, closures, instance } = receiver;
  if (constant !== undefined || shape?.kind === 'list' || closures || instance?.isClass) return false;
  if (!/^[~?]/.test(name.root) && !run.lookup(name.root).instance?.isClass) return false;
  return [...args, ...named.values()].some((value) => deepTaint(value));
}
