import type { CallEvent } from '../../../domain/call-event.ts';
import { isAsGiven } from '../../../domain/taint.ts';
import type { Value } from '../../../domain/value.ts';
import type { Run } from '../../run.ts';

/** `handle(data)`, where `handle` is a parameter: the functions that callers hand over get the data, wherever they are. */
export function noteGivenCall(run: Run, event: CallEvent, target: Value): void {
  if (event.expr.callee.k !== 'name' || target.closures || !run.abilities.crossFile) return;
  for (const entry of target.taint ?? []) {
    const { origin } = entry;
    if (origin.k === 'parameter' && origin.index >= 0 && origin.field === undefined && isAsGiven(entry))
      run.facts.givenCall(origin.index, event);
  }
}
