import { describe, expect, test } from 'vitest';
import { constantValue, literalValue, type Shape, unknownValue, type Value } from '../../domain/value.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { anywhere, augmented, listOf, withField, withRest } from '../assignments.ts';

const one = constantValue('one');
const two = constantValue('two');
const taint = [{ origin: { k: 'source', id: 1 }, mask: 1 }] as unknown as NonNullable<Value['taint']>;
const tainted: Value = { ...unknownValue, taint };

function shaped(kind: Shape['kind'], fields: Record<string, Value>, rest?: Value, length?: number): Value {
  return { ...literalValue, shape: { kind, fields: new Map(Object.entries(fields)), rest, length } };
}

/** The shape of a value in one line: `list 0=one 1=two rest=? length=2`. */
function shown({ shape }: Value): string {
  if (!shape) return 'no shape';
  const fields = [...shape.fields].map(([key, field]) => `${key}=${part(field)}`);
  return [
    shape.kind,
    ...fields,
    ...(shape.rest ? [`rest=${part(shape.rest)}`] : []),
    ...(shape.length === undefined ? [] : [`length=${shape.length}`]),
  ].join(' ');
}

function part(value: Value): string {
  const what = value.either?.join('|') ?? value.constant ?? '?';
  return `${value.taint ? 'tainted ' : ''}${what}`;
}

describe('a field that is set', () => {
  test('is known from then on, and others stay what they were', () => {
    expect(shown(withField(shaped('map', { a: one }), 'map', 'b', two))).toBe('map a=one b=two');
    expect(shown(withField(shaped('map', { a: one }), 'map', 'a', two))).toBe('map a=two');
    expect(shown(withField(shaped('map', {}, tainted), 'map', 'a', one))).toBe('map a=one rest=tainted ?');
  });

  test('makes an object of which nothing was known one that may hold anything else', () => {
    expect(shown(withField(unknownValue, 'map', 'a', one))).toBe('map a=one rest=?');
    expect(shown(withField(tainted, 'list', '0', one))).toBe('list 0=one rest=tainted ?');
    expect(shown(withField({ ...literalValue, taint }, 'map', 'a', one))).toBe('map a=one rest=tainted ?');
    const named = { ...literalValue, name: {} as Name };
    expect(shown(withField(named, 'map', 'a', one))).toBe('map a=one rest=?');
    expect(withField(named, 'map', 'a', one).shape!.rest!.name).toBeUndefined();
    expect(shown(withField(literalValue, 'map', 'a', one))).toBe('map a=one');
  });

  test('keeps the kind of what is known, and is no constant any more', () => {
    expect(shown(withField(shaped('list', { 0: one }, undefined, 1), 'map', '1', two))).toBe(
      'list 0=one 1=two length=2',
    );
    expect(withField(one, 'map', 'a', two).constant).toBeUndefined();
  });

  test('makes a list as long as its last place', () => {
    const list = shaped('list', { 0: one, 1: two }, undefined, 2);
    expect(withField(list, 'list', '0', two).shape!.length).toBe(2);
    expect(withField(list, 'list', '1', two).shape!.length).toBe(2);
    expect(withField(list, 'list', '4', two).shape!.length).toBe(5);
    expect(withField(list, 'list', 'name', two).shape!.length).toBe(2);
    expect(withField(shaped('list', {}, undefined, 0), 'list', 'name', two).shape!.length).toBe(1);
    expect(withField(shaped('list', {}, one), 'list', '4', two).shape!.length).toBeUndefined();
  });

  test('is one of at most 64; others are what any may be', () => {
    const many = (count: number) =>
      shaped('map', Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, one])));
    expect(withField(many(63), 'map', 'new', two).shape!.fields.get('new')).toBe(two);
    const full = withField(many(64), 'map', 'new', two);
    expect(full.shape!.fields.size).toBe(64);
    expect(full.shape!.rest).toBe(two);
    expect(withField(many(64), 'map', 'k3', two).shape!.fields.get('k3')).toBe(two);
  });
});

describe('what is put at a place that is not known', () => {
  test('may be anywhere that is not listed, and the length is lost', () => {
    expect(shown(withRest(shaped('list', { 0: one }, undefined, 1), two))).toBe('list 0=one rest=two');
    expect(shown(withRest(shaped('map', {}, one), two))).toBe('map rest=one|two');
    expect(shown(withRest(unknownValue, two))).toBe('map rest=two');
    expect(withRest(one, two).constant).toBeUndefined();
  });

  test('may be any of the items of a list', () => {
    const list = shaped('list', { 0: one, 1: tainted }, undefined, 2);
    expect(shown(anywhere(list, two))).toBe('list 0=one|two 1=tainted ? length=2');
    expect(shown(anywhere(shaped('list', { 0: one }, two), tainted))).toBe('list 0=tainted ? rest=two');
    const map = shaped('map', { a: one });
    expect(anywhere(map, two)).toBe(map);
    const empty = shaped('list', {}, two);
    expect(anywhere(empty, one)).toBe(empty);
    expect(anywhere(unknownValue, one)).toBe(unknownValue);
  });
});

describe('a list of values', () => {
  test('has them by their places', () => {
    expect(shown(listOf([one, tainted]))).toBe('list 0=one 1=tainted ? length=2');
    expect(shown(listOf([]))).toBe('list length=0');
  });
  test('is fixed where all of them are', () => {
    expect(listOf([one, two]).dynamic).toBe(false);
    expect(listOf([one, unknownValue]).dynamic).toBe(true);
    expect(listOf([]).dynamic).toBe(false);
  });
});

describe('a value that is changed by an operator', () => {
  const fold = (op: string, a: Value, b: Value) => constantValue(`${a.constant} ${op} ${b.constant}`);
  const isLibrary = (root: string) => root === 'Faraday';
  test.each(['-', '*', '<<'])('%s is computed', (op) => {
    expect(augmented(op, one, two, fold, isLibrary).constant).toBe(`one ${op} two`);
  });
  test('+ is computed of constants, and of others the text is kept', () => {
    expect(augmented('+', one, two, fold, isLibrary).constant).toBe('one + two');
    expect(augmented('+', one, tainted, fold, isLibrary)).toMatchObject({
      text: 'one\0',
      constant: undefined,
    });
    expect(augmented('+', tainted, one, fold, isLibrary)).toMatchObject({
      text: '\0one',
      taint: expect.anything(),
    });
  });
  test.each(['||', '??', '&&'])('%s may be either', (op) => {
    expect(augmented(op, one, two, fold, isLibrary).either).toEqual(['one', 'two']);
  });
  test.each([
    ['Faraday', 'Faraday'],
    ['Connection', 'Service'],
  ])('||= of what %s makes is named %s', (made, name) => {
    const named = (root: string): Value => ({ ...unknownValue, name: { root } as Name });
    expect(augmented('||', named('Service'), named(made), fold, isLibrary).name?.root).toBe(name);
  });
});
