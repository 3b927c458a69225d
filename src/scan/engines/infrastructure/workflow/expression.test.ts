import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, embeddedExpressions, parseExpression } from './expression.ts';

test('contexts are read in dots, brackets and stars, in any case', () => {
  expect(parseExpression("github['event'].Issue.title")).toEqual({
    kind: 'context',
    path: ['github', 'event', 'issue', 'title'],
  });
  expect(parseExpression('github.event.commits.*.message')).toMatchObject({
    path: ['github', 'event', 'commits', '*', 'message'],
  });
});

test('operators, calls and strings with quotes are read', () => {
  expect(parseExpression("contains(github.ref, 'it''s') && !(a == 1) || b")).toMatchObject({
    kind: 'operator',
    operator: '||',
  });
  expect(parseExpression('fromJSON(needs.a.outputs.b)[0].c')).toMatchObject({ kind: 'call', name: '.part' });
  expect(parseExpression('a ==')).toBeUndefined();
});

test('an expression ends at its braces, not at those inside a string', () => {
  expect(embeddedExpressions("x ${{ format('}}', a) }} y ${{ b }}").map((part) => part.source)).toEqual([
    "format('}}', a)",
    'b',
  ]);
});

test('no text whatever makes it throw', () => {
  const soup = fc.array(
    fc.constantFrom(
      'a',
      '.',
      '[',
      ']',
      '(',
      ')',
      "'",
      '&&',
      '||',
      '!',
      '==',
      '*',
      ',',
      '${{',
      '}}',
      ' ',
      '1',
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(soup, (parts) => {
      embeddedExpressions(parts.join(''));
      parseExpression(parts.join(''));
    }),
    { numRuns: 2000 },
  );
});

/** An expression with all its parts in brackets. */
function shown(expression: Expression | undefined): string {
  if (!expression) return 'unreadable';
  if (expression.kind === 'literal') return `'${expression.value}'`;
  if (expression.kind === 'context') return expression.path.join('.');
  const parts = expression.kind === 'call' ? expression.args : expression.operands;
  return `${expression.kind === 'call' ? expression.name : expression.operator}(${parts.map(shown).join(', ')})`;
}

// biome-ignore format: one line for each row
test.each([
  ['a || b && c', '||(a, &&(b, c))'], ['a && b || c', '||(&&(a, b), c)'], ['(a || b) && c', '&&(||(a, b), c)'], ['a || b || c', '||(||(a, b), c)'],
  ['a == b && c != d', '&&(==(a, b), !=(c, d))'], ['a < b', '<(a, b)'], ['a <= b', '<=(a, b)'], ['a > b', '>(a, b)'], ['a >= b', '>=(a, b)'],
  ['!a == b', '==(!(a), b)'], ['!(a == b)', '!(==(a, b))'], ['!!a', '!(!(a))'], ['!a.b', '!(a.b)'],
  ["'x'", "'x'"], ["''", "''"], ["'it''s'", "'it's'"], ['1', "'1'"], ['-1.5e3', "'-1.5e3'"], ['0xFF', "'0xFF'"], ['true', "'true'"], ['FALSE', "'FALSE'"], ['null', "'null'"], ['NaN', "'NaN'"], ['Infinity', "'Infinity'"], ['true.x', 'true.x'], ['trueish', 'trueish'],
  ['a.B.c', 'a.b.c'], ["a['B']", 'a.b'], ['a[0]', 'a.0'], ['a[*]', 'a.*'], ['a.*', 'a.*'], ['a[b]', 'a.[]'], ['a[b.c].d', 'a.[].d'], ['a-b_c', 'a-b_c'],
  ['F()', 'f()'], ["f(a, 'b')", "f(a, 'b')"], ['f(a,)', 'f(a)'], ['f(g(a), b || c)', 'f(g(a), ||(b, c))'], ['f(a).b', ".part(f(a), 'b')"], ['f(a)[0].c', ".part(.part(f(a), '0'), 'c')"], ['(a).b', 'a.b'], ['(a || b).c', ".part(||(a, b), 'c')"],
  ['  a  ', 'a'],
  ['', 'unreadable'], ['a b', 'unreadable'], ['a ||', 'unreadable'], ['|| a', 'unreadable'], ['!', 'unreadable'], ['(a', 'unreadable'], ['a)', 'unreadable'], ['f(a', 'unreadable'], ['f(a b)', 'unreadable'], ['a.', 'unreadable'], ['a[', 'unreadable'], ['a[0', 'unreadable'], ['a[*', 'unreadable'], ["'x", 'unreadable'], ['a ~ b', 'unreadable'], ['.a', 'unreadable'], ['a = b', 'unreadable'],
])('%s is %s', (source, expected) => {
  expect(shown(parseExpression(source))).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['${{a}}', [['a', 0, 6]]], ['x${{ a }}y', [['a', 1, 9]]], ['${{a}}${{ b }}', [['a', 0, 6], ['b', 6, 14]]], ["${{ '}}' }}", [["'}}'", 0, 11]]], ["${{ '''}}' }}", [["'''}}'", 0, 13]]],
  ['${{ a', []], ['${{ a }', []], ['${{}}', [['', 0, 5]]], ['${{ a } }}', [['a }', 0, 10]]], ['$ {{ a }}', []], ["${{ ' }}", []], ['{{a}} ${{b}}', [['b', 6, 12]]],
] as Array<[string, Array<[string, number, number]>]>)('the expressions of %s', (text, expected) => {
  const found = embeddedExpressions(text);
  expect(found.map(({ source, start, end }) => [source, start, end])).toEqual(expected);
  for (const { expression, source } of found) expect(expression).toEqual(parseExpression(source));
});

test('500 expressions of one text are read, and 2001 parts of one', () => {
  expect(embeddedExpressions('${{a}}'.repeat(499))).toHaveLength(499);
  expect(embeddedExpressions('${{a}}'.repeat(501))).toHaveLength(500);
  const list = (count: number) => shown(parseExpression(`a${' || a'.repeat(count)}`)) !== 'unreadable';
  expect([list(1000), list(1001)]).toEqual([true, false]);
});

test('eleven brackets and fifty-seven negations in each other are read, which no stack minds', () => {
  const isRead = (source: string) => parseExpression(source) !== undefined;
  const deepest = (write: (depth: number) => string) =>
    Array.from({ length: 80 }, (_, depth) => depth)
      .filter((depth) => isRead(write(depth)))
      .at(-1);
  expect([
    deepest((depth) => `${'('.repeat(depth)}a${')'.repeat(depth)}`),
    deepest((depth) => `${'!'.repeat(depth)}a`),
    deepest((depth) => `${'f('.repeat(depth)}a${')'.repeat(depth)}`),
    deepest((depth) => `${'a['.repeat(depth)}a${']'.repeat(depth)}`),
  ]).toEqual([11, 57, 11, 11]);
});
