import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../../domain/call-event.ts';
import { constantValue, literalValue, unknownValue, type Value } from '../../../domain/value.ts';
import type { ClassIr, Expr } from '../../../ir/ir.ts';
import { allLabels, labelMask } from '../../../knowledge/labels.ts';
import type { Name } from '../../../knowledge/rule-set.ts';
import type { NameMatch, Returned, Sanitizer, Source } from '../../../knowledge/rule-types.ts';
import { listOf } from '../../assignments.ts';
import type { Run } from '../../run.ts';
import { applyModels } from '../call-models.ts';

const sql = labelMask(['sql']);
const path = labelMask(['path']);
const html = labelMask(['html']);
const span = { start: 1, end: 2 };

function sent(id: number, mask = sql | path): Value {
  return {
    ...unknownValue,
    taint: [{ origin: { k: 'source', id }, mask }],
  } as unknown as Value;
}

/** Sources by their numbers with what they do harm to: `1: sql path`. */
function shown({ taint }: Value): string {
  const words = { sql, path, html };
  return (taint ?? [])
    .map(({ origin, mask, check }) => {
      const open = Object.entries(words).flatMap(([word, label]) => (mask & label ? [word] : []));
      return `${origin.id}: ${open.join(' ')}${check ? ` [${check}]` : ''}`;
    })
    .join(', ');
}

function name(segment: string): Name {
  return { segment, called: () => name(`${segment}()`) } as Name;
}

function runWith(variables: Record<string, Value> = {}): Run {
  const layer = new Map(Object.entries(variables));
  const frame = { layer, owner: (word: string) => (layer.has(word) ? frame : undefined) };
  return {
    frame,
    file: {},
    traits: { receiverName: 'this', receiver: 'implicit' },
    abilities: { shapes: true },
    rules: { name: (segments: string[]) => name(segments.join('.')), match: () => null },
    origins: { source: (_kind: string, _title: string, _at: unknown, mask: number) => sent(9, mask).taint },
    selfFrame: () => undefined,
  } as unknown as Run;
}

interface Given {
  args?: Value[];
  named?: Record<string, Value>;
  receiver?: Value;
  run?: Run;
  followed?: boolean;
  value?: Value;
  match?: Partial<NameMatch>;
}

function apply({ args = [], named = {}, receiver, run = runWith(), followed, value, match }: Given): Value {
  const variable = (word: string) => ({ k: 'name', name: word, ...span }) as Expr;
  const event = {
    expr: {
      k: 'call',
      callee: variable('f'),
      args: args.map((_, i) => ({ value: variable(`a${i}`) })),
      ...span,
    },
    name: name('f'),
    args,
    named: new Map(Object.entries(named)),
    receiver,
    receiverExpr: receiver && variable('r'),
  } as unknown as CallEvent;
  const all = { returned: [], sanitizers: [], sources: [], guards: [], ...match } as unknown as NameMatch;
  return applyModels(run, event, all, value ?? unknownValue, followed ?? false);
}

function returns(parts: Partial<Returned>, given: Given = {}): Value {
  return apply({
    ...given,
    match: { returned: [{ into: [], when: [], restores: 0, ...parts } as unknown as Returned] },
  });
}

