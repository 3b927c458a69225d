import { expect, test } from 'vitest';
import { compileConditions } from './compile-conditions.ts';
import type { RawItem } from './rule-file.ts';

const plain = {
  args: ['value'],
  keys: [],
  missing: undefined,
  is: undefined,
  matches: undefined,
  text: undefined,
  source: undefined,
  asksOnlySource: true,
  below: undefined,
  above: undefined,
  name: undefined,
  dynamic: undefined,
  built: undefined,
  kinds: undefined,
  escaped: undefined,
  imports: undefined,
  calls: undefined,
  naming: undefined,
  asks: undefined,
  forgets: undefined,
  function: undefined,
  object: undefined,
  list: undefined,
  gives: undefined,
  passes: undefined,
  permissive: undefined,
  normal: undefined,
  rooted: undefined,
  catastrophic: undefined,
  polynomial: undefined,
  not: false,
};
/** Of a condition that asks for more than a source text. */
const other = { ...plain, asksOnlySource: false };

test.each<[RawItem, object]>([
  [{}, plain],
  [{ arg: 0 }, { ...plain, args: [0] }],
  [{ arg: [1, 'url'] }, { ...plain, args: [1, 'url'] }],
  [{ key: 'a.b' }, { ...plain, keys: ['a', 'b'] }],
  [{ key: 0 }, { ...plain, keys: ['0'] }],
  [{ source: '^a' }, { ...plain, source: /^a/ }],
  [
    { arg: 0, key: 'a', source: 'b', not: true },
    { ...plain, args: [0], keys: ['a'], source: /b/, not: true },
  ],
  [{ not: false }, plain],
  [
    { source: 'a', matches: '(?i)b' },
    { ...other, source: /a/, matches: /b/i },
  ],
  [{ text: 'a' }, { ...other, text: /a/ }],
  [{ is: false }, { ...other, is: [false] }],
  [{ is: null }, { ...other, is: [null] }],
  [{ in: ['a', 0] }, { ...other, is: ['a', 0] }],
  [
    { is: 'b', in: ['a'] },
    { ...other, is: ['a'] },
  ],
  [
    { below: 0, above: '7' },
    { ...other, below: 0, above: 7 },
  ],
  [{ tainted: 'remote' }, { ...other, kinds: ['remote'] }],
  [{ imports: ['a', 'b'] }, { ...other, imports: ['a', 'b'] }],
  [{ inFunctionWith: 'a{b,c}' }, { ...other, calls: ['ab', 'ac'] }],
  [{ inFunctionNaming: 'token' }, { ...other, naming: ['token'] }],
  [{ inFunctionAsking: ['html', 'svg'] }, { ...other, asks: ['html', 'svg'] }],
  [{ inFunctionForgetting: 'networks' }, { ...other, forgets: 'networks' as const }],
  [{ gives: true }, { ...other, gives: true }],
  [{ passes: true }, { ...other, passes: true }],
])('%j', (raw, expected) => {
  expect(compileConditions([{}, raw])).toStrictEqual([plain, expected]);
});

test.each([
  'missing',
  'dynamic',
  'built',
  'function',
  'object',
  'list',
  'permissive',
  'normal',
  'rooted',
  'catastrophic',
  'polynomial',
])('%s may hold, may not hold, or is not asked for', (key) => {
  expect(compileConditions([{ [key]: true }, { [key]: false }, { [key]: 'yes' }])).toStrictEqual([
    { ...other, [key]: true },
    { ...other, [key]: false },
    { ...other, [key]: false },
  ]);
});

test('names are patterns, each alternative one', () => {
  const [condition] = compileConditions([{ name: ['a.{b,c}', 'd'] }]);
  expect(condition!.name!.map(({ reversed }) => reversed)).toEqual([['b', 'a'], ['c', 'a'], ['d']]);
});

test('no conditions', () => {
  expect(compileConditions(undefined)).toEqual([]);
});
