import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../../../test/support/golden-ir.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { constantValue, unknownValue } from '../../domain/value.ts';
import type { ElementAttribute, Expr, FunctionIr } from '../../ir/ir.ts';
import { compileConditions } from '../../knowledge/compile-conditions.ts';
import {
  type AnalysedFile,
  callHolds,
  scopeOfCall,
  scopeOfComparison,
  scopeOfElement,
  scopeOfFunction,
  scopeOfParameter,
  scopeOfValue,
} from './condition-scopes.ts';
import type { ConditionScope } from './conditions.ts';
import { importedPackages } from './imported-packages.ts';
import { Passages } from './passages.ts';
import { WordsOfFunction } from './words-of-function.ts';

const text = 'first\nclass Box {\n  third one;\n  run(alpha, beta);\n} last';
const file: AnalysedFile = {
  path: 'src/a.x',
  text,
  passages: new Passages(text),
  modulePath: () => [],
  imports: (packages) => packages[0] === 'lib',
  ownNames: new Set(),
  externalNames: new Set(),
};
const spanOf = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
const name = (word: string): Expr => ({ k: 'name', name: word, ...spanOf(word) });
const box = {
  name: 'Box',
  className: 'Box',
  parameters: [],
  body: [{ k: 'expr', value: name('third'), ...spanOf('third') }],
  ...spanOf('class Box {\n  third one;'),
} as unknown as FunctionIr;
const call: Expr & { k: 'call' } = {
  k: 'call',
  callee: name('run'),
  args: [{ value: name('alpha') }, { name: 'opt', value: name('beta') }],
  isNew: false,
  ...spanOf('run(alpha, beta)'),
};
const [one, two, opt] = [constantValue('one'), constantValue('two'), constantValue('opt')];
const event = (more: Partial<CallEvent> = {}) =>
  ({
    expr: call,
    within: box,
    receiver: two,
    receiverExpr: name('first'),
    index: undefined,
    args: [one],
    named: new Map([['opt', opt]]),
    openList: false,
    openMap: false,
    ...more,
  }) as unknown as CallEvent;

/** Which of these texts a part has, and nothing else. */
const words = ['first', 'Box', 'third', 'run', 'alpha', 'beta', 'last', 'src'];
const said = (scope: ConditionScope, which: string | number) =>
  words.filter((word) => scope.says(which, new RegExp(word))).join(' ');

