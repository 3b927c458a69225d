import { describe, expect, test } from 'vitest';
import { expressionOf } from '../../../../../../test/support/expression-of.ts';
import { MergeScope } from './merge-scope.ts';
import { foldsInto, walksInto } from './walks-into.ts';

const span = { start: 0, end: 0 };
const scope = (outer?: MergeScope, name = 'f', parameters: string[] = []) =>
  new MergeScope(name, new Set(parameters), outer);

async function assign(to: MergeScope, name: string, value: string): Promise<void> {
  to.assign(name, await expressionOf(value), span);
}

const places = async (of: MergeScope, value: string) =>
  of.placesOf(await expressionOf(value)).map(({ object, key }) => `${object}[${key}]`);

describe('what a value may be of an object', () => {
  test.each([
    ['o[k]', ['o[k]']],
    ["o['a']", []],
    ['o.p[k]', []],
    ['o[k + 1]', []],
    ['x', []],
    ['c ? o[k] : p[k]', ['o[k]', 'p[k]']],
    ['o[k] || p[j]', ['o[k]', 'p[j]']],
    ['f(o[k])', []],
  ])('%s', async (value, expected) => {
    expect(await places(scope(), value)).toEqual(expected);
  });

  test('is known of variables, also of those around a function', async () => {
    const outer = scope();
    const inner = scope(outer, '');
    await assign(outer, 'x', 'o[k]');
    expect(await places(inner, 'x')).toEqual(['o[k]']);
    await assign(inner, 'x', 'p[j]');
    expect(await places(inner, 'x')).toEqual(['p[j]']);
    expect(await places(outer, 'x')).toEqual(['o[k]']);
  });

  test('is one of at most six places, or a few more', async () => {
    const own = scope();
    for (let i = 0; i < 9; i++) await assign(own, 'x', `o${i}[k]`);
    expect(await places(own, 'x')).toHaveLength(6);
  });
});

test('where a variable first gets a value is kept', () => {
  const own = scope();
  own.assign('x', { k: 'name', name: 'y', start: 1, end: 2 }, { start: 1, end: 2 });
  own.assign('x', { k: 'name', name: 'z', start: 3, end: 4 }, { start: 3, end: 4 });
  expect(own.assigned.get('x')).toEqual({ start: 1, end: 2 });
});

