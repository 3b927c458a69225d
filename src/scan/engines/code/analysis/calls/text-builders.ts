import type { CallEvent } from '../../domain/call-event.ts';
import { concatenated } from '../../domain/constants.ts';
import { constantValue, literalValue, type Value } from '../../domain/value.ts';
import { writeBack } from '../assignments.ts';
import type { Method, Run } from '../run.ts';
import { append, appendText, insert, startOfChain } from './collection-methods.ts';
import { replace } from './text-methods.ts';

/** Builders, buffers and writers that keep the text they are given. They are that text, under the name of what holds it. */
const builder = /^(?:StringBuilder|StringBuffer)\(\)$/;
const holder =
  /^(?:StringBuilder|StringBuffer|StringWriter|CharArrayWriter|ByteArrayOutputStream|StringJoiner)\(\)$/;

function isBuilder(receiver: Value): boolean {
  return builder.test(String(receiver.name ?? ''));
}

/** Puts the changed text where the builder is kept; the call gives the builder itself. */
function changed(run: Run, event: CallEvent, receiver: Value, text: Value): Value {
  const next = { ...text, name: receiver.name, instance: undefined };
  const root = startOfChain(event);
  if (root) writeBack(run, root, next);
  return next;
}

/** The same letters in another order or number: what they are is not known any more, where they come from is. */
function disturbed(value: Value): Value {
  return value.constant === undefined && value.text === undefined
    ? value
    : { ...value, constant: undefined, text: undefined };
}

const insertText: Method = (run, event, receiver) => {
  const [, text] = event.args;
  if (!text || !isBuilder(receiver)) return insert(run, event, receiver);
  const before = isEmpty(receiver) ? constantValue('') : receiver;
  return changed(run, event, receiver, concatenated([text, before]));
};

const replaceText: Method = (run, event, receiver) => {
  const [, , text] = event.args;
  if (!isBuilder(receiver)) return replace(run, event, receiver);
  return changed(run, event, receiver, disturbed(concatenated(text ? [receiver, text] : [receiver])));
};

const disturb: Method = (run, event, receiver) =>
  isBuilder(receiver) ? changed(run, event, receiver, disturbed(receiver)) : undefined;

const setLength: Method = (run, event, receiver) => {
  if (!isBuilder(receiver)) return undefined;
  return event.args[0]?.constant === 0
    ? changed(run, event, receiver, constantValue(''))
    : disturb(run, event, receiver);
};

const write: Method = (run, event, receiver) => {
  const [text] = event.args;
  return text && holder.test(String(receiver.name ?? ''))
    ? appendText(run, event, receiver, text)
    : undefined;
};

const addPart: Method = (run, event, receiver) => write(run, event, receiver) ?? append(run, event, receiver);

const content: Method = (_run, event, receiver) =>
  event.args.length === 0 && holder.test(String(receiver.name ?? ''))
    ? { ...receiver, name: undefined }
    : undefined;

const toText: Method = (run, event, receiver) =>
  content(run, event, receiver) ??
  (receiver.constant === undefined ? undefined : constantValue(String(receiver.constant)));

function isEmpty(receiver: Value): boolean {
  return receiver.text === undefined && receiver.constant === undefined && !receiver.taint;
}

export const textBuilderMethods: ReadonlyArray<readonly [string, Method]> = [
  ['append', addPart],
  ['delete', disturb],
  ['deleteCharAt', disturb],
  [
    'flush',
    (_run, _event, receiver) => (holder.test(String(receiver.name ?? '')) ? literalValue : undefined),
  ],
  ['insert', insertText],
  ['replace', replaceText],
  ['reverse', disturb],
  ['setCharAt', disturb],
  ['setLength', setLength],
  ['toByteArray', content],
  ['toCharArray', (_run, _event, receiver) => (receiver.taint ? { ...disturbed(receiver) } : undefined)],
  ['toString', toText],
  ['write', write],
];
