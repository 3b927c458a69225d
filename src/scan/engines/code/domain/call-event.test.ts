import { expect, test } from 'vitest';
import type { Expr } from '../ir/ir.ts';
import { QualifiedName } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import { type CallEvent, joinAll, partOf, placeOfMethod, unknownCall } from './call-event.ts';
import type { TaintEntry } from './taint.ts';
import { constantValue, unknownValue, type Value, withTaint } from './value.ts';

const entry = (id: number, kind: 'source' | 'parameter' = 'source'): TaintEntry => ({
  origin:
    kind === 'source'
      ? { k: 'source', id, kind: 'remote', title: 's', span: { start: id, end: id + 1 } }
      : { k: 'parameter', id, index: 0, field: undefined },
  mask: 1,
  step: undefined,
  check: undefined,
  awaits: undefined,
});
const tainted = (id: number): Value => withTaint(unknownValue, [entry(id)]);
const name = (text: string): Expr => ({ k: 'name', name: text, start: 0, end: text.length });
const member = (object: Expr, property: string): Expr => ({
  k: 'member',
  object,
  property,
  start: object.start,
  end: object.end + 1 + property.length,
});

function event(callee: Expr, more: Partial<CallEvent> = {}, isNew = false): CallEvent {
  const root = new QualifiedName('', undefined) as Name;
  const last = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  return {
    expr: { k: 'call', callee, args: [], isNew, start: callee.start, end: callee.end + 2 },
    within: undefined,
    name: root.child('x').child(last),
    match: null,
    receiver: callee.k === 'member' ? unknownValue : undefined,
    receiverExpr: undefined,
    index: undefined,
    args: [],
    named: new Map(),
    openList: false,
    openMap: false,
    definedIn: undefined,
    ...more,
  } as CallEvent;
}
const got = (value: Value) => value.taint?.map(({ origin, check }) => [origin.id, check]);

test('a part of a call is asked for by position, name, receiver or index', () => {
  const [a, b, self, index] = [1, 2, 3, 4].map(constantValue) as [Value, Value, Value, Value];
  const call = event(name('f'), { args: [a], named: new Map([['key', b]]), receiver: self, index });
  expect([0, 1, 'key', 'other', 'receiver', 'index'].map((which) => partOf(call, which)?.constant)).toEqual([
    1,
    undefined,
    2,
    undefined,
    3,
    4,
  ]);
});

test('all that some values are tainted by', () => {
  expect(joinAll([tainted(1), unknownValue, tainted(2)])?.map(({ origin }) => origin.id)).toEqual([1, 2]);
  expect(joinAll([unknownValue])).toBeUndefined();
});

/** What a call of a function that nobody knows gives: ids of the origins, each with the check it has passed. */
const rows: Array<[title: string, call: CallEvent, onSelf: boolean, isStrange: boolean, expected: unknown]> =
  [
    ['f(x) hands on x', event(name('f'), { args: [tainted(1)] }), false, false, [[1, undefined]]],
    [
      'f(key: x) hands on x',
      event(name('f'), { named: new Map([['key', tainted(1)]]) }),
      false,
      false,
      [[1, undefined]],
    ],
    ['f(1) gives nothing', event(name('f'), { args: [constantValue(1)] }), false, false, undefined],
    [
      'find(x) of the own object may have looked it up',
      event(name('find'), { args: [tainted(1)] }),
      true,
      false,
      [[1, 'find()']],
    ],
    ['Find(x) is a class', event(name('Find'), { args: [tainted(1)] }), true, false, [[1, undefined]]],
    [
      'find(x) of a library that no rule knows',
      event(name('find'), { args: [tainted(1)] }),
      false,
      true,
      [[1, 'find()']],
    ],
    [
      'format(x) says that it is a text',
      event(name('format'), { args: [tainted(1)] }),
      false,
      true,
      [[1, undefined]],
    ],
    [
      'store.find(x) may have looked it up',
      event(member(name('store'), 'find'), { args: [tainted(1)] }),
      false,
      false,
      [[1, 'find()']],
    ],
    [
      'store.trim(x) is what it says',
      event(member(name('store'), 'trim'), { args: [tainted(1)] }),
      false,
      false,
      [[1, undefined]],
    ],
    [
      'Store.find(x) is a function of a class',
      event(member(name('Store'), 'find'), { args: [tainted(1)] }),
      false,
      false,
      [[1, undefined]],
    ],
    [
      'new store.Find(x) holds x',
      event(member(name('store'), 'find'), { args: [tainted(1)] }, true),
      false,
      false,
      [[1, undefined]],
    ],
    [
      'data.find(x) on data of a request gives both',
      event(member(name('data'), 'find'), { args: [tainted(1)], receiver: tainted(2) }),
      false,
      false,
      [
        [1, undefined],
        [2, undefined],
      ],
    ],
    [
      'argument.find(x) is a method of whatever the argument is',
      event(member(name('argument'), 'find'), {
        args: [tainted(1)],
        receiver: withTaint(unknownValue, [entry(2, 'parameter')]),
      }),
      false,
      false,
      [
        [1, 'find()'],
        [2, undefined],
      ],
    ],
    [
      "'text'.find(x) is one of a text",
      event(member(name('text'), 'find'), { args: [tainted(1)], receiver: constantValue('text') }),
      false,
      false,
      [[1, undefined]],
    ],
    [
      'table.get(x) gives what the table holds, not the key',
      event(member(name('table'), 'get'), { args: [tainted(1)], receiver: tainted(2) }),
      false,
      false,
      [[2, undefined]],
    ],
    [
      'table.get(k, x) may give x',
      event(member(name('table'), 'get'), { args: [tainted(1), tainted(3)], receiver: tainted(2) }),
      false,
      false,
      [
        [2, undefined],
        [3, undefined],
      ],
    ],
    [
      'table.get(a, b, x) is no lookup',
      event(member(name('table'), 'get'), { args: [tainted(1), unknownValue, unknownValue] }),
      false,
      false,
      [[1, 'get()']],
    ],
    [
      'client.get(url=x) is no lookup',
      event(member(name('client'), 'get'), { args: [tainted(1)], named: new Map([['a', tainted(3)]]) }),
      false,
      false,
      [
        [1, 'get()'],
        [3, 'get()'],
      ],
    ],
    [
      'Http.get(x) is no lookup',
      event(member(name('Http'), 'get'), { args: [tainted(1)] }),
      false,
      false,
      [[1, undefined]],
    ],
  ];

test.each(rows)('%s', (_, call, onSelf, isStrange, expected) => {
  expect(got(unknownCall(call, unknownValue, onSelf, isStrange))).toEqual(expected);
});

test('the place of a method is from its name to the end of the call, of anything else the whole call', () => {
  const chained = event(member(name('query'), 'run'));
  expect(placeOfMethod(chained)).toMatchObject({ start: 6, end: 11 });
  const plain = event(name('run'));
  expect(placeOfMethod(plain)).toBe(plain.expr);
});

test('a function that is held in a tainted value gives what that value brings', () => {
  expect(got(unknownCall(event(name('f')), tainted(5)))).toEqual([[5, undefined]]);
});
