import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCatastrophic } from './catastrophic-pattern.ts';

test.each([
  '^(a+)+$',
  '([a-z]+)*$',
  '(?:x*)*y',
  '(\\w+\\s?)*x',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*)*x',
  '(a|aa)+b',
  '(a|a)*b',
  '^(?P<n>\\d+)+$',
  '/^([a-z0-9_.-]+)*@/i',
  '(?:a{2,}){3,}b',
  '(a?a?)*b',
  '(b|a?b)*c',
  '(?:\\s+|#.*|\\d)*$',
  '/(foo|FOO)*bar/i',
  '((a)+\\w)+$',
  '/^([\\s[{(]|#.*)*$/',
])('%s takes exponential time', (pattern) => {
  expect(isCatastrophic(pattern)).toBe(true);
});

test.each([
  '^(ab)+$',
  '^[a-z]+$',
  '(\\w+,)*',
  '^(?:[a-z]+\\.)+[a-z]+$',
  '(a|b)+',
  '(foo|bar)*',
  '([^/]+/)*x',
  '("[^"]*")+',
  '(?:%[0-9a-f]{2}|[a-z])+',
  '(\\\\.|[^"\\\\])*',
  '(?:(?!\\\\).|\\\\.)*"',
  '(?:[0-9a-f]{32},?)+$',
  '(.*)*',
  '(a|aa)+',
  '((ab)+)*ababab',
  '^([^>]+)*(>|$)',
  '(\\w+\\b\\s*)*',
  '(a+',
  '',
])('%s does not', (pattern) => {
  expect(isCatastrophic(pattern)).toBe(false);
});

test('no pattern makes the check throw', () => {
  fc.assert(
    fc.property(
      fc
        .array(
          fc.constantFrom(
            '(',
            ')',
            '[',
            ']',
            '^',
            '-',
            '\\',
            'a',
            '+',
            '*',
            '?',
            '{',
            '2',
            ',',
            '}',
            '|',
            '.',
          ),
        )
        .map((parts) => parts.join('')),
      (pattern) => {
        isCatastrophic(pattern);
      },
    ),
    { numRuns: 2_000, seed: 3 },
  );
});
