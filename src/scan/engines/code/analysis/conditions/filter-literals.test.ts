import { expect, test } from 'vitest';
import { functionOf } from '../../../../../../test/support/expression-of.ts';
import { FilterLiterals } from './filter-literals.ts';
import { forgetsCharacters } from './forgotten-characters.ts';
import { forgetsNetworks } from './forgotten-networks.ts';

async function mayFilter(body: string): Promise<string> {
  const code = `function f(x) { ${body} }\n`;
  const fn = await functionOf('a.js', code);
  const literals = new FilterLiterals(code);
  const networks = literals.mayFilter(fn, 'networks');
  const shell = literals.mayFilter(fn, 'shell');
  // Where the literals rule a filter out there is none.
  if (!networks) expect(forgetsNetworks(fn)).toBe(false);
  if (!shell) expect(forgetsCharacters(fn)).toBe(false);
  return [networks && 'networks', shell && 'shell'].filter(Boolean).join(' and ');
}

test.each([
  ["return x.startsWith('10.') || x.startsWith('192.168.')", 'networks'],
  ['return /^(10\\.|172\\.16\\.)/.test(x)', 'networks'],
  ['return a[0] === 10 || (a[0] === 172 && b) || (a[0] === 192 && a[1] === 168)', 'networks'],
  ["return [1].some(() => x.startsWith('172.'))", 'networks'],
  ["return x.startsWith('10.')", ''],
  ['return /[;&|`]/.test(x)', 'shell'],
  ["return [';', '&', '|', '$'].some((c) => x.includes(c))", 'shell'],
  ["return [';', '&', '|'].some((c) => x.includes(c))", ''],
  ["return /[;&|$]/.test(x) || x === '192.168.0.1'", 'networks and shell'],
  ['return x + 1', ''],
  // The text alone says nothing of literals: of these characters one is code, and one a comment.
  ["return x === '&|' || `${x}`; /* $ */", ''],
  // What is written with escapes, or in another base, is not in the text as it is read.
  ["return x.startsWith('\\x31\\x37\\x32.')", 'networks'],
  ["return x.startsWith('\\u0031\\u0037\\u0032.')", 'networks'],
  ['return a[0] === 0xac', 'networks'],
  ['return a[0] === 1_72', 'networks'],
  ["return ['\\x3b', '\\x26', '\\x7c', '\\x60'].includes(x)", 'shell'],
])('%s: %s', async (body, expected) => {
  expect(await mayFilter(body)).toBe(expected);
});

test('a function inside of one answers for itself', async () => {
  const code = "function f(x) { function g(y) { return y; } return g(x) === '172.16.0.1'; }\n";
  const outer = await functionOf('a.js', code);
  const [inner] = outer.body;
  const literals = new FilterLiterals(code);
  expect(literals.mayFilter(outer, 'networks')).toBe(true);
  expect(inner?.k === 'function' && literals.mayFilter(inner.fn, 'networks')).toBe(false);
});

test('a function whose parts are elsewhere in the file is read by its parts', async () => {
  const code = "function f(x) { return x === '172.16.0.1'; }\n";
  const fn = await functionOf('a.js', code);
  const moved = { ...fn, start: 0, end: 8 };
  expect(new FilterLiterals(code).mayFilter(moved, 'networks')).toBe(true);
});
