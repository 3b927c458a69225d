import { describe, expect, test } from 'vitest';
import type { Origin } from '../../domain/taint.ts';
import {
  constantValue,
  literalValue,
  namedValue,
  nullValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import type { Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { compileConditions } from '../../knowledge/compile-conditions.ts';
import { labelMask } from '../../knowledge/labels.ts';
import { QualifiedName } from '../../knowledge/qualified-name.ts';
import type { RawItem } from '../../knowledge/rule-file.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { type ConditionScope, conditionsHold } from './conditions.ts';

const sql = labelMask(['sql']);
const source: Origin = { k: 'source', id: 1, kind: 'remote', title: 's', span: { start: 0, end: 1 } };
const tainted = (mask: number, origin: Origin = source): Value =>
  withTaint(unknownValue, [{ origin, mask, step: undefined, check: undefined, awaits: undefined }]);
const text = (written: string): Value => ({ ...unknownValue, text: written });
const map = (fields: Record<string, Value>, rest?: Value): Value => ({
  ...literalValue,
  shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
});
const list: Value = {
  ...literalValue,
  shape: { kind: 'list', fields: new Map(), rest: undefined, length: 0 },
};
const span = { start: 0, end: 0 };
const functionOf = (...bodies: Stmt[][]): Value => ({
  ...unknownValue,
  closures: bodies.map((body) => ({
    fn: { body } as unknown as FunctionIr,
    frame: undefined,
    self: undefined,
  })),
});
const gives = (constant: string | number): Stmt => {
  const value: Expr = { k: 'const', value: constant, ...span };
  return { k: 'return', value, ...span };
};
const named = (...segments: string[]): Value => {
  let at = new QualifiedName('', undefined) as Name;
  for (const segment of segments) at = at.child(segment);
  return namedValue(at);
};

/** A scope of which `value` and the parts that are given are known. */
function scopeOf(value: Value | undefined, more: Partial<ConditionScope> = {}): ConditionScope {
  return {
    part: (which) => (which === 'value' ? value : undefined),
    says: () => false,
    mayHold: () => false,
    imports: () => false,
    calls: () => false,
    naming: () => false,
    asks: () => false,
    forgets: () => false,
    ...more,
  };
}
const holds = (condition: RawItem, value: Value | undefined, label = 0) => {
  const [plain, negated] = [[condition], [{ ...condition, not: true }]].map((when) =>
    conditionsHold(compileConditions(when), scopeOf(value), label),
  );
  // What is negated holds where the other does not.
  expect(negated).toBe(!plain);
  return plain;
};

describe('what a condition asks of a value', () => {
  test.each<[string, RawItem, Value | undefined, boolean]>([
    ['nothing', {}, unknownValue, true],
    ['nothing, of nothing', {}, undefined, false],
    ['is there', { missing: false }, unknownValue, true],
    ['is missing', { missing: true }, unknownValue, false],
    ['is missing, and it is', { missing: true }, undefined, true],
    ['is there, and it is not', { missing: false }, undefined, false],

    ['one constant', { is: 'a' }, constantValue('a'), true],
    ['one constant of several', { in: [1, 'a', null] }, constantValue('a'), true],
    ['null', { in: [1, null] }, nullValue, true],
    ['another constant', { is: 'a' }, constantValue('b'), false],
    ['a constant of something unknown', { is: 'a' }, unknownValue, false],
    ['a constant, of one of a few', { is: 'a' }, { ...literalValue, either: ['b', 'a'] }, true],
    ['a constant, of none of a few', { is: 'c' }, { ...literalValue, either: ['b', 'a'] }, false],
    [
      'nothing of its constant, of one of a few',
      { dynamic: false },
      { ...literalValue, either: ['a'] },
      true,
    ],
    ['a number of one of a few', { below: 2 }, { ...literalValue, either: [3, 1] }, true],
    ['a number above, of one of a few', { above: 2 }, { ...literalValue, either: [1, 3] }, true],
    ['a mode, of one of a few', { permissive: true }, { ...literalValue, either: [0, 2] }, true],
    ['a text, of one of a few', { matches: '^a' }, { ...literalValue, either: ['b', 'ab'] }, true],
    [
      'text around parts, of one of a few',
      { text: '^a' },
      { ...literalValue, either: ['b', 'ab'], text: 'x' },
      true,
    ],
    ['a constant that it is, before the few', { is: 'a' }, { ...constantValue('a'), either: ['b'] }, true],

    ['a text', { matches: '^a' }, constantValue('ab'), true],
    ['another text', { matches: '^a' }, constantValue('ba'), false],
    ['a text of a number', { matches: '1' }, constantValue(1), false],
    ['parts of a text', { text: '^a\\0b$' }, text('a\0b'), true],
    ['other parts of a text', { text: '^a\\0b$' }, text('a\0c'), false],
    ['parts of something unknown', { text: '' }, unknownValue, false],
    ['parts of a constant', { text: '^a' }, constantValue('a'), true],

    ['below', { below: 5 }, constantValue(4), true],
    ['not below', { below: 5 }, constantValue(5), false],
    ['below zero', { below: 0 }, constantValue(-1), true],
    ['below, of a text', { below: 5 }, constantValue('4'), false],
    ['above', { above: 5 }, constantValue(6), true],
    ['not above', { above: 5 }, constantValue(5), false],
    ['above, of a text', { above: 5 }, constantValue('6'), false],
    ['between', { above: 5, below: 7 }, constantValue(6), true],

    ['a name', { name: 'a.b' }, named('a', 'b'), true],
    ['one of several names', { name: ['x', 'a.{b,c}'] }, named('a', 'c'), true],
    ['another name', { name: 'a.b' }, named('a'), false],
    ['a name of nothing', { name: 'a.b' }, unknownValue, false],

    ['dynamic', { dynamic: true }, unknownValue, true],
    ['dynamic, of a constant', { dynamic: true }, constantValue(1), false],
    ['not dynamic', { dynamic: false }, constantValue(1), true],
    ['not dynamic, of something unknown', { dynamic: false }, unknownValue, false],
    ['built', { built: true }, text('a\0'), true],
    ['built, of a whole text', { built: true }, text('a'), false],
    ['built, of nothing', { built: true }, unknownValue, false],
    ['built, of literals', { built: true }, { ...literalValue, text: 'a\0' }, false],
    ['not built', { built: false }, text('a'), true],
    ['not built, of parts', { built: false }, text('a\0'), false],

    ['a function', { function: true }, functionOf([]), true],
    ['a function, of something else', { function: true }, unknownValue, false],
    ['no function', { function: false }, unknownValue, true],
    ['no function, of one', { function: false }, functionOf([]), false],
    ['an object', { object: true }, map({}), true],
    ['an object, of a list', { object: true }, list, false],
    ['no object', { object: false }, list, true],
    ['a list', { list: true }, list, true],
    ['a list, of an object', { list: true }, map({}), false],
    ['no list', { list: false }, map({}), true],
    ['no list, of one', { list: false }, list, false],
    ['no object, of one', { object: false }, map({}), false],
    ['what it gives', { gives: 1 }, functionOf([gives(1)]), true],
    ['what both give', { gives: 1 }, functionOf([gives(1)], [gives(1)]), true],
    ['what one of two gives', { gives: 1 }, functionOf([gives(1)], [gives(2)]), false],
    ['what it gives, of another', { gives: 1 }, functionOf([gives(2)]), false],
    ['what it gives, of nothing', { gives: 1 }, functionOf([]), false],
    [
      'what it gives, of no value',
      { gives: 1 },
      functionOf([{ k: 'return', value: undefined, ...span }]),
      false,
    ],
    [
      'what it gives, of a name',
      { gives: 'a' },
      functionOf([{ k: 'return', value: { k: 'name', name: 'a', ...span }, ...span }]),
      false,
    ],
    ['what it gives, of a throw', { gives: 1 }, functionOf([{ ...gives(1), k: 'throw' } as Stmt]), false],
    ['what it gives, of no function', { gives: 1 }, unknownValue, false],

    ['rooted', { rooted: true }, { ...unknownValue, form: 'rooted' }, true],
    ['rooted, of a relative path', { rooted: true }, { ...unknownValue, form: 'relative' }, false],
    ['not rooted', { rooted: false }, unknownValue, true],
    ['not rooted, of one that is', { rooted: false }, { ...unknownValue, form: 'rooted' }, false],
    ['normal', { normal: true }, { ...unknownValue, form: 'relative' }, true],
    ['normal, of something else', { normal: true }, unknownValue, false],
    ['not normal', { normal: false }, unknownValue, true],
    ['not normal, of one that is', { normal: false }, { ...unknownValue, form: 'normal' }, false],

    ['a mode that lets all run', { permissive: true }, constantValue(0o001), true],
    ['a mode that lets all write', { permissive: true }, constantValue(0o002), true],
    ['a mode that lets the group write', { permissive: true }, constantValue(0o020), true],
    ['a mode that lets all read', { permissive: true }, constantValue(0o754), false],
    ['a mode that lets nobody do more', { permissive: false }, constantValue(0o644), true],
    ['a mode of a text', { permissive: true }, constantValue('777'), false],

    ['an expression of exponential time', { catastrophic: true }, constantValue('(a+)+$'), true],
    ['an expression of linear time', { catastrophic: true }, constantValue('a+'), false],
    ['not of exponential time', { catastrophic: false }, constantValue('a+'), true],
    ['of exponential time, of something unknown', { catastrophic: true }, unknownValue, false],
    ['not of exponential time, of something unknown', { catastrophic: false }, unknownValue, false],
    ['an expression of square time', { polynomial: true }, constantValue('a*a*$'), true],
    ['an expression of linear time', { polynomial: true }, constantValue('a'), false],
    ['not of square time', { polynomial: false }, constantValue('a'), true],
    ['not of square time, of something unknown', { polynomial: false }, unknownValue, false],

    ['a field', { key: 'a.b', is: 1 }, map({ a: map({ b: constantValue(1) }) }), true],
    ['a field of another value', { key: 'a', is: 1 }, map({ a: constantValue(2) }), false],
    ['a field that is not there', { key: 'a', is: 1 }, map({}), false],
    ['a field that may be there', { key: 'a', is: 1 }, map({}, unknownValue), false],
    ['a field that is missing', { key: 'a', missing: true }, map({ b: nullValue }), true],
    ['a field that may be missing', { key: 'a', missing: true }, map({}, unknownValue), false],
    ['a field that may be there', { key: 'a', missing: false }, map({}, unknownValue), false],
    [
      'a field that is there, among others',
      { key: 'a', missing: false },
      map({ a: nullValue }, unknownValue),
      true,
    ],
    ['a field of something unknown', { key: 'a', missing: true }, unknownValue, false],
    ['a field of a constant', { key: 'a', missing: true }, constantValue(1), true],
    ['a field of nothing', { key: 'a', missing: true }, undefined, true],
    ['a field of a missing field', { key: 'a.b', missing: true }, map({}), true],
  ])('%s: %j', (_, condition, value, expected) => {
    expect(holds(condition, value)).toBe(expected);
  });
});

describe('what a condition asks of where a value comes from', () => {
  const parameter: Origin = { k: 'parameter', id: 2, index: 0, field: undefined };
  const self: Origin = { k: 'parameter', id: 3, index: -1, field: undefined };
  const call: Origin = { k: 'call', id: 4, call: 0, field: undefined, isKept: false };
  const url = labelMask(['url']);
  test.each<[string, RawItem, Value, number, boolean]>([
    ['a kind of source', { tainted: ['remote', 'cli'] }, tainted(sql), 0, true],
    ['another kind', { tainted: ['cli'] }, tainted(sql), 0, false],
    ['no source', { tainted: ['remote'] }, unknownValue, 0, false],
    ['a source of a field', { tainted: ['remote'] }, map({ a: tainted(sql) }), 0, true],
    ['a source that can do that harm', { tainted: ['remote'] }, tainted(sql), sql, true],
    ['a source that cannot', { tainted: ['remote'] }, tainted(sql), url, false],
    ['a source that can do none', { tainted: ['remote'] }, tainted(0), 0, false],
    ['a source that is a number', { tainted: ['remote'] }, tainted(labelMask(['number'])), 0, false],
    [
      'a number, where it counts',
      { tainted: ['remote'] },
      tainted(labelMask(['number'])),
      labelMask(['number']),
      true,
    ],
    ['an argument', { tainted: ['parameter'] }, tainted(sql, parameter), 0, true],
    ['an argument, where others are asked for', { tainted: ['remote'] }, tainted(sql, parameter), 0, false],
    ['the object itself', { tainted: ['parameter'] }, tainted(sql, self), 0, false],
    ['a result', { tainted: ['parameter'] }, tainted(sql, call), 0, true],
    ['a result, where only arguments count', { tainted: ['argument'] }, tainted(sql, call), 0, false],
    ['an argument, where only arguments count', { tainted: ['argument'] }, tainted(sql, parameter), 0, true],
    [
      'the object itself, where only arguments count',
      { tainted: ['argument'] },
      tainted(sql, self),
      0,
      false,
    ],
    ['open for the harm', { dynamic: true }, tainted(sql), sql, true],
    ['open for another harm', { dynamic: true }, tainted(sql), url, false],
    ['open for another harm, where none counts', { dynamic: true }, tainted(sql), 0, true],
    ['open for the harm, of nothing known', { dynamic: true }, unknownValue, sql, true],
    ['built for another harm', { built: true }, { ...tainted(sql), text: '\0' }, url, false],
  ])('%s', (_, condition, value, label, expected) => {
    expect(holds(condition, value, label)).toBe(expected);
  });
});

describe('what a condition asks of a place', () => {
  const asked = (condition: RawItem, more: Partial<ConditionScope>, value?: Value) =>
    conditionsHold(compileConditions([condition]), scopeOf(value, more));

  test('imports, calls and names of the file and the function', () => {
    expect(asked({ imports: ['a'] }, { imports: (names) => names[0] === 'a' })).toBe(true);
    expect(asked({ imports: ['a'] }, { calls: () => true, naming: () => true })).toBe(false);
    expect(asked({ inFunctionWith: ['a'] }, { calls: (names) => names[0] === 'a' })).toBe(true);
    expect(asked({ inFunctionWith: ['a'] }, { imports: () => true, naming: () => true })).toBe(false);
    expect(asked({ inFunctionNaming: ['a'] }, { naming: (names) => names[0] === 'a' })).toBe(true);
    expect(asked({ inFunctionNaming: ['a'] }, { imports: () => true, calls: () => true })).toBe(false);
  });

  test.each(['call', 'file', 'text', 'before', 'function', 'receiver', 'element'])(
    'the source text of %s, whether it is a value or not',
    (which) => {
      const heard: Array<string | number> = [];
      const says = (part: string | number) => {
        heard.push(part);
        return true;
      };
      expect(asked({ arg: [0, which], source: 'a' }, { says })).toBe(true);
      expect(heard).toEqual([which]);
    },
  );

  test('the source text of the first argument that is there, or of the first', () => {
    const heard: Array<string | number> = [];
    const says = (part: string | number) => {
      heard.push(part);
      return true;
    };
    asked(
      { arg: [0, 1, 'x'], source: 'a' },
      { says, part: (which) => (which === 1 ? unknownValue : undefined) },
    );
    asked({ arg: [0, 1, 'x'], source: 'a' }, { says });
    expect(heard).toEqual([1, 0]);
  });

  test('source text and value must both hold', () => {
    const condition = { source: 'a', is: 1 };
    expect(asked(condition, { says: () => true }, constantValue(1))).toBe(true);
    expect(asked(condition, { says: () => true }, constantValue(2))).toBe(false);
    expect(asked(condition, { says: () => false }, constantValue(1))).toBe(false);
  });

  test('the first part that is there counts, and what may be there holds for nothing', () => {
    const part = (which: number | string) =>
      which === 1 ? constantValue(1) : which === 2 ? constantValue(2) : undefined;
    expect(asked({ arg: [0, 1, 2], is: 1 }, { part })).toBe(true);
    expect(asked({ arg: [0, 1, 2], is: 2 }, { part })).toBe(false);
    expect(asked({ arg: [0], missing: true }, { part, mayHold: (which) => which === 0 })).toBe(false);
    expect(asked({ arg: [0, 3], missing: true }, { part, mayHold: (which) => which === 3 })).toBe(false);
    expect(asked({ arg: [0], missing: true }, { part, mayHold: (which) => which === 3 })).toBe(true);
    expect(asked({ arg: [1], is: 1 }, { part, mayHold: () => true })).toBe(true);
  });

  test('all conditions must hold', () => {
    const all = (...when: RawItem[]) => conditionsHold(compileConditions(when), scopeOf(constantValue(1)));
    expect([
      all(),
      all({ is: 1 }),
      all({ is: 1 }, { is: 2 }),
      all({ is: 2 }, { is: 1 }),
      all({ is: 1 }, { dynamic: false }),
    ]).toEqual([true, true, false, false, true]);
  });
});
