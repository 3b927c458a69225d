import { listOf, withField, withRest, writeBack } from '../../analysis/assignments.ts';
import { awaited, callback, supplied } from '../../analysis/calls/callback-methods.ts';
import { collectionClassMethods } from '../../analysis/calls/collection-classes.ts';
import { get, set } from '../../analysis/calls/collection-methods.ts';
import { textBuilderMethods } from '../../analysis/calls/text-builders.ts';
import { textMethod } from '../../analysis/calls/text-methods.ts';
import type { Method } from '../../analysis/run.ts';
import { settingValue } from '../../domain/setting-value.ts';
import { literalValue } from '../../domain/value.ts';

/** `reference.set(x)` and `list.set(i, x)`. */
const setValue: Method = (run, event, receiver) => {
  const [value, second] = event.args;
  if (second || !value || !event.receiverExpr || !holders.test(String(receiver.name ?? '')))
    return set(run, event, receiver);
  writeBack(run, event.receiverExpr, { ...receiver, taint: undefined, shape: listOf([value]).shape });
  return literalValue;
};

const getValue: Method = (run, event, receiver) =>
  event.args.length === 0 && holders.test(String(receiver.name ?? ''))
    ? receiver.shape?.fields.get('0')
    : get(run, event, receiver);

const holders = /^(?:Atomic\w+|ThreadLocal|InheritableThreadLocal)\(\)$/;

/** Requests, sessions and pages carry values under names, beside what else they are. */
const setAttribute: Method = (run, event, receiver) => {
  const [key, value] = event.args;
  if (!key || !value || !event.receiverExpr || !run.abilities.shapes) return undefined;
  const held =
    key.constant === undefined
      ? withRest(receiver, value)
      : withField(receiver, 'map', attributeKey(key.constant), value);
  writeBack(run, event.receiverExpr, held);
  return literalValue;
};

const getAttribute: Method = (_run, event, receiver) => {
  const key = event.args[0]?.constant;
  return key === undefined ? undefined : receiver.shape?.fields.get(attributeKey(key));
};

function attributeKey(key: unknown): string {
  return `attribute ${key}`;
}

/** What was put under the key; else what a file of settings says. */
const getSetting: Method = (run, event, receiver) => {
  const [key, otherwise] = event.args;
  if (typeof key?.constant !== 'string') return get(run, event, receiver);
  const known = receiver.shape?.fields.get(key.constant);
  if (known) return known;
  const setting = settingValue(run.rules, key.constant, otherwise?.constant);
  const rest = receiver.shape?.rest?.taint;
  return rest ? { ...setting, taint: rest } : setting;
};

/** A stream of numbers carries no text. */
const numbers: Method = () => literalValue;

export const javaMethods: ReadonlyMap<string, Method> = new Map([
  ...collectionClassMethods,
  ...textBuilderMethods,
  ['get', getValue],
  ['getAttribute', getAttribute],
  ['getProperty', getSetting],
  ['set', setValue],
  ['setAttribute', setAttribute],
  ['setProperty', set],
  ['submit', supplied],
  ['supplyAsync', supplied],
  ['thenAccept', callback(awaited, 'none')],
  ['thenApply', callback(awaited, 'value')],
  ['thenCompose', callback(awaited, 'value')],
  ['ifPresent', callback(awaited, 'none')],
  ['length', textMethod((text) => text.length)],
  ['isEmpty', textMethod((text) => text === '')],
  ['isBlank', textMethod((text) => text.trim() === '')],
  ['mapToDouble', numbers],
  ['mapToInt', numbers],
  ['mapToLong', numbers],
]);
