import { joinTaints, stepTaint } from '../../domain/taint.ts';
import {
  type Closure,
  deepTaint,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import { elementOf, keyOf } from '../members.ts';
import type { Method, Run } from '../run.ts';
import { callByName } from './callbacks/named-function.ts';

/** `list.map(x => …)`, `promise.then(x => …)`: the callback gets what the receiver holds. */
export function callback(
  element: (run: Run, receiver: Value) => Value,
  result: 'list' | 'value' | 'receiver' | 'none',
  position = 0,
  /** Whether a function of two parameters gets each key of a map with its value. */
  over: 'items' | 'pairs' = 'items',
): Method {
  return (run, event, receiver) => {
    const closures = event.args[0]?.closures;
    if (!closures) {
      const made = callByName(run, event, event.args[0], [element(run, receiver)]);
      return made && (result === 'list' ? listOf(made) : result === 'value' ? made : undefined);
    }
    const item = element(run, receiver);
    const stepped = item.taint ? withTaint(item, stepTaint(item.taint, event.expr, 'callback')) : item;
    let returned: Value | undefined;
    for (const closure of closures) {
      const args: Value[] = [];
      for (let i = 0; i < position; i++) args.push(event.args[1] ?? literalValue);
      if (over === 'pairs' && closure.fn.parameters.length === 2 && receiver.shape?.kind !== 'list')
        args.push(keyOf(receiver), stepped);
      else args.push(stepped, literalValue);
      const value = runCallback(run, closure, args);
      returned = returned ? joinValues(returned, value) : value;
    }
    if (result === 'list') return { ...listOf(returned ?? unknownValue), dynamic: true };
    if (result === 'value') return returned ?? unknownValue;
    return result === 'receiver' ? receiver : literalValue;
  };
}

function listOf(item: Value): Value {
  return {
    ...unknownValue,
    shape: { kind: 'list', fields: new Map(), rest: item, length: undefined },
  };
}

function runCallback(run: Run, closure: Closure, args: readonly Value[]): Value {
  return run.runClosure(closure, args, undefined);
}

export const awaited = (_run: Run, receiver: Value) => receiver;
export const element = (run: Run, receiver: Value) => elementOf(run, receiver);

/** What an optional holds, or what the function makes: `found.orElseGet(() => other)`. */
export const heldOrMade: Method = (run, event, receiver) => {
  const made = supplied(run, event, receiver);
  return made && { ...unknownValue, taint: joinTaints(deepTaint(receiver), deepTaint(made)) };
};

/** What a function given to another thread returns is what its future holds. */
export const supplied: Method = (run, event, receiver) =>
  callback(() => unknownValue, 'value')(run, event, receiver);
