import type { CallEvent } from '../../domain/call-event.ts';
import { truthOf } from '../../domain/constants.ts';
import type { Frame } from '../../domain/scope.ts';
import type { Outcomes } from '../../domain/summary.ts';
import type { Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { applyGuards, clearGuarded } from './guards.ts';
import { settledMask } from './normal-paths.ts';
import { givenTo } from './outcomes/given-to.ts';
import { isSomething, lastOf } from './outcomes/present-names.ts';
import { isSwitchedOff } from './own-switches.ts';

/**
 * `validate(x)` that throws when x is not what it should be: where it comes back, x is guarded. Each way out of a function says what was
 * proven of its parameters on that way; what all of them say holds for the caller, and what those with one outcome say where it has that outcome.
 */
export function noteExit(run: Run, frame: Frame, expr?: Expr, value?: Value): void {
  const { fn } = frame;
  if (!fn || fn.parameters.length === 0 || isSwitchedOff(run)) return;
  const masks = masksOf(run, frame, fn);
  frame.outcomes.any = joined(frame.outcomes.any, masks);
  const error = run.traits.severalResults ? lastOf(expr) : undefined;
  if (error && isSomething(run, error)) {
    for (const outcome of ['yes', 'no'] as const) join(frame, outcome, masks);
    return;
  }
  const truth = value ? truthOf(value) : false;
  if (truth !== undefined) {
    join(frame, truth ? 'yes' : 'no', masks);
    if (!truth) join(frame, 'nothing', masks);
    return;
  }
  if (!expr || !tests.has(expr.k)) {
    for (const outcome of ['yes', 'no', 'nothing'] as const) join(frame, outcome, masks);
    return;
  }
  for (const holds of [true, false])
    run.branch(() => {
      applyGuards(run, expr, holds);
      join(frame, holds ? 'yes' : 'no', masksOf(run, frame, fn));
    });
  // What is made at a way out, such as an error, is something.
  if (expr.k !== 'call' && expr.k !== 'member') join(frame, 'nothing', masks);
}

function join(frame: Frame, outcome: keyof Outcomes, masks: readonly number[]): void {
  frame.outcomes[outcome] = joined(frame.outcomes[outcome], masks);
}

function joined(before: readonly number[] | undefined, masks: readonly number[]): readonly number[] {
  return before ? before.map((mask, index) => mask & masks[index]!) : masks;
}

/** What every way out of a function has established, the end of its body among them; undefined where that is nothing. */
export function outcomesOf(run: Run, frame: Frame): Outcomes | undefined {
  if (!frame.layer.dead) noteExit(run, frame);
  const { outcomes } = frame;
  return Object.values(outcomes).some((masks) => masks?.some((mask: number) => mask !== 0))
    ? outcomes
    : undefined;
}

/** Clears in the caller what the function has established of its arguments. */
export function applyGuardedParameters(
  run: Run,
  event: CallEvent,
  fn: FunctionIr,
  outcomes: Outcomes | undefined,
  offset: number,
): void {
  for (const [index, mask] of outcomes?.any?.entries() ?? []) {
    for (const { value } of mask ? givenTo(fn, index, event.expr.args, offset) : [])
      clearGuarded(run, value, settledMask(run, value, mask));
  }
}

function masksOf(run: Run, frame: Frame, fn: FunctionIr): readonly number[] {
  return fn.parameters.map((_, index) => (frame.guards ? maskOf(run, frame, fn, index) : 0));
}

function maskOf(run: Run, frame: Frame, fn: FunctionIr, index: number): number {
  const { layer } = frame;
  const direct = Number(layer.get(`&${fn.parameters[index]!.name}`)?.constant ?? 0);
  if (!run.facts.isCurrent(fn)) return direct | ofGiven(frame, fn.parameters[index]!.name);
  const origin = run.origins.parameter(index)[0]!.origin.id;
  return direct | Number(layer.get(`@${origin}`)?.constant ?? 0);
}

/** Where a function is run again with what it is given: what has been established of where all of that comes from. */
function ofGiven(frame: Frame, name: string): number {
  const taint = frame.isAsGiven(name) ? frame.layer.get(name)?.taint : undefined;
  return taint
    ? taint.reduce((mask, { origin }) => mask & Number(frame.layer.get(`@${origin.id}`)?.constant ?? 0), -1)
    : 0;
}

const tests = new Set<Expr['k']>([
  'call',
  'unary',
  'binary',
  'logic',
  'name',
  'member',
  'index',
  'await',
  'cond',
]);
