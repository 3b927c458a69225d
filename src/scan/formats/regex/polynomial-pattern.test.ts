import { expect, test } from 'vitest';
import { isPolynomial } from './polynomial-pattern.ts';

test.each([
  '/\\s+$/',
  '/a*b/',
  '^\\d*\\w*!',
  '/<.*class="([^"]+)".*>/',
  '^(?:x|y)+y*!',
  '/[?]+.*$/',
  '/\\wa+X/',
])('%s takes time that grows with the square of the text', (pattern) => {
  expect(isPolynomial(pattern)).toBe(true);
});

test.each(['/^\\s+/', '/^[a-z]+$/', '/a+/', '/x/', '^\\d+-[a-z]+$', '/(\\d+)/g', '', '(a+'])(
  '%s does not',
  (pattern) => {
    expect(isPolynomial(pattern)).toBe(false);
  },
);
