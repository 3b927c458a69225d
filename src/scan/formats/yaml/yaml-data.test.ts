import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { DataNode } from '../data-node.ts';
import type { ReadingProblems } from '../reading-problems.ts';
import { readYaml } from './read-yaml.ts';
import { parseYamlData, parseYamlDocuments } from './yaml-data.ts';

function plain({ value }: DataNode): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, node]) => [key, plain(node)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

test('a scalar stays the text that was written', () => {
  const root = parseYamlData('a: 1.10\nb: [0x10, 1e3, true, ~]\n1.20: {2.30: no}\n', []);
  expect(plain(root)).toEqual({ a: '1.10', b: ['0x10', '1e3', 'true', '~'], '1.20': { '2.30': 'no' } });
});

test('what another implementation reads without a schema is read the same', () => {
  const key = fc.stringMatching(/^[a-z@/][a-z0-9._-]{0,12}$/).filter((text) => !text.startsWith('@'));
  const scalar = fc.oneof(
    fc.stringMatching(/^[a-z0-9][a-z0-9 .+^~-]{0,14}[a-z0-9]$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.boolean(), (value, inFlow) => {
      const text = stringify({ value }, inFlow ? { collectionStyle: 'flow' } : {});
      expect(plain(parseYamlData(text, []))).toEqual(parse(text, { schema: 'failsafe' }));
    }),
    { numRuns: 200 },
  );
});

test('an entry has the line of its key, an item its own', () => {
  const root = parseYamlData('# lock\npackages:\n\n  a:\n    x: 1\n  b:\n    - p\n    - q\n', []);
  expect(root.at('packages')!.line).toBe(2);
  expect(root.at('packages', 'a')!.line).toBe(4);
  expect(
    root
      .get('packages')!
      .itemsOf('b')
      .map(({ line }) => line),
  ).toEqual([7, 8]);
});

test('of a key that is there twice the last value counts, and both lines are reported', () => {
  const problems: ReadingProblems = [];
  expect(parseYamlData('a: 1\nb: 2\na: 3\n', problems).text('a')).toBe('3');
  expect(problems).toEqual([
    { reason: 'duplicate_key', message: expect.stringContaining('"a" (lines 1 and 3)') },
  ]);
});

test('a file may hold several documents, but not any number of them', () => {
  expect(parseYamlDocuments('---\na: 1\n---\nb: 2\n', []).map(plain)).toEqual([{ a: '1' }, { b: '2' }]);
  expect(parseYamlDocuments('', []).map(plain)).toEqual([null]);
  expect(() => parseYamlDocuments('---\na: 1\n'.repeat(101), [])).toThrow(
    expect.objectContaining({ reason: 'budget_exceeded' }),
  );
});

test('what aliases share is not written out', () => {
  const root = parseYamlData('a: &a [x]\nb: [*a, *a]\n', []);
  const [first, second] = root.itemsOf('b');
  expect(first!.value).toBe(second!.value);
});

test('a bomb of aliases ends with a reason', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`);
  const bomb = ['a0: &a0 [x]', ...rows].join('\n');
  expect(() => parseYamlData(bomb, [])).toThrow(expect.objectContaining({ reason: 'budget_exceeded' }));
  expect(() => readYaml(bomb)).toThrow(/more values/);
});

test.each([
  ['a: [', /not closed/],
  ['a: 1\na: 2\n', /given twice; the last one counts\. \(line 2\)/],
  ['a: 1\n---\nb: 2\n', /more than one document/],
])('rules and configuration are refused with the line: %j', (text, message) => {
  expect(() => readYaml(text)).toThrow(message);
});

test('rules and configuration without a document are null, and a key is only a key', () => {
  expect(readYaml('# nothing\n')).toBeNull();
  expect(Object.keys(readYaml('__proto__: {a: 1}\n') as object)).toEqual(['__proto__']);
});
