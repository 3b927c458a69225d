import { expect, test } from 'vitest';
import { statementsOf } from '../../../../test/support/expression-of.ts';
import { carriedNames } from './ir/carried-names.ts';
import type { Stmt } from './ir/ir.ts';

async function carriedIn(path: string, text: string): Promise<string> {
  const statements = await statementsOf(path, `${text}\n`);
  const loop = statements.find(({ k }) => k === 'each' || k === 'loop') as Stmt & { k: 'each' | 'loop' };
  const names = carriedNames(loop);
  return names ? [...names].sort().join(' ') : 'any';
}

test.each([
  ['what a round sets first is not seen by the next', 'for (const a of b) { const c = f(a); g(c); }', 'f g'],
  ['what is read and then set is', 'for (const a of b) { g(last); last = a; }', 'g last'],
  ['what is added to is', 'for (const a of b) { sum += a; }', 'sum'],
  ['what a method changes is', 'for (const a of b) { out.push(a); }', 'out'],
  ['whose field is set is', 'for (const a of b) { o.x = a; }', 'o'],
  ['whose entry is set is, and the key', 'for (const a of b) { o[k] = a; }', 'k o'],
  ['what one branch sets may be of the round before', 'for (const a of b) { if (a) c = a; f(c); }', 'c f'],
  ['what both branches set is not', 'for (const a of b) { if (a) c = 1; else c = a; f(c); }', 'f'],
  [
    'what the branch sets that leads on is not',
    'for (const a of b) { if (a) continue; else c = a; f(c); }',
    'f',
  ],
  ['what stands behind the end of a round is not read', 'for (const a of b) { break; f(c); }', ''],
  ['what the right side of an "and" sets may be', 'for (const a of b) { a && (c = a); f(c); }', 'c f'],
  ['what one side of a choice sets may be', 'for (const a of b) { a ? (c = a) : 0; f(c); }', 'c f'],
  ['what both sides of a choice set is not', 'for (const a of b) { a ? (c = a) : (c = 1); f(c); }', 'f'],
  ['what an inner loop sets may be', 'for (const a of b) { for (const d of a) c = d; f(c); }', 'c f'],
  ['what a case sets may be', 'for (const a of b) { switch (a) { case 1: c = a; } f(c); }', 'c f'],
  ['what is tried may be', 'for (const a of b) { try { c = h(a); } catch {} f(c); }', 'c f h'],
  [
    'what is tried is not where no other way leads on',
    'for (const a of b) { try { c = h(a); } catch { continue; } f(c); }',
    'f h',
  ],
  [
    'what is done in the end is certain',
    'for (const a of b) { try { h(a); } finally { c = a; } f(c); }',
    'f h',
  ],
  ['what is taken apart is set', 'for (const { a, c = d } of b) { f(a, c); }', 'd f'],
  [
    'a test is read first, and a step may follow a round that ended early',
    'for (; i < n; i++) { n = i; }',
    'i n',
  ],
  ['what a step reads may not have been set', 'for (; a; f(c)) { if (a) continue; c = a; }', 'a c f'],
  ['functions may read anything', 'for (const a of b) { f(() => a); }', 'any'],
  ['classes may, too', 'for (const a of b) { f(class { m() {} }); }', 'any'],
])('%s: %s', async (_, program, names) => {
  expect(await carriedIn('a.js', program)).toBe(names);
});

test.each([
  ['a list is written by variables of its own', 'for a in b:\n    c = [x for x in a]\n    f(c, x)', 'f x'],
  ['what is imported is set', 'for a in b:\n    import os\n    os.remove(a)', ''],
  ['what is read in the list is read', 'for a in b:\n    f([c for x in a])\n    c = a', 'c f'],
])('%s: %s', async (_, program, names) => {
  expect(await carriedIn('a.py', program)).toBe(names);
});
