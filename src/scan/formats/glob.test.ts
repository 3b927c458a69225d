import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, compileGlobs } from './glob.ts';

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
  ['a**/b', 'ab', false],
  ['a**/b', 'a/b', true],
  ['a**/b', 'ax/y/b', true],
  ['x/a**b', 'x/a/y/b', true],
  ['x/a**b', 'x/ab', true],
  ['x/a**b', 'x/a/y/bc', false],
  ['a*?', 'ab', true],
  ['a*?', 'a', false],
  ['a?', 'a', false],
  ['*/x', 'a/x', true],
  ['*/x', 'x', false],
  ['*/x', 'a/b/x', false],
  ['a***', 'a/b/c', true],
  ['x/*a**', 'x/ba/c', true],
  ['a', 'b/a/c', true],
  ['a', 'ba', false],
  ['a', 'ab', false],
  ['./a', 'b/a', true],
  ['./a/b', 'a/b', true],
  ['./a/b', 'c/a/b', false],
  ['a//', 'a/x', true],
  ['/a', 'a', true],
  ['/a', 'b/a', false],
  ['**/a/**/b', 'a/b', true],
  ['**/a/**/b', 'x/a/y/z/b', true],
  ['**/a/**/b', 'xa/b', false],
  ['a/**/b', 'a/xb', false],
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

test('of several patterns any may match, and none matches nothing', () => {
  expect(compileGlobs(['*.js', 'src/'])('src/a.ts')).toBe(true);
  expect(compileGlobs(['*.js', 'src/'])('lib/a.ts')).toBe(false);
  expect(compileGlobs([])('a')).toBe(false);
});

test('a compiled pattern is asked about one path after another', () => {
  const matches = compileGlob('a/*b');
  expect(['a/xb', 'c', 'a/b', 'a/bc', 'a/b/c', 'a/'].map(matches)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
});
