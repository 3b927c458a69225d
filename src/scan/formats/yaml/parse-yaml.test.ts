import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { child, plainValue } from '../document/node.ts';
import { parseYaml } from './parse-yaml.ts';

const one = (text: string) => plainValue(parseYaml(text).documents[0]);

test('what another implementation writes is read the same', () => {
  const key = fc.stringMatching(/^[a-z][a-z0-9 _-]{0,8}[a-z0-9]$/);
  const leaf = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.boolean(),
    fc.constant(null),
    fc.integer({ min: -1000, max: 1000 }),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(one(stringify({ value }))).toEqual({ value });
      expect(one(JSON.stringify({ value }))).toEqual({ value });
    }),
    { numRuns: 300 },
  );
});

test('block scalars, anchors, merge keys and flow collections mean what the specification says', () => {
  const text = [
    'base: &base {a: 1, b: [x, "y, z"]}',
    'use:',
    '  <<: *base',
    '  b: 2',
    'literal: |',
    '  one',
    '    two',
    '',
    '  three',
    'folded: >-',
    '  one',
    '  two',
    '',
    '  three',
    'plain: several',
    '  lines here # and a comment',
    "quoted: 'it''s'",
    'list:',
    '- a',
    '-   b: 1',
    '    c: 2',
  ].join('\n');
  expect(one(text)).toEqual(parse(text, { merge: true }));
});

test('every value knows its lines', () => {
  const document = parseYaml('a: 1\nb:\n  c: |\n    x\n    y\n  d: [1,\n    2]\n').documents[0];
  expect(child(document, 'a')).toMatchObject({ line: 1, endLine: 1 });
  expect(child(document, 'b', 'c')).toMatchObject({ line: 3, endLine: 5 });
  expect(child(document, 'b', 'd')).toMatchObject({ line: 6, endLine: 7 });
});

test('tags of CloudFormation are kept', () => {
  const document = parseYaml('a: !Ref Bucket\nb: !GetAtt\n  - x\n  - y\n').documents[0];
  expect(child(document, 'a')).toMatchObject({ tag: '!Ref', value: 'Bucket' });
  expect(child(document, 'b')).toMatchObject({ tag: '!GetAtt', kind: 'sequence' });
});

test('a broken document is named and the next one is still read', () => {
  const { documents, problems } = parseYaml('a: [1\n---\nb: 2\n');
  expect(documents.map(plainValue)).toEqual([{ b: 2 }]);
  expect(problems).toMatchObject([{ reason: 'malformed' }]);
});

test('a tab as indentation is a malformed file, a duplicate key is noted and the last one counts', () => {
  expect(parseYaml('a:\n\tb: 1\n').problems).toMatchObject([{ reason: 'malformed' }]);
  const { documents, problems } = parseYaml('a: 1\na: 2\n');
  expect(child(documents[0], 'a')).toMatchObject({ value: 2 });
  expect(problems).toMatchObject([{ reason: 'duplicate_key', line: 2 }]);
});

test('a bomb of aliases ends in a skipped reason', () => {
  let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n';
  for (let i = 1; i < 12; i++)
    text += `a${i}: &a${i} [${Array(10)
      .fill(`*a${i - 1}`)
      .join(', ')}]\n`;
  expect(parseYaml(text).problems).toMatchObject([{ reason: 'budget_exceeded' }]);
});

test('an alias to itself is refused, and so is nesting without end', () => {
  expect(parseYaml('a: &a [*a]\n').problems).toMatchObject([{ reason: 'malformed' }]);
  expect(parseYaml('['.repeat(5000)).problems).toMatchObject([{ reason: 'budget_exceeded' }]);
  expect(parseYaml('- '.repeat(5000)).problems).toMatchObject([{ reason: 'budget_exceeded' }]);
});

test('ten thousand documents are read, and a limit on them holds', () => {
  const text = 'kind: A\n---\n'.repeat(10_000);
  expect(parseYaml(text).documents).toHaveLength(10_000);
  const limited = parseYaml(text, { maxDepth: 100, maxDocuments: 50, maxNodes: 1_000_000 });
  expect(limited.documents).toHaveLength(50);
  expect(limited.problems).toMatchObject([{ reason: 'budget_exceeded' }]);
});

test('no text whatever makes it throw', () => {
  const soup = fc.array(
    fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&x',
      '*x',
      '"',
      "'",
      '|',
      '>',
      '#',
      '\t',
      '!t',
      '? ',
      '<<: ',
      '---\n',
      ',',
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        soup.map((parts) => parts.join('')),
        fc.string({ maxLength: 80 }),
      ),
      (text) => {
        parseYaml(text);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a tab in front of a whole document of JSON is no indentation', () => {
  expect(parseYaml('\t{\n\t\t"a": [1]\n\t}\n').problems).toEqual([]);
  expect(parseYaml('a:\n\tb: 1\n').problems).toHaveLength(1);
});

test('tags are kept, in the short form and in the long one, and do not become part of the value', () => {
  const { documents } = parseYaml('a: !Ref name\nb: !<tag:x.y,2000:z> text\nc: !!str 1\nd: [!Sub "x"]\n');
  expect(child(documents[0], 'a')).toMatchObject({ value: 'name', tag: '!Ref' });
  expect(child(documents[0], 'b')).toMatchObject({ value: 'text', tag: '!<tag:x.y,2000:z>' });
  expect(child(documents[0], 'c')).not.toHaveProperty('tag');
  expect(parseYaml('a: !<tag:x text\n').problems).toMatchObject([{ reason: 'malformed', line: 1 }]);
});
