import { expect, test } from 'vitest';
import { statementsOf } from '../../../../test/support/expression-of.ts';
import type { Stmt } from './ir/ir.ts';
import { eachPart, type Part } from './ir/parts.ts';

/** The parts of a part, in their order, as they are written. */
function partsOf(part: Part, text: string): string {
  const found: string[] = [];
  eachPart(part, ({ start, end }) => found.push(text.slice(start, end)));
  return found.join(' | ');
}

const expressions: Array<[program: string, parts: string]> = [
  ["'a'", ''],
  ['/a/', ''],
  ['a', ''],
  ['() => a', ''],
  ['a.b', 'a'],
  ['a[b]', 'a | b'],
  ['f(a, b)', 'f | a | b'],
  ['a.f(...b)', 'a.f | b'],
  ['a + b', 'a | b'],
  ['a && b', 'a | b'],
  ['-a', 'a'],
  ['a ? b : c', 'a | b | c'],
  ['a = b', 'a | b'],
  ['[a, ...b]', 'a | b'],
  ['[a, , c] = d', '[a, , c] | d'],
];

test.each(expressions)('%s is made of %s', async (program, parts) => {
  const text = `(${program});\n`;
  const [statement] = await statementsOf('a.js', text);
  const { value } = statement as Stmt & { k: 'expr' };
  expect(partsOf(statement!, text)).toBe(program);
  expect(partsOf(value, text)).toBe(parts);
});

test.each([
  ['({ a: b, [c]: d, ...e })', /b.*c.*d.*e/],
  ['({ a: x, b: y, ...z } = v)', /x.*y.*z/],
  ['([a = b, ...c] = v)', /a = b.*c/],
])('%s is made of its entries', async (program, parts) => {
  const text = `${program};\n`;
  const [statement] = await statementsOf('a.js', text);
  const { value } = statement as Stmt & { k: 'expr' };
  const held = value.k === 'assign' ? value.target : value;
  expect(partsOf(held, text)).toMatch(parts);
});

const statements: Array<[path: string, program: string, parts: string]> = [
  ['a.js', 'if (a) b(); else c();', 'a | b(); | c();'],
  ['a.js', 'throw a;', 'a'],
  ['a.js', 'while (a) b();', 'a | b();'],
  ['a.js', 'for (const a of b) c();', 'a | b | c();'],
  ['a.js', 'switch (a) { case b: c(); default: d(); }', 'a | b | c(); | d();'],
  ['a.js', 'try { a(); } catch (e) { b(); } finally { c(); }', 'a(); | b(); | c();'],
  ['a.js', '{ a(); b(); }', 'a(); | b();'],
  ['a.js', 'function f() { a(); }', ''],
  ['a.js', 'class A { m() {} }', ''],
  ['a.py', 'for a in b:\n    c()\nelse:\n    d()\n', 'a | b | c() | d()'],
  ['a.py', 'try:\n    a()\nexcept E:\n    b()\nelse:\n    c()\nfinally:\n    d()\n', 'a() | b() | c() | d()'],
  ['a.py', 'match a:\n    case 1 if b:\n        c()\n', 'a | 1 | b | c()'],
];

test.each(statements)('%s: %s', async (path, program, parts) => {
  const [statement] = await statementsOf(path, `${program}\n`);
  expect(partsOf(statement!, program)).toBe(parts);
});

test('parts of other kinds are handed over too', async () => {
  const of = async (path: string, text: string) => {
    const [statement] = await statementsOf(path, text);
    const { value } = statement as Stmt & { k: 'expr' };
    return [value.k, partsOf(value, text)];
  };
  expect(await of('a.py', 'a[b:c]\n')).toEqual(['slice', 'a | b | c']);
  expect(await of('a.py', '[a for b in c if d]\n')).toEqual(['comprehension', 'b | c | d | a']);
  expect(await of('a.py', '{k: a for b in c}\n')).toEqual(['comprehension', 'b | c | k | a']);
  expect(await of('a.jsx', '<p a={b} c>{d}</p>;\n')).toEqual(['element', 'b | d']);
  expect((await of('a.js', '`${a}${b}`;\n'))[1]).toMatch(/a.*\| b/);
  const text = 'for (let i = 0; a; b) c();\n';
  const loop = (await statementsOf('a.js', text)).find(({ k }) => k === 'loop');
  expect(partsOf(loop!, text)).toBe('a | c(); | b');
});