describe('what a call gives', () => {
  test('is made of some of its parts', () => {
    const args = [sent(1), sent(2)];
    expect(shown(returns({ from: [1] }, { args }))).toBe('2: sql path');
    expect(shown(returns({ from: [0, 1] }, { args }))).toBe('1: sql path, 2: sql path');
    expect(shown(returns({ from: ['receiver'] }, { receiver: sent(3) }))).toBe('3: sql path');
    expect(shown(returns({ from: [] }, { args, value: sent(4) }))).toBe('');
    expect(shown(returns({ from: [1] }, { args, value: sent(4), followed: true }))).toBe('4: sql path');
    expect(shown(returns({}, { args, value: sent(4) }))).toBe('4: sql path');
  });
  test('is an empty collection', () => {
    expect(returns({ empty: 'list' }, { value: sent(1) })).toMatchObject({
      taint: undefined,
      dynamic: false,
      shape: { kind: 'list', length: 0 },
    });
    const map = returns({ empty: 'map' }, { named: { a: sent(1) } }).shape!;
    expect([map.kind, map.length, [...map.fields.keys()]]).toEqual(['map', undefined, ['a']]);
    expect(returns({ empty: 'list' }, { named: { a: sent(1) } }).shape!.fields.size).toBe(0);
    expect(returns({ empty: 'list' }, { args: [literalValue] }).shape).toBeUndefined();
    expect(returns({ empty: 'list' }, { followed: true }).shape).toBeUndefined();
  });
  test('has the text of a part', () => {
    expect(returns({ text: 0 }, { args: [constantValue('a')] }).text).toBe('a');
    expect(returns({ text: 0 }, { args: [unknownValue] }).text).toBeUndefined();
    expect(returns({ text: 1 }, { args: [constantValue('a')] }).text).toBeUndefined();
  });
  test('is one of its arguments', () => {
    const args = [sent(1), sent(2)];
    expect(returns({ gives: 1 }, { args })).toBe(args[1]);
    expect(returns({ gives: 2 }, { args })).toBe(unknownValue);
    expect(returns({ same: 'receiver' }, { receiver: args[0]! })).toBe(args[0]);
    expect(returns({ same: 0 }, { args, followed: true })).toBe(unknownValue);
  });
  test('is an object of a class', () => {
    const definition = {} as ClassIr;
    const made = { ...unknownValue, name: name('C'), instance: { definition, isClass: true } };
    const result = returns({ makes: 0 }, { args: [made], value: sent(1) });
    expect(result.name!.segment).toBe('C()');
    expect(result.instance).toEqual({ definition, isClass: false });
    expect(result.taint).toBeUndefined();
    expect(shown(returns({ makes: 0 }, { args: [unknownValue], value: sent(1) }))).toBe('1: sql path');
    expect(returns({ makes: 1 }, { args: [made] }).name).toBeUndefined();
    expect(returns({}, { args: [made] }).name).toBeUndefined();
  });
  test('goes by another name, and so may its object', () => {
    expect(returns({ as: ['a', 'b'] }).name!.segment).toBe('a.b');
    const run = runWith({ r: unknownValue });
    returns({ receiver: ['c'] }, { receiver: unknownValue, run });
    expect(run.frame.layer.get('r')!.name!.segment).toBe('c');
  });
  test('may do harm again that it could not do before', () => {
    expect(shown(returns({ restores: html }, { value: sent(1) }))).toBe('1: sql path html');
    expect(returns({ restores: html })).toBe(unknownValue);
  });
  test('has passed a check that is written elsewhere', () => {
    expect(shown(returns({ checked: true }, { value: sent(1) }))).toBe('1: sql path [f()]');
    expect(shown(returns({ checked: true }, { value: sent(1), followed: true }))).toBe('1: sql path');
  });
  test('is as fixed as what goes in', () => {
    const pure = (given: Given) => returns({ pure: true }, given).dynamic;
    expect(pure({ args: [literalValue] })).toBe(false);
    expect(pure({ args: [literalValue, unknownValue] })).toBe(true);
    expect(pure({ named: { a: unknownValue } })).toBe(true);
    expect(pure({ receiver: unknownValue })).toBe(true);
    expect(pure({ receiver: literalValue })).toBe(false);
    expect(pure({ receiver: { ...unknownValue, name: name('m') } })).toBe(true);
    expect(pure({ receiver: { ...literalValue, name: name('m') }, args: [literalValue] })).toBe(false);
    expect(pure({ args: [literalValue], followed: true })).toBe(true);
    expect(pure({})).toBe(false);
  });
});

describe('a path', () => {
  const form = (...args: Value[]) => returns({ form: 'normal' }, { args });
  test('that is normalised behind a slash of its own cannot climb', () => {
    expect(form(constantValue('/'), sent(1)).form).toBe('rooted');
    expect(form(constantValue('/')).form).toBe('normal');
    expect(form({ ...unknownValue, text: '/\0' }).form).toBe('rooted');
    expect(form({ ...unknownValue, text: '/a\0' }).form).toBe('normal');
    expect(form(sent(1)).form).toBe('normal');
    expect(form().form).toBe('normal');
    expect(returns({ form: 'relative' }, { args: [constantValue('/'), sent(1)] }).form).toBe('relative');
  });
  test('is harmless behind another one, where it cannot climb', () => {
    const rooted: Value = { ...sent(1), form: 'rooted' };
    const joined = (args: Value[]) => shown(returns({ form: 'normal' }, { args, value: sent(1) }));
    expect(joined([constantValue('/srv'), rooted])).toBe('1: sql');
    expect(joined([rooted, constantValue('a')])).toBe('1: sql path');
    expect(joined([constantValue('/srv'), sent(1)])).toBe('1: sql path');
    expect(joined([constantValue('/srv'), { ...sent(1), form: 'downward' }])).toBe('1: sql');
  });
  test('takes the place of what is in front of it where paths are resolved', () => {
    const rooted: Value = { ...sent(1), form: 'rooted' };
    const resolved = (...args: Value[]) => returns({ form: 'resolved' }, { args, value: sent(1) });
    expect(shown(resolved(constantValue('/srv'), rooted))).toBe('1: sql path');
    expect(resolved(constantValue('/srv'), sent(1)).form).toBe('normal');
    expect(resolved(constantValue('/'), sent(1)).form).toBe('rooted');
  });
  test('without its folders up leads down', () => {
    expect(returns({ form: 'downward' }, { args: [sent(1)] }).form).toBe('downward');
  });
});

