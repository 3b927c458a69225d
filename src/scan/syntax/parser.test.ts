import { beforeAll, expect, test } from 'vitest';
import { languageOf, languages } from './languages.ts';
import { createParser, type Parser, parserLimits } from './parser.ts';
import { samples } from './self-test-samples.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await createParser();
});

test.each(languages.map((language) => language.id))(
  '%s is read the fast way: both ways agree on its sample',
  (id) => {
    expect(samples[id]).toBeDefined();
    expect(parser.readerOf(id)).toBe('heap');
  },
);

test('the language of a path is told by its name alone', () => {
  expect(languageOf('src/a.b/index.TSX')).toBe('tsx');
  expect(languageOf('Rakefile')).toBe('ruby');
  expect(languageOf('a/__proto__')).toBeUndefined();
  expect(languageOf('a.constructor')).toBeUndefined();
});

test('a tree has subtrees as index ranges and offsets in UTF-16 units', () => {
  const text = 'x = "é𝒳"\nprint(x)\n';
  const tree = parser.parse('a.py', text)!;
  const names = [...tree.symbol].map((symbol) => tree.symbolNames[symbol]);
  expect(names[0]).toBe('module');
  expect(tree.skip[0]).toBe(tree.count);
  const call = names.indexOf('call');
  expect(text.slice(tree.start[call], tree.end[call])).toBe('print(x)');
  expect(names.slice(call, tree.skip[call])).toEqual([
    'call',
    'identifier',
    'argument_list',
    '(',
    'identifier',
    ')',
  ]);
  expect(tree.fieldNames[tree.field[call + 1]!]).toBe('function');
  expect(tree.hasError).toBe(false);
});

test('deep nesting is flattened without recursion', () => {
  const depth = 20_000;
  const tree = parser.parse('a.js', `${'['.repeat(depth)}1${']'.repeat(depth)}`);
  expect(tree!.count).toBeGreaterThan(depth * 3);
});

test('broken text gives a usable tree that says so', () => {
  const tree = parser.parse('a.ts', 'const a = ;;; }}} function f( { eval(x) }')!;
  expect(tree.hasError).toBe(true);
  expect([...tree.symbol].map((symbol) => tree.symbolNames[symbol])).toContain('ERROR');
});

test('limits of length, nodes and parser steps give no tree, and the next text parses', async () => {
  const small = await createParser({
    ...parserLimits,
    maxTextLength: 10_000,
    maxNodes: 100,
    maxOperations: 5_000,
  });
  expect(small.parse('a.js', ' '.repeat(10_001))).toBeUndefined();
  expect(small.parse('a.js', 'f(1);'.repeat(100))).toBeUndefined();
  expect(small.parse('a.js', 'f(1,2,3);'.repeat(1_000))).toBeUndefined();
  expect(small.parse('a.js', 'f(1)')!.hasError).toBe(false);
  expect(small.parse('unknown.bin', 'f(1)')).toBeUndefined();
});

test('a single-file component is its scripts, in place', () => {
  const text = '<template><p v-html="x"/></template>\n<script lang="ts">\nconst a = 1\n</script>';
  const tree = parser.parse('A.vue', text)!;
  expect(tree.hasError).toBe(false);
  const at = [...tree.symbol].findIndex((symbol) => tree.symbolNames[symbol] === 'lexical_declaration');
  expect(text.slice(tree.start[at], tree.end[at])).toBe('const a = 1');
});
