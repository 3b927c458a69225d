import { type CallEvent, partOf } from '../../domain/call-event.ts';
import { stepTaint } from '../../domain/taint.ts';
import { deepTaint, unknownValue, type Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Returned } from '../../knowledge/rule-types.ts';
import type { Run } from '../run.ts';
import { followCall } from './follow-call.ts';
import { mayBeLocal } from './may-be-local.ts';

/** `executor.submit(f, x)` and `Thread(target=f, args=(x,))` are calls of `f(x)`, made by somebody else. */
export function invokeFunction(run: Run, event: CallEvent, returned: Returned): Value | undefined {
  const which = returned.invokes;
  const target = which === undefined ? undefined : partOf(event, which);
  return target && call(run, target, argumentsFor(event, returned, which!));
}

/**
 * `partial(f, x)` and `f.bind(self, x)` give a function that has its first arguments already. What is handed over here can do its harm
 * whatever is added later, so it is looked at now.
 */
export function bindFunction(run: Run, event: CallEvent, which: number | string): Value | undefined {
  const target = partOf(event, which);
  if (!target) return undefined;
  // The first argument of `bind` is the object and no argument of the function.
  const from = which === 'receiver' ? 1 : Number(which) + 1;
  const args = event.args.slice(from);
  if (args.length === 0 && event.named.size === 0) return target;
  call(run, target, { ...event, args });
  const closures = target.closures?.map((closure) => ({
    ...closure,
    bound: { args: [...(closure.bound?.args ?? []), ...args], named: event.named },
  }));
  return { ...target, closures };
}

function argumentsFor(event: CallEvent, { list, map }: Returned, which: number | string): CallEvent {
  if (list === undefined) {
    const named = typeof which === 'string' ? without(event.named, which) : event.named;
    return { ...event, args: typeof which === 'number' ? event.args.slice(which + 1) : event.args, named };
  }
  const given = event.named.get(list);
  const named = map === undefined ? undefined : event.named.get(map)?.shape?.fields;
  const items =
    given?.shape?.kind === 'list' && !given.shape.rest ? [...given.shape.fields.values()] : undefined;
  return {
    ...event,
    args: items ?? (given ? [{ ...unknownValue, taint: given.taint }] : []),
    named: named ?? new Map(),
  };
}

/** What comes out, where the function is one of the program. */
function call(run: Run, target: Value, given: CallEvent): Value | undefined {
  const name = target.name ?? run.rules.root.child('?');
  const match = run.rules.match(name);
  // The arguments as they are written stand at other positions than those of the function.
  const expr = { ...given.expr, args: [] };
  const event = { ...given, expr, name, match, receiver: undefined, receiverExpr: undefined };
  if (match) run.events.called(run, event);
  if (target.closures) return followCall(run, event, target);
  if (!match && run.abilities.crossFile && isOfRepository(run, name)) run.facts.linkedCall(name, event);
  return undefined;
}

/** `found.map(parser::read)`: a method of an object whose class another file has is called with what the object that takes it holds. */
export function callHandedMethods(run: Run, event: CallEvent): void {
  // Elsewhere the same is written for a field that is read.
  if (!run.abilities.crossFile || !run.traits.accessorMethods) return;
  for (const [index, { name, closures, taint }] of event.args.entries()) {
    const expr = event.expr.args[index]?.value;
    if (expr?.k !== 'member' || closures || !name || name.parent?.segment !== callSegment) continue;
    const held = event.receiver && deepTaint(event.receiver);
    if (!(taint || held) || run.rules.match(name) || !isOfRepository(run, name)) continue;
    const receiver = run.evaluate(expr.object);
    const args = [{ ...unknownValue, taint: held && stepTaint(held, event.expr, 'callback') }];
    const call = {
      ...event,
      expr: { ...event.expr, args: [] },
      name,
      match: null,
      args,
      named: noNames,
      receiver,
    };
    run.facts.linkedCall(name, { ...call, receiverExpr: expr.object }, 'modelled');
  }
}

const noNames: ReadonlyMap<string, Value> = new Map();

function isOfRepository(run: Run, name: Name): boolean {
  const first = name.segments()[0];
  return first !== undefined && mayBeLocal(run, first) && !run.rules.knows(first);
}

function without(named: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const others = new Map(named);
  others.delete(key);
  return others;
}
