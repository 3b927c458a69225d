import type { CallEvent } from '../../domain/call-event.ts';
import { stepTaint } from '../../domain/taint.ts';
import {
  deepTaint,
  isDynamic,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import { blockName } from '../../ir/block-name.ts';
import type { Expr } from '../../ir/ir.ts';
import { elementOf, keyOf } from '../members.ts';
import type { Method, Run } from '../run.ts';
import { allOf } from './map-methods.ts';

/** What a method hands to its block. */
type Argument = (run: Run, event: CallEvent, receiver: Value) => Value[];
type Result = 'list' | 'value' | 'receiver' | 'nothing';

function runBlock(run: Run, event: CallEvent, args: readonly Value[]): Value | undefined {
  let returned: Value | undefined;
  for (const closure of event.named.get(blockName)?.closures ?? []) {
    const given = spread(run, args, event.receiverExpr, closure.fn.parameters.length);
    const value = run.runClosure(closure, given, undefined);
    returned = returned ? joinValues(returned, value) : value;
  }
  return returned;
}

/** A block of several parameters that gets one value gets its parts: `pairs.each { |key, value| … }`. */
function spread(
  run: Run,
  args: readonly Value[],
  receiver: Expr | undefined,
  wanted: number,
): readonly Value[] {
  const [item] = args;
  if (!item || args.length > 1 || wanted < 2 || (!item.taint && !item.shape)) return args;
  // `list.each_with_index.map { |item, index| … }`
  if (receiver?.k === 'call' && receiver.callee.k === 'member' && receiver.callee.property.endsWith('_index'))
    return [item, literalValue];
  if (item.shape?.kind !== 'list')
    return Array.from({ length: wanted }, () => ({ ...unknownValue, taint: deepTaint(item) }));
  const { fields } = item.shape;
  return Array.from({ length: wanted }, (_, at) => fields.get(String(at)) ?? elementOf(run, item));
}

/** A method that calls its block with parts of the receiver. */
export function withBlock(parts: Argument, result: Result): Method {
  return (run, event, receiver) => {
    if (!event.named.get(blockName)?.closures) return undefined;
    const args = parts(run, event, receiver).map((part) =>
      part.taint ? withTaint(part, stepTaint(part.taint, event.expr)) : part,
    );
    const returned = runBlock(run, event, args);
    if (result === 'value') return returned ?? unknownValue;
    if (result === 'receiver') return receiver;
    if (result === 'nothing') return receiver;
    return {
      ...unknownValue,
      dynamic: returned ? isDynamic(returned) : true,
      shape: { kind: 'list', fields: new Map(), rest: returned ?? unknownValue, length: undefined },
    };
  };
}

/** A list hands over its items, a hash its keys and values. */
export const items: Argument = (run, _event, receiver) =>
  receiver.shape?.kind === 'map' ? [keyOf(receiver), allOf(receiver)] : [elementOf(run, receiver)];
export const itemAndIndex: Argument = (run, event, receiver) => [
  elementOf(run, receiver),
  event.args[0] ?? literalValue,
];
export const accumulated: Argument = (run, event, receiver) => [
  event.args[0] ?? unknownValue,
  elementOf(run, receiver),
];
export const itself: Argument = (_run, _event, receiver) => [receiver];
export const counted: Argument = () => [literalValue];

/** `each_with_object(made) { |item, made| … }`: what the receiver holds may end in what is made. */
export const intoObject: Method = (run, event, receiver) => {
  const made = event.args[0] ?? unknownValue;
  if (!event.named.get(blockName)?.closures) return undefined;
  runBlock(run, event, [elementOf(run, receiver), made]);
  return run.taintBoth(made, deepTaint(receiver));
};

export const allValues: Argument = (_run, _event, receiver) => [allOf(receiver)];
export const allKeys: Argument = (_run, _event, receiver) => [keyOf(receiver)];
