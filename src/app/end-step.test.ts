import { expect, test } from 'vitest';
import { endStep } from './end-step.ts';

function steps() {
  const warned: unknown[] = [];
  const log = { warn: (fields: object, message: string) => warned.push([fields, message]) };
  return { warned, log: log as never };
}

test('a step that is done says so, however long it may take', async () => {
  const { warned, log } = steps();
  expect(await endStep('one', async () => 1, { log })).toBe(true);
  expect(await endStep('one', () => undefined, { log, limitMs: 60_000 })).toBe(true);
  expect(warned).toEqual([]);
});

test('a step that fails, at once or later, is logged and no more', async () => {
  const { warned, log } = steps();
  const error = new Error('no');
  const fails = () => {
    throw error;
  };
  expect(await endStep('one', fails, { log })).toBe(false);
  expect(await endStep('two', async () => fails(), { log, limitMs: 60_000 })).toBe(false);
  expect(warned).toEqual([
    [{ err: error, step: 'one' }, 'a step of the end failed'],
    [{ err: error, step: 'two' }, 'a step of the end failed'],
  ]);
});

test('a step that finds no end is left, and that it fails later is logged and no more', async () => {
  const { warned, log } = steps();
  let fail = (_: Error) => {};
  const never = () => new Promise((_, reject) => (fail = reject));
  expect(await endStep('one', never, { log, limitMs: 10 })).toBe(false);
  const error = new Error('later');
  fail(error);
  await new Promise(setImmediate);
  expect(warned).toEqual([
    [{ step: 'one', limitMs: 10 }, 'a step of the end took too long and was left'],
    [{ err: error, step: 'one' }, 'a step of the end failed'],
  ]);
});
