import { expect, test } from 'vitest';
import type { FlatTree } from './flat-tree.ts';
import { sameTree } from './flatten/same-tree.ts';
import { TreeColumns } from './flatten/tree-columns.ts';
import { describeParseFailure } from './parse-failure.ts';
import { createParser } from './parser.ts';
import { allowed, parserLimits } from './parser-limits.ts';
import { readableSource, spelledOut } from './readable-source.ts';
import { interpreterOf, scriptName } from './script-name.ts';

test('what a text may cost grows with its length', () => {
  expect(allowed({ base: 7, perUnit: 3 }, 0)).toBe(7);
  expect(allowed({ base: 7, perUnit: 3 }, 5)).toBe(22);
  expect(parserLimits).toEqual({
    maxTextLength: 5_242_880,
    maxNodes: 4_000_000,
    maxDepth: 1_000,
    operations: { base: 400_000, perUnit: 10 },
    unitsRead: { base: 8_000_000, perUnit: 200 },
    memoryBytes: { base: 117_440_512, perUnit: 200 },
  });
});

test.each([
  ['a.java', 'a\\u0041b\rc', 'aAb     \nc'],
  ['a.java', 'a\r\nb', 'a\r\nb'],
  ['A.JAVA', 'a\rb', 'a\nb'],
  ['a.py', 'a\rb', 'a\nb'],
  ['a.tsx', 'a\rb\r\nc', 'a\nb\r\nc'],
  ['a.rb', 'a\rb', 'a\rb'],
  ['a.go', 'a\\u0041', 'a\\u0041'],
  ['a.php5', 'a\rb', 'a\nb'],
])('%s: %j is read as %j', (path, text, expected) => {
  expect(spelledOut(path, text)).toBe(expected);
  expect(readableSource(path, text)).toBe(expected);
});

test('what grammars of other files can read', () => {
  expect(readableSource('a.scala', 'f { implicit r =>\r1 }')).toBe('f {          r =>\n1 }');
  expect(readableSource('a.vue', '<p><script>a</script>')).toBe('           a         ');
});

test('an interpreter is named in the first 512 characters, what a program loads in the first 16,384', () => {
  const line = (blanks: number) => `#!${' '.repeat(blanks)}/bin/node\n`;
  expect([interpreterOf(line(501)), interpreterOf(line(502))]).toEqual(['node', 'nod']);
  const loads = (blanks: number) => scriptName('a', `${'\n'.repeat(blanks)}const a = require('a')`)?.path;
  expect([loads(16_362), loads(16_363)]).toEqual(['a.js', undefined]);
});

test('columns become twice as long and keep what is in them', () => {
  const columns = new TreeColumns();
  const names = ['symbol', 'field', 'start', 'end', 'skip', 'parent', 'named'] as const;
  expect([columns.count, columns.depth]).toEqual([0, 0]);
  for (const [at, name] of names.entries()) columns[name][5] = at + 1;
  columns.grow();
  expect(names.map((name) => columns[name].length)).toEqual(names.map(() => 32_768));
  expect(names.map((name) => columns[name][5])).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('two trees are the same where all their columns are', () => {
  const tree = (more: object = {}) => {
    const column = [1, 2];
    const same = {
      symbol: column,
      field: column,
      start: column,
      end: column,
      skip: column,
      parent: column,
      named: column,
    };
    return { count: 2, ...same, ...more } as unknown as FlatTree;
  };
  expect(sameTree(tree(), tree())).toBe(true);
  expect(sameTree(tree(), tree({ count: 3 }))).toBe(false);
  for (const name of ['symbol', 'field', 'start', 'end', 'skip', 'parent', 'named'])
    expect(sameTree(tree(), tree({ [name]: [1, 3] }))).toBe(false);
});

test('every failure has a sentence of its own', () => {
  const failures = ['too_long', 'too_many_nodes', 'too_many_steps', 'deadline', 'crashed'] as const;
  expect(new Set(failures.map(describeParseFailure)).size).toBe(5);
});

test('every node of a tree, with what it is and where', async () => {
  const text = 'x = f(1)\n';
  const tree = (await createParser()).parse('a.py', text)!;
  const nodes = Array.from({ length: tree.count }, (_, at) =>
    [
      tree.symbolNames[tree.symbol[at]!],
      tree.named[at] ? 'named' : '',
      tree.fieldNames[tree.field[at]!] ?? '',
      text.slice(tree.start[at], tree.end[at]).trim(),
      tree.parent[at],
      tree.skip[at],
    ].join(' | '),
  );
  expect(nodes).toMatchInlineSnapshot(`
    [
      "module | named |  | x = f(1) | -1 | 11",
      "expression_statement | named |  | x = f(1) | 0 | 11",
      "assignment | named |  | x = f(1) | 1 | 11",
      "identifier | named | left | x | 2 | 4",
      "= |  |  | = | 2 | 5",
      "call | named | right | f(1) | 2 | 11",
      "identifier | named | function | f | 5 | 7",
      "argument_list | named | arguments | (1) | 5 | 11",
      "( |  |  | ( | 7 | 9",
      "integer | named |  | 1 | 7 | 10",
      ") |  |  | ) | 7 | 11",
    ]
  `);
});
