import type { CallEvent } from '../../domain/call-event.ts';
import { concatenated, formatted, maxText, piecesOf, textOf } from '../../domain/constants.ts';
import { joinTaints, stepTaint } from '../../domain/taint.ts';
import {
  constantValue,
  deepTaint,
  isDynamic,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import { writeBack } from '../assignments.ts';
import type { Method, Run } from '../run.ts';

/** Text gathered in a buffer. */
export const write: Method = (run, event, receiver) => {
  const value = event.args[0];
  if (!value || !event.receiverExpr || !bufferName.test(String(receiver.name ?? ''))) return undefined;
  const before = receiver.shape ? [receiver.shape.rest ?? literalValue] : [];
  const content = before.length ? concatenated([...before, value]) : value;
  writeBack(run, event.receiverExpr, {
    ...receiver,
    shape: { kind: 'list', fields: new Map(), rest: content, length: undefined },
  });
  return literalValue;
};

export const getvalue: Method = (_run, _event, receiver) =>
  receiver.shape?.rest && bufferName.test(String(receiver.name ?? '')) ? receiver.shape.rest : undefined;

const bufferName = /(?:StringIO|BytesIO|StringBuilder|StringBuffer)\(\)$/;

/** `list.join(separator)`. */
export const join: Method = (_run, event, receiver) =>
  receiver.shape ? joined(event.args[0] ?? constantValue(','), receiver) : undefined;

/** `separator.join(list)`. */
export const joinArgument: Method = (_run, event, receiver) => {
  const [list] = event.args;
  return list && (list.shape || receiver.constant !== undefined) ? joined(receiver, list) : undefined;
};

function joined(separator: Value, list: Value): Value {
  const parts: Value[] = [];
  for (const item of list.shape?.fields.values() ?? []) {
    if (parts.length) parts.push(separator);
    parts.push(item);
  }
  const rest = list.shape
    ? list.shape.rest
    : { ...unknownValue, taint: list.taint, dynamic: isDynamic(list) };
  if (rest) parts.push(rest, constantValue(''));
  const text = concatenated(parts.length ? parts : [constantValue('')]);
  return withTaint(text, joinTaints(text.taint, list.taint));
}

/** `strings.Join`, `implode` and `joinToString`, which lowerings turn into a method of the list. */
export const joinItems: Method = (_run, event, receiver) => {
  const [separator = constantValue('')] = event.args;
  const { shape } = receiver;
  if (shape?.kind !== 'list' || shape.rest || shape.length === undefined)
    return {
      ...unknownValue,
      taint: joinTaints(deepTaint(receiver), deepTaint(separator)),
      dynamic: isDynamic(receiver) || isDynamic(separator),
    };
  const parts = [...shape.fields.values()].flatMap((item, i) => (i ? [separator, item] : [item]));
  const joined = concatenated(parts.length ? parts : [constantValue('')]);
  return withTaint(joined, joinTaints(joined.taint, receiver.taint));
};

/** `text.concat(…)` is `text + …`. */
export const concat: Method = (_run, event, receiver) =>
  textOf(receiver) === undefined || event.openList ? undefined : concatenated([receiver, ...event.args]);

/** What is cut off at the ends of a text leaves it the text that it is. */
export const trim: Method = (run, event, receiver) => {
  if (receiver.text !== undefined && event.args.length === 0) return { ...receiver, name: undefined };
  return textMethod((text, args) => (args.length ? undefined : text.trim()))(run, event, receiver);
};

export const format: Method = (run, event, receiver) => {
  if (textOf(receiver) === undefined) return undefined;
  const { opened } = event;
  // `'{name}'.format(**data)`: any field of it may be put in.
  const fields = opened ? [{ ...unknownValue, taint: deepTaint(opened) }] : [];
  const values = [...event.args, ...event.named.values(), ...fields];
  const value = formatted(receiver, ...values);
  if (value.text && value.taint) run.events.joined(run, piecesOf(receiver, values), event.expr);
  return value;
};

/** Texts of which both sides are constants are computed; all others keep their taint. */
export function textMethod(compute: (text: string, args: unknown[]) => unknown): Method {
  return (run, event, receiver) => {
    const { constant } = receiver;
    const args = event.args.map((arg) => arg.constant);
    if (run.abilities.constants && typeof constant === 'string' && args.every((arg) => arg !== undefined)) {
      const result = compute(constant, args);
      if (typeof result === 'string' || typeof result === 'number' || typeof result === 'boolean')
        return constantValue(result);
    }
    return undefined;
  };
}

export const replace: Method = (run, event, receiver) => {
  if (isModule(run, receiver) || replacesInArgument(event)) return undefined;
  const computed = textMethod((text, [from, to]) =>
    typeof from === 'string' && typeof to === 'string' ? replacedText(text, from, to) : undefined,
  )(run, event, receiver);
  if (computed) return computed;
  const replacement = event.args[1];
  const taint = joinTaints(receiver.taint, replacement && deepTaint(replacement));
  return {
    ...unknownValue,
    taint: stepTaint(taint, event.expr),
    dynamic: isDynamic(receiver) || (replacement !== undefined && isDynamic(replacement)),
    text: textWithHoles(receiver, event.args[0]?.constant),
  };
};

/** `expression.replace(text, by)`: the object is the expression, and not the text. */
function replacesInArgument({ match }: CallEvent): boolean {
  return match?.sanitizers.some(({ strips }) => strips?.pattern === 'receiver') ?? false;
}

/** A class or module that the rules know is no text: its function takes the text as an argument. */
function isModule(run: Run, { name, text, constant }: Value): boolean {
  return name?.depth === 1 && text === undefined && constant === undefined && run.rules.knows(name.segment);
}

function replacedText(text: string, from: string, to: string): string | undefined {
  if (text.length > maxText || text.length + (text.length + 1) * to.length > maxReplaced) return undefined;
  const replaced = text.replaceAll(from, to);
  return replaced.length > maxText ? undefined : replaced;
}

/** What a replacement may cost at most, before it is known how often it takes place. */
const maxReplaced = 1 << 20;

/** The text with holes where something that is not known was put in. */
function textWithHoles(receiver: Value, from: unknown): string | undefined {
  const text = textOf(receiver);
  return typeof from === 'string' && from !== '' ? text?.replaceAll(from, '\0') : text;
}

export const split: Method = (_run, _event, receiver) =>
  receiver.taint || receiver.constant !== undefined
    ? {
        ...unknownValue,
        dynamic: isDynamic(receiver),
        taint: receiver.taint,
        name: receiver.name?.child('split').called(),
      }
    : undefined;
