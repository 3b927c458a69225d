import type { CallEvent } from '../../domain/call-event.ts';
import { joinValues, literalValue, namedValue, type Value } from '../../domain/value.ts';
import type { Run } from '../run.ts';

/** `new Promise((resolve) => resolve(x))` holds `x`: the function is run with a name in place of `resolve`, and what that is called with is kept. */
export function promiseOf(run: Run, event: CallEvent): Value | undefined {
  const closure = event.args[0]?.closures?.[0];
  if (!event.expr.isNew || !closure || !promiseNames.has(event.name.segment)) return undefined;
  const settled: Value[] = [];
  const name = run.rules.root.child(`${resolver}${run.settling.length}`);
  run.settling.push(settled);
  run.runClosure(closure, [namedValue(name), namedValue(run.rules.root.child('~reject'))], undefined);
  run.settling.pop();
  return settled.length ? settled.reduce((all, value) => joinValues(all, value)) : undefined;
}

/** Whether a call settles a promise that is being made; keeps what it is settled with. */
export function settles(run: Run, event: CallEvent): Value | undefined {
  const { name, args } = event;
  if (run.settling.length === 0 || name.depth !== 1 || !name.segment.startsWith(resolver)) return undefined;
  const settled = run.settling[Number(name.segment.slice(resolver.length))];
  if (args[0]) settled?.push(args[0]);
  return literalValue;
}

const resolver = '@resolve';
const promiseNames = new Set(['Promise', '~Promise', 'bluebird']);
