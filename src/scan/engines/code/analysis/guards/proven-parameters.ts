import type { CallEvent } from '../../domain/call-event.ts';
import type { Frame } from '../../domain/scope.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { clearProven } from './guards.ts';

/**
 * `validate(x)` that throws when x is not what it should be: where it comes back, x is proven. Each way out of a function says what was
 * proven of its parameters on that way; what all of them say holds for the caller.
 */
export function noteExit(run: Run, frame: Frame): void {
  if (frame.proven === 'nothing') return;
  const { fn } = frame;
  const masks = frame.guards && fn ? fn.parameters.map((_, index) => maskOf(run, frame, fn, index)) : [];
  if (!masks.some((mask) => mask !== 0)) {
    frame.proven = 'nothing';
    return;
  }
  const { proven } = frame;
  frame.proven = proven ? masks.map((mask, index) => mask & (proven[index] ?? 0)) : masks;
}

/** What every way out of a function that ran to its end has proven, by the position of the parameter. */
export function provenOf(run: Run, frame: Frame): readonly number[] | undefined {
  if (!frame.layer.dead) noteExit(run, frame);
  return frame.proven === 'nothing' ? undefined : frame.proven;
}

/** Clears in the caller what the function has proven of its arguments. */
export function applyProven(
  run: Run,
  event: CallEvent,
  proven: readonly number[] | undefined,
  offset: number,
): void {
  for (const [index, mask] of proven?.entries() ?? []) {
    const given = event.expr.args[index - offset];
    if (mask && given && !given.name && !given.spread) clearProven(run, given.value, mask);
  }
}

function maskOf(run: Run, frame: Frame, fn: FunctionIr, index: number): number {
  const { layer } = frame;
  const direct = Number(layer.get(`&${fn.parameters[index]!.name}`)?.constant ?? 0);
  if (!run.facts.isCurrent(fn)) return direct;
  const origin = run.origins.parameter(index)[0]!.origin.id;
  return direct | Number(layer.get(`@${origin}`)?.constant ?? 0);
}
