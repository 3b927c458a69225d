import { settingValue } from '../../domain/setting-value.ts';
import { joinTaints } from '../../domain/taint.ts';
import { literalValue } from '../../domain/value.ts';
import { listOf, withField, withRest, writeBack } from '../assignments.ts';
import type { Method } from '../run.ts';
import { get, set } from './collection-methods.ts';

/** `reference.set(x)` of an object that holds one value; else `list.set(i, x)`. */
export const setHeld =
  (holders: RegExp): Method =>
  (run, event, receiver) => {
    const [value, second] = event.args;
    if (second || !value || !event.receiverExpr || !holders.test(String(receiver.name ?? '')))
      return set(run, event, receiver);
    writeBack(run, event.receiverExpr, { ...receiver, taint: undefined, shape: listOf([value]).shape });
    return literalValue;
  };

export const getHeld =
  (holders: RegExp): Method =>
  (run, event, receiver) =>
    event.args.length === 0 && holders.test(String(receiver.name ?? ''))
      ? receiver.shape?.fields.get('0')
      : get(run, event, receiver);

/** Requests, sessions and pages carry values under names, next to what else they are. */
export const setAttribute: Method = (run, event, receiver) => {
  const [key, value] = event.args;
  if (!key || !value || !event.receiverExpr || !run.abilities.shapes) return undefined;
  const held =
    key.constant === undefined
      ? withRest(receiver, value)
      : withField(receiver, 'map', attributeKey(key.constant), value);
  writeBack(run, event.receiverExpr, held);
  return literalValue;
};

export const getAttribute: Method = (_run, event, receiver) => {
  const key = event.args[0]?.constant;
  return key === undefined ? undefined : receiver.shape?.fields.get(attributeKey(key));
};

function attributeKey(key: unknown): string {
  return `attribute ${key}`;
}

/** What was put under the key; else what a file of settings says. */
export const getSetting: Method = (run, event, receiver) => {
  const [key, otherwise] = event.args;
  if (typeof key?.constant !== 'string') return get(run, event, receiver);
  const known = receiver.shape?.fields.get(key.constant);
  if (known) return known;
  const setting = settingValue(run.rules, key.constant, otherwise?.constant);
  const rest = joinTaints(receiver.shape?.rest?.taint, receiver.taint);
  return rest ? { ...setting, taint: rest } : setting;
};

/** A stream of numbers carries no text. */
export const numbers: Method = () => literalValue;
