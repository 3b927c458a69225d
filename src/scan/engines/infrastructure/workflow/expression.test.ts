import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedExpressions, parseExpression } from './expression.ts';

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
