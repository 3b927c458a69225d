import { expect, test } from 'vitest';
import { Frame, Layer, mergeLayers, scopeOf } from './scope.ts';
import { constantValue, literalValue, nullValue, unknownValue } from './value.ts';

const one = constantValue(1);
const two = constantValue(2);

test('a layer sees through to those below and writes only into itself', () => {
  const base = new Layer();
  base.set('a', one);
  const branch = new Layer(base);
  expect(branch.get('a')).toBe(one);
  branch.set('a', two);
  expect([branch.get('a'), base.get('a'), base.get('b')]).toEqual([two, one, undefined]);
});

test('branches are merged: what they agree on holds, what one sets is joined with what was before', () => {
  const base = new Layer();
  base.set('a', one);
  base.set('b', one);
  const [yes, no] = [new Layer(base), new Layer(base)];
  yes.set('a', two);
  no.set('a', two);
  yes.set('b', two);
  yes.set('c', one);
  expect(mergeLayers(base, [yes, no])).toBe(true);
  expect(base.get('a')).toBe(two);
  expect(base.get('b')!.either).toEqual([2, 1]);
  expect(base.get('c')).toBe(one);
});

test('a branch that ends says nothing; where all end nothing runs behind them', () => {
  const base = new Layer();
  base.set('a', one);
  const [dead, live] = [new Layer(base), new Layer(base)];
  dead.dead = true;
  dead.set('a', two);
  live.set('a', one);
  expect(mergeLayers(base, [dead, live])).toBe(false);
  expect([base.get('a'), base.dead]).toEqual([one, false]);
  expect(mergeLayers(base, [dead])).toBe(false);
  expect(base.dead).toBe(true);
});

test('what a guard found out holds afterwards only where every way led through one', () => {
  const base = new Layer();
  const [yes, no] = [new Layer(base), new Layer(base)];
  yes.set('#a.b', literalValue);
  expect(mergeLayers(base, [yes, no])).toBe(false);
  expect(base.get('#a.b')).toBeUndefined();
  no.set('#a.b', literalValue);
  mergeLayers(base, [yes, no]);
  expect(base.get('#a.b')).toBe(literalValue);
});

test('layers over layers are merged down to the base', () => {
  const base = new Layer();
  const lower = new Layer(base);
  lower.set('a', one);
  const upper = new Layer(lower);
  upper.set('a', two);
  upper.set('b', one);
  mergeLayers(base, [upper]);
  expect([base.get('a'), base.get('b')]).toEqual([two, one]);
});

test('a variable belongs to the innermost frame that declares it, and has a version for each time it is set', () => {
  const outer = new Frame(undefined, new Set(['a', 'b']), undefined, 0);
  const inner = new Frame(undefined, new Set(['b']), outer, 1);
  expect([inner.owner('a'), inner.owner('b'), inner.owner('c')]).toEqual([outer, inner, undefined]);
  inner.renew('a');
  inner.renew('a');
  inner.renew('b');
  expect([inner.versionOf('a'), outer.versionOf('a'), inner.versionOf('b'), outer.versionOf('b')]).toEqual([
    2, 2, 1, 0,
  ]);
});

test('a function gives what it returns, nothing, or a list of what it yields', () => {
  const frame = new Frame(undefined, new Set(), undefined, 0);
  expect(frame.result()).toBe(nullValue);
  frame.returned = one;
  expect(frame.result()).toBe(one);
  frame.hand(two);
  frame.hand(unknownValue);
  expect(frame.result()).toMatchObject({ dynamic: true, shape: { kind: 'list', length: undefined } });
});

test('findings name the innermost function that has a name, with its class', () => {
  const fn = (name: string, className?: string) => ({ name, className }) as never;
  const method = new Frame(fn('save', 'Store'), new Set(), undefined, 0);
  expect(scopeOf(new Frame(fn(''), new Set(), method, 1))).toBe('Store.save');
  expect(scopeOf(new Frame(fn('run'), new Set(), method, 1))).toBe('run');
  expect(scopeOf(new Frame(undefined, new Set(), undefined, 0))).toBe('');
});
