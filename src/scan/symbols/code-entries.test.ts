import { expect, test } from 'vitest';
import type { CodeSymbol } from '../model/code-symbol.ts';
import { codeEntries, isCodeEntry } from './code-entries.ts';

const symbol = (change: Partial<CodeSymbol> = {}): CodeSymbol =>
  ({
    path: 'a.js',
    kind: 'function',
    name: 'one',
    content: 'c',
    line: 1,
    endLine: 2,
    ...change,
  }) as CodeSymbol;
const ids = (...symbols: CodeSymbol[]) => codeEntries('r', symbols).map(({ externalId }) => externalId);

test('an entry has the same id in every scan as long as its place stays, whatever else changes', () => {
  const [id] = ids(symbol());
  expect(id).toMatch(/^code:[0-9a-f]{40}$/);
  expect(ids(symbol({ content: 'other', line: 9 }))).toEqual([id]);
  const others = [
    ...ids(symbol({ path: 'b.js' })),
    ...ids(symbol({ kind: 'class' })),
    ...ids(symbol({ name: 'two' })),
    codeEntries('s', [symbol()])[0]!.externalId,
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});

test('equal names in one file are told apart by their order', () => {
  const [first, second, third] = ids(symbol(), symbol(), symbol());
  expect(new Set([first, second, third]).size).toBe(3);
  expect(ids(symbol())).toEqual([first]);
  expect(ids(symbol({ name: 'x' }), symbol(), symbol()).slice(1)).toEqual([first, second]);
});

// biome-ignore format: one line for each row
test.each([
  [{}, { symbol: 'one' }], [{ name: '' }, {}], [{ language: 'javascript' }, { language: 'javascript', symbol: 'one' }], [{ signature: 'one()' }, { symbol: 'one', signature: 'one()' }], [{ isTest: true }, { symbol: 'one', test: true }],
] as Array<[Partial<CodeSymbol>, object]>)('%j says %j about itself', (change, expected) => {
  expect(codeEntries('r', [symbol(change)])[0]!.metadata).toEqual({ repository: 'r', path: 'a.js', kind: 'function', line: 1, endLine: 2, ...expected });
});

test('an entry that was made here is known by its name', () => {
  expect([
    isCodeEntry(ids(symbol())[0]),
    isCodeEntry('mine'),
    isCodeEntry('xcode:1'),
    isCodeEntry(undefined),
  ]).toEqual([true, false, false, false]);
});