describe('a call that cleans', () => {
  function cleaned(parts: Partial<Sanitizer>, value: Value, followed = false): Value {
    const sanitizer = { on: 'call', clears: sql, harmless: false, elsewhere: false, when: [], ...parts };
    return apply({ value, followed, match: { sanitizers: [sanitizer as unknown as Sanitizer] } });
  }
  test('leaves what it does not clean', () => {
    expect(shown(cleaned({}, sent(1)))).toBe('1: path');
    expect(shown(cleaned({ on: 'read' }, sent(1)))).toBe('1: sql path');
    expect(shown(cleaned({ clears: 0 }, sent(1)))).toBe('1: sql path');
  });
  test('says nothing about a function of the file of that name', () => {
    expect(shown(cleaned({ elsewhere: true }, sent(1), true))).toBe('1: sql path');
    expect(shown(cleaned({ elsewhere: true }, sent(1)))).toBe('1: path');
    expect(shown(cleaned({}, sent(1), true))).toBe('1: path');
  });
  test('gives what counts as known, but for what is made new of everything', () => {
    expect(cleaned({}, sent(1)).dynamic).toBe(false);
    expect(cleaned({ clears: allLabels }, sent(1)).dynamic).toBe(true);
    expect(cleaned({ clears: labelMask(['log', 'header']) }, unknownValue).dynamic).toBe(true);
    expect(cleaned({ clears: labelMask(['log', 'html']) }, unknownValue).dynamic).toBe(false);
    expect(cleaned({ clears: allLabels, harmless: true }, sent(1)).dynamic).toBe(false);
    expect(cleaned({ clears: allLabels }, literalValue).dynamic).toBe(false);
  });
  test('cleans the parts of a map one by one, and a list as a whole', () => {
    const map = (fields: Record<string, Value>, rest?: Value): Value => ({
      ...unknownValue,
      shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
    });
    const result = cleaned({}, map({ a: sent(1), b: sent(2, sql) }));
    expect([...result.shape!.fields].map(([key, field]) => `${key} ${shown(field)}`)).toEqual([
      'a 1: path',
      'b ',
    ]);
    expect(shown(result)).toBe('');
    const open = cleaned({}, { ...map({ a: sent(1) }, sent(2)), taint: sent(3).taint });
    expect([shown(open), shown(open.shape!.fields.get('a')!), shown(open.shape!.rest!)]).toEqual([
      '3: path',
      '1: path',
      '2: path',
    ]);
    const whole = cleaned({}, { ...map({ a: sent(1) }), taint: sent(3).taint });
    expect([shown(whole), whole.shape]).toEqual(['1: path, 3: path', undefined]);
    const list = cleaned({}, listOf([sent(1)]));
    expect([shown(list), list.shape]).toEqual(['1: path', undefined]);
    const nested = cleaned({}, map({ a: map({ b: map({ c: map({ d: sent(1) }) }) }) }));
    const third = nested.shape!.fields.get('a')!.shape!.fields.get('b')!.shape!.fields.get('c')!;
    expect([shown(third), third.shape]).toEqual(['1: path', undefined]);
  });
});

describe('a call that brings something in', () => {
  const bringing = (parts: Partial<Source>, given: Given = {}) =>
    apply({
      ...given,
      match: { sources: [{ on: 'call', mask: sql, when: [], ...parts } as unknown as Source] },
    });
  test('gives it in addition to what goes in', () => {
    expect(bringing({}, { value: constantValue('a') })).toMatchObject({ constant: undefined, dynamic: true });
    expect(shown(bringing({}, { value: sent(1) }))).toBe('1: sql path, 9: sql');
    expect(shown(bringing({ on: 'read' }))).toBe('');
  });
  test('is not certain where only its name says so', () => {
    expect(shown(bringing({ isGuess: true }))).toBe('9: sql [f()]');
    expect(shown(bringing({}))).toBe('9: sql');
  });
  test('may put it into variables that it was handed', () => {
    const filled = (into: number[], given: Given) => {
      const run = runWith({ a0: constantValue('x'), a1: sent(1), r: constantValue('y') });
      returns({ into }, { args: [constantValue('x'), sent(1)], receiver: constantValue('y'), run, ...given });
      return ['a0', 'a1', 'r'].map((word) => {
        const held = run.frame.layer.get(word)!;
        return `${held.constant ?? '?'} ${shown(held)}`;
      });
    };
    const untouched = ['x ', '? 1: sql path', 'y '];
    expect(filled([0], { value: sent(5) })).toEqual(['? 5: sql path', '? 1: sql path', 'y ']);
    expect(filled([1], { value: sent(5) })).toEqual(['x ', '? 1: sql path, 5: sql path', 'y ']);
    expect(filled([-1], { value: sent(5) })).toEqual(['x ', '? 1: sql path', '? 5: sql path']);
    expect(filled([0], { value: unknownValue })).toEqual(['? ', '? 1: sql path', 'y ']);
    expect(filled([-1], { value: unknownValue })).toEqual(untouched);
    expect(filled([0], { value: literalValue })).toEqual(untouched);
    expect(filled([7], { value: sent(5) })).toEqual(untouched);
    expect(filled([], { value: sent(5) })).toEqual(untouched);
  });
});
