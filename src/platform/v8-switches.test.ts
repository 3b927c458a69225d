import { cachedDataVersionTag } from 'node:v8';
import { expect, test } from 'vitest';
import { isOff, set, turnAllOn, turnOff, without } from './v8-switches.ts';

test('what is turned off for a while is on again afterwards, and what was off before stays off', () => {
  const atFirst = cachedDataVersionTag();
  turnOff(['wasm-tier-up']);
  const inside = without(['wasm-tier-up', 'wasm-dynamic-tiering'], () => isOff('wasm-dynamic-tiering'));
  expect(inside).toBe(true);
  expect([isOff('wasm-tier-up'), isOff('wasm-dynamic-tiering')]).toEqual([true, false]);
  expect(cachedDataVersionTag()).not.toBe(atFirst);
  turnAllOn();
  expect(cachedDataVersionTag()).toBe(atFirst);
});

test('a number that was set is what it was at the start again', () => {
  const atFirst = cachedDataVersionTag();
  set('regexp-tier-up-ticks', 100, 1);
  expect(cachedDataVersionTag()).not.toBe(atFirst);
  turnAllOn();
  expect(cachedDataVersionTag()).toBe(atFirst);
});