test('an object is changed by its name, or by one that it was copied to', async () => {
  const own = scope();
  own.change(await expressionOf('o'));
  own.change(await expressionOf('o.p'));
  await assign(own, 'copy', 'p');
  await assign(own, 'o', 'q');
  expect([own.changes('o'), own.changes('q'), own.changes('p'), own.changes('copy')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('names through which all objects are reached are told apart from others', () => {
  const own = scope();
  for (const name of ['__proto__', 'constructor', 'prototype', 5]) own.mention(name);
  expect([...own.mentioned]).toEqual(['__proto__', 'constructor']);
});

describe('a call that gets what two objects hold under one key', () => {
  async function merges(
    call: string[],
    { written = 'o[k]', own = '' }: { written?: string; own?: string } = {},
  ): Promise<string[]> {
    const at = scope();
    const [object, key] = written.split(/[[\]]/);
    at.write(await expressionOf(object!), await expressionOf(key!));
    if (own) at.ownTest(await expressionOf(own.split('[')[0]!), await expressionOf(own.split(/[[\]]/)[1]!));
    at.call('merge', span, await Promise.all(call.map(expressionOf)));
    return at.merges().map(({ callee, place }) => `${callee} ${place.object}[${place.key}]`);
  }
  test('is one where the key is written back and nobody asked whose it is', async () => {
    expect(await merges(['o[k]', 'p[k]'])).toEqual(['merge o[k]']);
    expect(await merges(['o[k]', 'p[j]'])).toEqual([]);
    expect(await merges(['o[k]', 'o[k]'])).toEqual([]);
    expect(await merges(['o[k]'])).toEqual([]);
    expect(await merges(['o[k]', 'x'])).toEqual([]);
    expect(await merges(['o[k]', 'p[k]'], { written: 'q[k]' })).toEqual([]);
    expect(await merges(['o[k]', 'p[k]'], { written: 'p[k]' })).toEqual(['merge p[k]']);
    expect(await merges(['o[k]', 'p[k]'], { own: 'o[k]' })).toEqual([]);
    expect(await merges(['o[k]', 'p[k]'], { own: 'p[k]' })).toEqual(['merge o[k]']);
    expect(await merges(['o[k]', 'p[k]'], { written: "o['k']" })).toEqual([]);
  });
  test('has a name, and is one of a hundred at most', async () => {
    const at = scope();
    at.write(await expressionOf('o'), await expressionOf('k'));
    const args = [await expressionOf('o[k]'), await expressionOf('p[k]')];
    at.call('', span, args);
    expect(at.calls.size).toBe(0);
    for (let i = 0; i < 105; i++) at.call('merge', span, args);
    expect(at.merges()).toHaveLength(100);
    const outer = scope();
    outer.call('merge', span, args);
    outer.include(at);
    expect(outer.merges()).toHaveLength(100);
  });
  test('of a function inside counts as one of the function around it', async () => {
    const inner = scope(undefined, '');
    inner.write(await expressionOf('o'), await expressionOf('k'));
    inner.ownTest(await expressionOf('q'), await expressionOf('k'));
    inner.call('merge', span, [await expressionOf('o[k]'), await expressionOf('p[k]')]);
    inner.call('three', span, [await expressionOf('a'), await expressionOf('b'), await expressionOf('c')]);
    inner.mention('__proto__');
    inner.change(await expressionOf('o'));
    const outer = scope();
    outer.include(inner);
    expect(outer.merges()).toHaveLength(1);
    expect([...outer.calls]).toEqual(['merge', 'three']);
    expect([...outer.tests]).toEqual(['merge']);
    expect([outer.mentioned.has('__proto__'), outer.changes('o')]).toEqual([true, true]);
    const named = scope(undefined, 'g');
    named.mention('__proto__');
    named.change(await expressionOf('o'));
    const around = scope();
    around.include(named);
    expect([around.mentioned.size, around.changes('o')]).toEqual([0, false]);
  });
});

describe('a call of a function for the next part of a path', () => {
  async function deeper(args: string[], filled = 'o', taken?: string): Promise<boolean> {
    const at = scope(undefined, 'put', ['o', 'path', 'value']);
    at.write(await expressionOf(filled), await expressionOf('key'));
    if (taken) await assign(at, 'key', taken);
    return at.deeper(await Promise.all(args.map(expressionOf))) !== undefined;
  }
  test.each([
    [['o[path.shift()]', 'path'], 'o', undefined, true],
    [['o[path.pop()]', 'path'], 'o', undefined, true],
    [['o[path[0]]', 'path'], 'o', undefined, true],
    [['o[path[1]]', 'path'], 'o', undefined, false],
    [['o[path.shift(1)]', 'path'], 'o', undefined, false],
    [['o[path.next()]', 'path'], 'o', undefined, false],
    [['o[shift()]', 'path'], 'o', undefined, false],
    [['o[key]', 'path'], 'o', 'path.shift()', true],
    [['o[key]', 'path'], 'o', 'path[0]', true],
    [['o[key]', 'path'], 'o', 'other', false],
    [['o[key]', 'path'], 'o', undefined, false],
    [['o[path.shift()]', 'path'], 'q', undefined, false],
    [['p[path.shift()]', 'path'], 'p', undefined, false],
    [['x', 'path[path.shift()]'], 'path', undefined, true],
    [['o', 'path'], 'o', undefined, false],
  ])('%j, where %s is written to and the key is %s: %s', async (args, filled, taken, expected) => {
    expect(await deeper(args, filled, taken)).toBe(expected);
  });
});

test.each([
  ['o', 'o[k]', true],
  ['o', 'o[k] || {}', true],
  ['o', 'p[k]', false],
  ['o', "o['a']", false],
  ['o', 'o[i]', false],
  ['o', 'o[index]', false],
  ['o', 'o.p[k]', false],
  ['o', 'o[f(k)]', true],
  ['o', '{} || o[k]', false],
])('%s = %s is a step into the object: %s', async (name, value, expected) => {
  expect(walksInto(name, await expressionOf(value))).toBe(expected);
});

test.each([
  ['(o, k) => (o[k] = o[k] || {})', true],
  ['(o, k) => { o[k] = o[k] || {}; return o[k]; }', true],
  ['(o, k) => { if (!o[k]) o[k] = {}; return o[k] || {}; }', true],
  ['(o, k) => o[k]', false],
  ['(o, k) => { o[k] = 1; return o; }', false],
  ['(o, k) => { o[j] = 1; return o[k]; }', false],
  ['(o, k) => { p[k] = 1; return o[k]; }', false],
  ['(o, i) => (o[i] = o[i] || {})', false],
  ['(o) => (o[k] = o[k])', false],
  ['f', false],
])('%s gives a step to the next round: %s', async (callback, expected) => {
  expect(foldsInto(await expressionOf(callback)) !== undefined).toBe(expected);
  expect(foldsInto(undefined)).toBeUndefined();
});
