import { expect, test } from 'vitest';
import { functionOf } from '../../../../../../test/support/expression-of.ts';
import { FilterLiterals } from './filter-literals.ts';
import { forgetsCharacters } from './forgotten-characters.ts';
import { forgetsNetworks } from './forgotten-networks.ts';

async function mayFilter(body: string): Promise<string> {
  const fn = await functionOf('a.js', `function f(x) { ${body} }\n`);
  const literals = new FilterLiterals();
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
])('%s: %s', async (body, expected) => {
  expect(await mayFilter(body)).toBe(expected);
});

test('a function inside of one answers for itself', async () => {
  const outer = await functionOf(
    'a.js',
    "function f(x) { function g(y) { return y; } return g(x) === '172.16.0.1'; }\n",
  );
  const [inner] = outer.body;
  const literals = new FilterLiterals();
  expect(literals.mayFilter(outer, 'networks')).toBe(true);
  expect(inner?.k === 'function' && literals.mayFilter(inner.fn, 'networks')).toBe(false);
});
