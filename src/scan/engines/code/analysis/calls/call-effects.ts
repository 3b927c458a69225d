import type { CallEvent } from '../../domain/call-event.ts';
import type { Frame } from '../../domain/scope.ts';
import { type Binding, instantiate, type Summary } from '../../domain/summary.ts';
import type { Closure, Value } from '../../domain/value.ts';
import { receiverOffset } from '../../ir/language-traits.ts';
import { withField, writeBack } from '../assignments.ts';
import { applyGuardedParameters, outcomesOf } from '../guards/guarded-parameters.ts';
import type { Run } from '../run.ts';

/** What a function that was run in line left in its object and in what was passed by reference. */
export function keepEffects(run: Run, event: CallEvent, closure: Closure, frame: Frame): void {
  const { fn, self } = closure;
  if (self && frame.self && frame.self !== self && event.receiverExpr && fn.className !== undefined)
    writeBack(run, event.receiverExpr, { ...frame.self, taint: self.taint, name: self.name });
  const offset = receiverOffset(run.traits, fn);
  applyGuardedParameters(run, event, fn, outcomesOf(run, frame), offset);
  for (const [i, parameter] of fn.parameters.entries()) {
    if (!parameter.reference) continue;
    const given = event.expr.args[i - offset];
    const { target } = parameter;
    const left = frame.layer.get(target.k === 'name' ? target.name : parameter.name);
    if (given && left && left !== event.args[i - offset]) writeBack(run, given.value, left);
  }
}

/** The same by the function's summary: fields of the object hold what the summary says in terms of the arguments. */
export function keepSummarisedFields(
  run: Run,
  event: CallEvent,
  summary: Summary,
  self: Value | undefined,
  bind: Binding,
): void {
  const changed = summary.self?.shape?.fields;
  if (!changed?.size || !self?.instance || !event.receiverExpr || summary.fn.className === undefined) return;
  if (summary.fn.name === run.traits.constructorName) return;
  let next = self;
  for (const [name, field] of changed)
    next = withField(next, 'map', name, instantiate(field, bind, event.expr));
  writeBack(run, event.receiverExpr, next);
}
