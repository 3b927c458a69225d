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
  '(?:#[^\\n]*|\\s*\\n){0,20}x',
  '(?:#[^\\n]*|\\s*\\n){0,19}x',
  '(?:#[^\\n]*|\\s*\\n){0,8}def',
  '(?:\\s*\\n){5}x',
  '(?:[a-z]+,?){5,15}x',
  '(?:a+){10}b',
  '(?:(?:a{1,40}b?){2}){6}c',
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
  '(?:#[^\\n]*\\n){0,19}x',
  '(?:\\w+,){5,15}x',
  '(?:\\s*\\n){0,19}',
  '(?:a|aa){0,12}b',
  '(?:\\d+\\.){3}\\d+$',
  '^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$',
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
