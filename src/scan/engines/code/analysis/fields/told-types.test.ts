import { describe, expect, test } from 'vitest';
import { addedTo, harmless } from '../../domain/types/declared-type.ts';
import { namedValue, unknownValue, type Value } from '../../domain/value.ts';
import type { ClassIr, Expr, FieldIr, FunctionIr, Stmt } from '../../ir/ir.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Run } from '../run.ts';
import { toldType } from './told-types.ts';

const at = { start: 0, end: 0 };
const runWith = (traits: object) =>
  ({
    traits: { toldTypes: true, declaredTypes: true, ...traits },
    evaluate: (expr: Expr) => expr,
  }) as unknown as Run;

function field(name: string, written?: string, decorators?: Expr[]): FieldIr {
  return { name, written, decorators } as unknown as FieldIr;
}

function method(name: string, gives?: string, body: Stmt[] = [], parameters: unknown[] = []): FunctionIr {
  return { name, gives, body, parameters } as unknown as FunctionIr;
}

function told(parts: Partial<ClassIr>, bases: Value[] = [], traits: object = {}) {
  const definition = { name: 'C', isClosed: false, standsFor: undefined, fields: [], methods: [], ...parts };
  return toldType(runWith(traits), definition as unknown as ClassIr, bases);
}

const returns = (value: object): Stmt => ({ k: 'return', value, ...at }) as unknown as Stmt;
const name = (word: string) => ({ k: 'name', name: word, ...at });
const member = (object: object, property: string) => ({ k: 'member', object, property, ...at });
const pattern = (text: string): Expr =>
  ({
    k: 'call',
    callee: name('Pattern'),
    args: [{ name: 'regexp', value: { constant: text } }],
    ...at,
  }) as unknown as Expr;

describe('of a class other files are told', () => {
  test('nothing where nothing is known of it, where it has no name or where the language says no types', () => {
    expect(told({})).toBeUndefined();
    expect(told({ fields: [field('a', 'String')], name: '' })).toBeUndefined();
    expect(told({ fields: [field('a', 'String')] }, [], { toldTypes: false })).toBeUndefined();
  });

  test('its bases by their names, of this file or of others', () => {
    const local = { ...unknownValue, instance: { definition: { name: 'Here' } as ClassIr, isClass: true } };
    const other = namedValue({ segment: 'There' } as Name);
    expect(told({}, [local, other, unknownValue])).toEqual(['C', '', ['Here', 'There'], []]);
    expect(told({}, [other])).toEqual(['C', '', ['There'], []]);
    expect(told({}, [unknownValue])).toBeUndefined();
  });

  test('that it is an enumeration, or what it stands for', () => {
    expect(told({ isClosed: true })).toEqual(['C', harmless, [], []]);
    expect(told({ standsFor: 'int' })).toEqual(['C', harmless, [], []]);
    expect(told({ standsFor: 'User' })).toEqual(['C', 'User', [], []]);
    expect(told({ standsFor: 'User', isClosed: true })?.[1]).toBe(harmless);
  });

  test('that methods are added to it elsewhere, where it declares nothing else', () => {
    const traits = { promotedMembers: true };
    expect(told({}, [], traits)).toEqual(['C', addedTo, [], []]);
    expect(told({ fields: [field('a', 'User')] }, [], traits)?.[1]).toBe('');
    expect(told({}, [namedValue({ segment: 'B' } as Name)], traits)?.[1]).toBe('');
    expect(told({ standsFor: 'User' }, [], traits)?.[1]).toBe('User');
  });
});

describe('of a member other files are told', () => {
  const members = (parts: Partial<ClassIr>) => told(parts)?.[3];

  test('the type of a field that says one', () => {
    expect(members({ fields: [field('a', 'User'), field('b'), field('c', 'int')] })).toEqual([
      ['a', 'User'],
      ['c', harmless],
    ]);
  });

  test('what annotations say about a field, and about the method that gives it', () => {
    const checked = field('a', 'User', [pattern('[a-z]+')]);
    const plain = members({ fields: [checked] })![0]!;
    expect(plain.slice(0, 3)).toEqual(['a', 'User', 'annotations']);
    expect(plain[3]).toBeGreaterThan(0);
    const getter = (body: Stmt[], parameters: unknown[] = []) =>
      members({ fields: [checked], methods: [method('getA', 'User', body, parameters)] })![1];
    const [, , ...check] = plain;
    expect(getter([returns(name('a'))])).toEqual(['getA()', 'User', ...check]);
    expect(getter([returns(member(name('this'), 'a'))])).toEqual(['getA()', 'User', ...check]);
    expect(getter([returns(member(name('that'), 'a'))])).toEqual(['getA()', 'User']);
    expect(getter([returns(member(member(name('this'), 'b'), 'a'))])).toEqual(['getA()', 'User']);
    expect(getter([returns(name('b'))])).toEqual(['getA()', 'User']);
    expect(getter([returns(name('a')), returns(name('a'))])).toEqual(['getA()', 'User']);
    expect(getter([returns(name('a'))], [{}])).toEqual(['getA()', 'User']);
    expect(getter([])).toEqual(['getA()', 'User']);
    expect(getter([{ k: 'return', value: undefined, ...at } as unknown as Stmt])).toEqual(['getA()', 'User']);
    expect(getter([{ k: 'expr', value: name('a'), ...at } as unknown as Stmt])).toEqual(['getA()', 'User']);
  });

  test('what a method gives, and nothing of what is not called by its name', () => {
    expect(
      members({ methods: [method('find', 'User'), method('none'), method('<filled>', 'User')] }),
    ).toEqual([['find()', 'User']]);
  });

  test('nothing of what methods give where nothing makes sure of it', () => {
    const parts = { fields: [field('id', 'long')], methods: [method('find', 'User')] };
    expect(told(parts, [], { declaredTypes: false })?.[3]).toEqual([['id', '#']]);
  });

  test('no type where methods of one name give several', () => {
    expect(members({ methods: [method('f', 'User'), method('f', 'Item')] })).toEqual([['f()', '']]);
    expect(members({ methods: [method('f', 'User'), method('f', 'User')] })).toEqual([['f()', 'User']]);
  });

  test('that a method gives a text, where a field of its name would seem to say otherwise', () => {
    const gives = (fieldName: string, methodName: string) =>
      members({ fields: [field(fieldName)], methods: [method(methodName, 'String')] });
    expect(gives('user', 'getUser')).toEqual([['getUser()', '']]);
    expect(gives('User', 'getUser')).toEqual([['getUser()', '']]);
    expect(gives('open', 'isOpen')).toEqual([['isOpen()', '']]);
    expect(gives('user', 'user')).toEqual([['user()', '']]);
    expect(gives('user', 'takeUser')).toBeUndefined();
    expect(gives('user', 'getuser')).toBeUndefined();
  });

  test('of the first hundred fields and methods', () => {
    const many = Array.from({ length: 101 }, (_, i) => i);
    const found = members({
      fields: many.map((i) => field(`f${i}`, 'User')),
      methods: many.map((i) => method(`m${i}`, 'User')),
    })!;
    expect(found).toHaveLength(200);
    expect(found.at(99)![0]).toBe('f99');
    expect(found.at(-1)![0]).toBe('m99()');
  });
});
