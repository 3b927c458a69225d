import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';

test.each([
  ['*.js', 'a.js', true],
  ['*.js', 'deep/down/a.js', true],
  ['*.js', 'a.json', false],
  ['vendor', 'vendor/x/y.js', true],
  ['vendor/', 'a/vendor/y.js', true],
  ['/vendor', 'a/vendor/y.js', false],
  ['src/*.js', 'src/a.js', true],
  ['src/*.js', 'src/deep/a.js', false],
  ['src/**/*.js', 'src/a.js', true],
  ['src/**/*.js', 'src/deep/down/a.js', true],
  ['src/**', 'src/deep/a', true],
  ['**/test/**', 'a/test/b', true],
  ['**/test/**', 'test/b', true],
  ['**/test/**', 'latest/b', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['secrets.*', 'secrets.aws-key', true],
])('%s on %s is %s', (pattern, path, expected) => {
  expect(compileGlob(pattern)(path)).toBe(expected);
});

test('a pattern means what the same pattern means as a regular expression', () => {
  const piece = fc.constantFrom('a', 'b', '/', '*', '?', '**/', '.');
  const text = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), text, (pieces, letters) => {
      const pattern = `/${pieces.join('')}`
        .replace(/\*\*\*+/g, '**')
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1');
      const path = letters
        .join('')
        .replace(/\/+/g, '/')
        .replace(/^\/|\/$/g, '');
      fc.pre(!pattern.includes('**') || /^(?:[^*]|\*(?!\*)|\*\*\/(?!\*\*))*$/.test(pattern));
      expect(compileGlob(pattern)(path)).toBe(reference(pattern.slice(1)).test(path));
    }),
  );
});

function reference(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*|\?|[.]/g, (token) =>
    token === '**/'
      ? '(?:(?:^|(?<=/))(?:.*/)?|(?<![/^]).*/)'
      : token === '*'
        ? '[^/]*'
        : token === '?'
          ? '[^/]'
          : '\\.',
  );
  return new RegExp(`^${source}(?:/.*)?$`, 's');
}

test('a pattern made to take forever is answered', () => {
  const matches = compileGlob(`${'**/*'.repeat(200)}x`);
  expect(matches(`${'a/'.repeat(2000)}b`)).toBe(false);
});
