import { concatenated, textOf } from '../../domain/constants.ts';
import { joinTaints, stepTaint } from '../../domain/taint.ts';
import { constantValue, deepTaint, isDynamic, unknownValue } from '../../domain/value.ts';
import { writeBack } from '../assignments.ts';
import type { Method } from '../run.ts';
import { append, extend, startOfChain } from './collection-methods.ts';

/** `<<` adds to a list and to a text. */
export const shovel: Method = (run, event, receiver) => {
  const value = event.args[0];
  // `sql << a << b` adds to what the chain begins with.
  const receiverExpr = startOfChain(event);
  if (!value || !receiverExpr) return undefined;
  if (receiver.shape?.kind === 'list') {
    append(run, { ...event, receiverExpr }, receiver);
    return run.evaluate(receiverExpr);
  }
  if (textOf(receiver) !== undefined || (!receiver.name && !receiver.shape)) {
    const next = concatenated([receiver, value]);
    if (next.text && next.taint) run.events.joined(run, [receiver, value], event.expr);
    writeBack(run, receiverExpr, next);
    return next;
  }
  return append(run, { ...event, receiverExpr }, receiver);
};

/** Text to text: computed where it is known, else the same text with the same taint. */
export const changedText =
  (compute: (text: string) => string): Method =>
  (_run, event, receiver) => {
    if (typeof receiver.constant === 'string' && event.args.length === 0)
      return constantValue(compute(receiver.constant));
    if (receiver.shape) return receiver;
    return textOf(receiver) !== undefined ? { ...receiver, name: undefined } : undefined;
  };

/** The same collection, as far as what it holds is concerned. */
export const kept: Method = (_run, event, receiver) =>
  receiver.shape && event.args.length === 0 ? receiver : undefined;

/** Adds texts to a text, and what is in lists to a list. */
export const concat: Method = (run, event, receiver) => {
  const { receiverExpr } = event;
  if (!receiverExpr || event.args.length === 0) return undefined;
  if (receiver.shape?.kind === 'list') {
    for (const list of event.args) extend(run, { ...event, args: [list] }, run.evaluate(receiverExpr));
    return run.evaluate(receiverExpr);
  }
  const next = concatenated([receiver, ...event.args]);
  writeBack(run, receiverExpr, next);
  return next;
};

export const replaceText: Method = (_run, event, receiver) => {
  if (event.match || event.args.length < 2) return undefined;
  const taint = joinTaints(receiver.taint, deepTaint(event.args[1]!));
  return {
    ...unknownValue,
    taint: stepTaint(taint, event.expr),
    dynamic: isDynamic(receiver) || isDynamic(event.args[1]!),
    text: textOf(receiver),
  };
};