describe('a call', () => {
  test.each<[string | number, string]>([
    ['file', 'src'],
    ['text', 'first Box third run alpha beta last'],
    ['before', 'Box third'],
    ['function', 'Box third'],
    ['receiver', 'first'],
    ['value', 'run alpha beta'],
    ['call', 'run alpha beta'],
    [0, 'alpha'],
    [1, 'beta'],
    ['opt', 'beta'],
    ['callback', ''],
    [7, ''],
  ])('the text of %s', (which, expected) => {
    expect(said(scopeOfCall(file, event()), which)).toBe(expected);
  });

  test('what is not there is an empty text', () => {
    const scope = scopeOfCall(file, event({ within: undefined, receiverExpr: undefined }));
    expect([scope.says('function', /^$/), scope.says('receiver', /^$/), scope.says(7, /^$/)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('the text of functions among its arguments', () => {
    const closure = { ...unknownValue, closures: [{ fn: box, frame: undefined, self: undefined }] };
    expect(said(scopeOfCall(file, event({ args: [one, closure] })), 'callback')).toBe('Box third');
  });

  test('its parts, and what may be hidden in what is spread', () => {
    const scope = scopeOfCall(file, event());
    expect([scope.part(0), scope.part('opt'), scope.part('receiver'), scope.part(1)]).toEqual([
      one,
      opt,
      two,
      undefined,
    ]);
    const may = (more: Partial<CallEvent>) => {
      const scope = scopeOfCall(file, event(more));
      return [scope.mayHold(0), scope.mayHold('x')];
    };
    expect(may({})).toEqual([false, false]);
    expect(may({ openList: true })).toEqual([true, true]);
    expect(may({ openMap: true })).toEqual([false, true]);
  });

  test('what the file imports and the function names', () => {
    const scope = scopeOfCall(file, event());
    expect([scope.imports(['lib']), scope.imports(['other'])]).toEqual([true, false]);
    expect([scope.naming(['third']), scope.naming(['other']), scope.calls(['run'])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('no condition holds, and so does one that is met', () => {
    expect(callHolds(file, event(), [])).toBe(true);
    expect(callHolds(file, event(), compileConditions([{ arg: 0, is: 'one' }]))).toBe(true);
    expect(callHolds(file, event(), compileConditions([{ arg: 0, is: 'two' }]))).toBe(false);
  });
});

describe('the text in front of a place', () => {
  const inFront = (whole: string, mark = 'X') => {
    const at = whole.indexOf(mark);
    const scope = scopeOfValue({ ...file, text: whole, passages: new Passages(whole) }, one, {
      start: at,
      end: at + 1,
    });
    let heard = '';
    const expression = /x/;
    expression.test = (part: string) => {
      heard = part;
      return true;
    };
    scope.says('before', expression);
    return heard;
  };
  test.each([
    ['X', ''],
    ['aX', 'a'],
    ['a\nb\ncX', 'a\nb\nc'],
    ['a\nb\nc\ndX', '\nb\nc\nd'],
    ['a\nb\nc\nX', '\nb\nc\n'],
    ['\nX', '\n'],
  ])('%j', (whole, expected) => {
    expect(inFront(whole)).toBe(expected);
  });

  test('has at most 400 characters', () => {
    expect(inFront(`${'a'.repeat(500)}X`)).toHaveLength(400);
  });
});

test('a value that is read or assigned', () => {
  const scope = scopeOfValue(file, one, spanOf('alpha'), name('beta'), two, box);
  expect([scope.part('object'), scope.part('value'), scope.part(0)]).toEqual([two, one, one]);
  const texts = ['file', 'text', 'function', 'receiver', 'value'].map((which) => said(scope, which));
  expect(texts).toEqual(['src', 'first Box third run alpha beta last', 'Box third', 'beta', 'alpha']);
  expect([scope.mayHold(0), scope.naming(['third']), scope.calls(['run'])]).toEqual([false, true, false]);
  const alone = scopeOfValue(file, one, spanOf('alpha'));
  expect([said(alone, 'receiver'), alone.says('function', /^$/), alone.naming(['third'])]).toEqual([
    'alpha',
    true,
    false,
  ]);
  // A place that is no function has no names.
  expect(
    scopeOfValue(file, one, spanOf('alpha'), undefined, undefined, spanOf('third one')).naming(['third']),
  ).toBe(false);
});

test('an attribute of an element', () => {
  const element = {
    k: 'element',
    name: 'a',
    attributes: [],
    children: [],
    ...spanOf('third one'),
  } as unknown as Expr & { k: 'element' };
  const scope = scopeOfElement(
    file,
    one,
    spanOf('alpha') as unknown as ElementAttribute,
    element,
    new Map([['rel', two]]),
  );
  expect([scope.part('value'), scope.part('element'), scope.part('rel'), scope.part('x')]).toEqual([
    one,
    constantValue('a'),
    two,
    undefined,
  ]);
  expect([said(scope, 'element'), said(scope, 'value')]).toEqual(['third', 'alpha']);
  expect([scope.mayHold('x'), scope.naming(['third']), scope.calls(['run'])]).toEqual([false, false, false]);
});

test('two values that are compared', () => {
  const binary: Expr & { k: 'binary' } = {
    k: 'binary',
    op: '==',
    left: name('alpha'),
    right: name('beta'),
    ...spanOf('alpha, beta'),
  };
  const scope = scopeOfComparison(file, binary, one, two, box);
  expect(['op', 'left', 0, 'right', 1].map((which) => scope.part(which))).toEqual([
    constantValue('=='),
    one,
    one,
    two,
    two,
  ]);
  expect(['left', 0, 'right', 'call', 'function'].map((which) => said(scope, which))).toEqual([
    'alpha',
    'alpha',
    'beta',
    'alpha beta',
    'Box third',
  ]);
  expect([scope.mayHold('left'), scope.naming(['third'])]).toEqual([false, true]);
  const outside = scopeOfComparison(file, binary, one, two, undefined);
  expect([outside.says('function', /^$/), outside.says('function', /third/)]).toEqual([false, false]);
});

test('a function, and a parameter of one', () => {
  const scope = scopeOfFunction(file, box);
  expect(scope.part('x')).toEqual(constantValue('Box'));
  expect(['body', 'class', 'text', 'function'].map((which) => said(scope, which))).toEqual([
    'Box third',
    'first Box',
    'first Box third run alpha beta last',
    'Box',
  ]);
  const { className: _, ...without } = box;
  expect(said(scopeOfFunction(file, without as FunctionIr), 'class')).toBe('');
  expect([scope.mayHold(0), scope.naming(['third']), scope.naming(['x'])]).toEqual([false, true, false]);
  const parameter = scopeOfParameter(file, 'alpha', two);
  expect([parameter.part('name'), parameter.part('value')]).toEqual([constantValue('alpha'), two]);
  expect([said(parameter, 'text'), said(parameter, 'name')]).toEqual([
    'first Box third run alpha beta last',
    'alpha',
  ]);
  expect([parameter.mayHold(0), parameter.naming(['third']), parameter.calls(['run'])]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a function says what is in its first 16,000 characters, a place in 8,000, a file in 100,000', () => {
  const spaces = (count: number) => ' '.repeat(count);
  const says = (count: number, ask: (passages: Passages, end: number) => boolean) => {
    const passages = new Passages(`${spaces(count - 1)}x`);
    return ask(passages, count);
  };
  const inFunction = (passages: Passages, end: number) => passages.functionSays(/x/, { start: 0, end });
  const atPlace = (passages: Passages, end: number) => passages.placeSays(/x/, { start: 0, end });
  const inFile = (passages: Passages) => passages.fileSays(/x/);
  expect([says(16_000, inFunction), says(16_001, inFunction)]).toEqual([true, false]);
  expect([says(8_000, atPlace), says(8_001, atPlace)]).toEqual([true, false]);
  expect([says(100_000, inFile), says(100_001, inFile)]).toEqual([true, false]);
  // Two functions that begin at the same place, or end there, are two.
  const passages = new Passages('aab');
  expect(passages.functionSays(/b/, { start: 0, end: 3 })).toBe(true);
  expect(passages.functionSays(/b/, { start: 0, end: 2 })).toBe(false);
  expect(passages.functionSays(/a/, { start: 2, end: 3 })).toBe(false);
  expect(passages.functionSays(/a/, { start: 1, end: 3 })).toBe(true);
});

describe('names in a function', () => {
  const source = `function newSession(userId) {
  const token = this.oldHash;
  send(() => { inner(function named(deepArg) { return veryInner; }); }, HTTPServer);
}`;
  test('words of names, of members, of parameters, and of functions inside', async () => {
    const [first] = (await inspect('a.js', source)).module.body;
    const { fn } = first as { fn: FunctionIr };
    const found = new WordsOfFunction(fn);
    const all = [
      'new',
      'session',
      'user',
      'id',
      'token',
      'old',
      'hash',
      'send',
      'inner',
      'named',
      'deep',
      'arg',
      'very',
      'http',
      'server',
    ];
    expect(all.filter((word) => !found.has([word]))).toEqual([]);
    const passages = new Passages(source);
    expect([passages.functionNames(fn, ['x', 'hash']), passages.functionNames(fn, ['hashes', 'x'])]).toEqual([
      true,
      false,
    ]);
    expect([passages.functionCalls(fn, ['x', 'send']), passages.functionCalls(fn, ['x'])]).toEqual([
      true,
      false,
    ]);
    expect([
      passages.functionNames(undefined, ['hash']),
      passages.functionCalls(undefined, ['send']),
    ]).toEqual([false, false]);
  });

  test('of arguments by their names, and plurals', async () => {
    const program = 'def f(tokens):\n    g(api_key=1)\n';
    const [first] = (await inspect('a.py', program)).module.body;
    const { fn } = first as { fn: FunctionIr };
    expect(['api', 'key', 'f', 'g'].every((word) => new WordsOfFunction(fn).has([word]))).toBe(true);
    expect(new Passages(program).functionNames(fn, ['token'])).toBe(true);
  });
});

test('of a long function only what it is called, what it is given and what is near a place', async () => {
  const filler = Array.from({ length: 80 }, (_, index) => `    step_${index}(value)\n`).join('');
  const program = `def store(password):\n    digest(value)\n${filler}    session.open()\n    digest(value)\n`;
  const [first] = (await inspect('a.py', program)).module.body;
  const { fn } = first as { fn: FunctionIr };
  const passages = new Passages(program);
  const at = (start: number) => ({ start, end: start + 10 });
  const near = (word: string) => [
    passages.placeNames(fn, [word], at(program.indexOf('digest'))),
    passages.placeNames(fn, [word], at(program.lastIndexOf('digest'))),
  ];
  expect([near('session'), near('password'), near('store'), near('token')]).toEqual([
    [false, true],
    [true, true],
    [true, true],
    [false, false],
  ]);
  expect([
    passages.functionNames(fn, ['session']),
    passages.placeNames(undefined, ['session'], at(0)),
  ]).toEqual([true, false]);
});

describe('what a file imports', () => {
  const imports = importedPackages({
    modules: [
      ['com.acme.http.Client', 1],
      ['acme/sub', 2],
      ['x', 3],
    ],
    builtins: ['dns/promises'],
  } as never);
  test.each([
    ['com.acme.http', true],
    ['com.acme.http.Client', true],
    ['com.acme.ht', false],
    ['acme', true],
    ['x', true],
    ['xy', false],
    ['sub', false],
    ['dns', true],
    ['dns/promises', true],
    ['promises', false],
  ])('%s: %s', (wanted, expected) => {
    expect(imports([wanted])).toBe(expected);
    expect(imports(['nothing', wanted])).toBe(expected);
  });

  test('nobody can tell where imports were not read', () => {
    expect(importedPackages(undefined)(['x'])).toBe(true);
  });
});
