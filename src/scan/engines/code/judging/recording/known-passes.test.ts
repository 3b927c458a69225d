import { expect, test } from 'vitest';
import type { TaintEntry } from '../../domain/taint.ts';
import { KnownPasses } from './known-passes.ts';

const entry = (id: number, mask: number, awaits?: readonly string[]): TaintEntry => ({
  origin: { k: 'parameter', id, index: 0, field: undefined },
  mask,
  step: undefined,
  check: undefined,
  awaits,
});

test('a call is known by where it begins and by what is called', () => {
  const known = new KnownPasses();
  known.addCall(10, ['a', 'run'], 0);
  known.addCall(10, ['b', 'run'], 1);
  known.addCall(20, ['a', 'run'], 2);
  expect(known.call(10, ['a', 'run'])).toBe(0);
  expect(known.call(10, ['b', 'run'])).toBe(1);
  expect(known.call(20, ['a', 'run'])).toBe(2);
  expect(known.call(10, ['a'])).toBeUndefined();
  expect(known.call(30, ['a', 'run'])).toBeUndefined();
});

test('what is passed is new once for each call, argument, origin, kind of harm, field and question', () => {
  const known = new KnownPasses();
  const passes: Array<Parameters<KnownPasses['isNew']>> = [
    [0, 0, '', entry(1, 1)],
    [1, 0, '', entry(1, 1)],
    [0, -1, '', entry(1, 1)],
    [0, 1, '', entry(1, 1)],
    [0, 0, '', entry(2, 1)],
    [0, 0, '', entry(1, 2)],
    [0, 0, 'name', entry(1, 1)],
    [0, 0, '', entry(1, 1, ['in 1'])],
    [0, 0, '', entry(1, 1, ['in 1', 'in 2'])],
  ];
  for (const pass of passes) expect(known.isNew(...pass)).toBe(true);
  for (const [call, arg, field, { awaits, ...rest }] of passes)
    expect(known.isNew(call, arg, field, { ...rest, awaits: awaits && [...awaits] })).toBe(false);
});
