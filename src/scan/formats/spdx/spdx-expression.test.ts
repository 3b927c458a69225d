import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceptionIds, licenceIds } from './licence-list.ts';
import { listedExpression } from './listed-expression.ts';
import { parseSpdxExpression, type SpdxExpression } from './spdx-expression.ts';

const listed = (text: string) => {
  const parsed = parseSpdxExpression(text);
  return parsed && listedExpression(parsed);
};

test.each([
  ['MIT', 'MIT'],
  ['mit or apache-2.0', 'MIT OR Apache-2.0'],
  ['(MIT)', 'MIT'],
  ['MIT AND (Apache-2.0 OR ISC)', 'MIT AND (Apache-2.0 OR ISC)'],
  ['(MIT AND ISC) OR 0BSD', 'MIT AND ISC OR 0BSD'],
  ['GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['Apache-1.0+', 'Apache-1.0+'],
  ['LicenseRef-acme', 'LicenseRef-acme'],
  ['LGPL-2.0', 'LGPL-2.0'],
  ['CC-BY-NC-ND-4.0', 'CC-BY-NC-ND-4.0'],
])('%s is an expression of the list: %s', (text, expected) => {
  expect(listed(text)).toBe(expected);
});

test.each([
  '',
  'a licence of our own',
  'MIT OR',
  'OR MIT',
  '(MIT',
  'MIT)',
  'MIT ISC',
  'MIT WITH',
  'MIT WITH OR',
  'AND',
])('%j is no expression', (text) => {
  expect(parseSpdxExpression(text)).toBeUndefined();
});

test.each(['DocumentRef-other:LicenseRef-acme', 'LicenseRef-ac_me', 'licenseref-acme', 'LicenseRef-'])(
  '%s refers to nothing that a document of ours could define',
  (text) => {
    expect(listed(text)).toBeUndefined();
  },
);

test('a name that is not on the list is a licence, but not of the list', () => {
  expect(parseSpdxExpression('Acme OR MIT')).toMatchObject({ kind: 'or', left: { id: 'Acme' } });
  expect(listed('Acme OR MIT')).toBeUndefined();
  expect(listed('MIT WITH Acme-exception')).toBeUndefined();
});

test('AND binds before OR, whatever the text looks like', () => {
  expect(parseSpdxExpression('A OR B AND C')).toMatchObject({ kind: 'or', right: { kind: 'and' } });
  expect(parseSpdxExpression('A AND B OR C')).toMatchObject({ kind: 'or', left: { kind: 'and' } });
});

test('hostile texts end without an expression', () => {
  expect(parseSpdxExpression('('.repeat(900))).toBeUndefined();
  expect(parseSpdxExpression(`${'('.repeat(60)}MIT${')'.repeat(60)}`)).toBeUndefined();
  expect(parseSpdxExpression('A OR '.repeat(300))).toBeUndefined();
  expect(parseSpdxExpression('M'.repeat(1000))).toBeDefined();
  expect(parseSpdxExpression('M'.repeat(1001))).toBeUndefined();
});

test('what is printed is read as the same expression', () => {
  const licence = fc.record(
    {
      kind: fc.constant('licence' as const),
      id: fc.constantFrom(...licenceIds),
      exception: fc.constantFrom(...exceptionIds),
    },
    { requiredKeys: ['kind', 'id'] },
  );
  const { tree } = fc.letrec<{ tree: SpdxExpression }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      licence,
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        left: tie('tree'),
        right: tie('tree'),
      }),
    ),
  }));
  fc.assert(
    fc.property(tree, (expression) => {
      const text = listedExpression(expression)!;
      fc.pre(text.length <= 1000);
      expect(listed(text)).toBe(text);
      expect(meaning(parseSpdxExpression(text)!)).toBe(meaning(expression));
    }),
  );
});

test('the list is whole: every kind of licence that packages have is on it', () => {
  expect(licenceIds.length).toBeGreaterThan(650);
  expect(new Set(licenceIds).size).toBe(licenceIds.length);
  expect(exceptionIds.length).toBeGreaterThan(60);
});

/** Without the order in which equal operators are grouped. */
function meaning(expression: SpdxExpression): string {
  if (expression.kind === 'licence') return `${expression.id}/${expression.exception ?? ''}`;
  const parts = (node: SpdxExpression): string[] =>
    node.kind === expression.kind ? [...parts(node.left), ...parts(node.right)] : [meaning(node)];
  return `${expression.kind}(${parts(expression).join(',')})`;
}
