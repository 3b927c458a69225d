import { expect, test } from 'vitest';
import { refusedBeginning } from './refused-beginning.ts';

/** The pairs of these characters that a text cannot begin with, and whether it cannot begin with a protocol. */
function refused(pattern: string, anchors: 'whole' | 'start' | 'none' = 'none'): string {
  const { pairs, scheme } = refusedBeginning(pattern, anchors);
  const signs = ['/', '\\'];
  const found = signs.flatMap((a) =>
    signs
      .filter((b) => pairs.some(([first, second]) => first[a.charCodeAt(0)] && second[b.charCodeAt(0)]))
      .map((b) => a + b),
  );
  return [...found, ...(scheme ? ['scheme'] : [])].join(' ');
}

test.each([
  ['/^[\\/\\\\]{2}/', '// /\\ \\/ \\\\'],
  ['/^[\\/\\\\][\\/\\\\]+/', '// /\\ \\/ \\\\'],
  ['/^\\/\\//', '//'],
  ['/^\\/\\/|^\\/\\\\/', '// /\\'],
  ['/^\\\\/', '\\/ \\\\'],
  ['/\\/\\//', '//'],
  ['/[\\/\\\\]\\s*[\\/\\\\]/', '// /\\ \\/ \\\\'],
  ['/^[a-z][a-z0-9+.-]*:/i', 'scheme'],
  ['/^(?:[a-z]+:|\\/\\/)/i', '// scheme'],
])('a text that does not match %s does not begin with %s', (pattern, expected) => {
  expect(refused(pattern)).toBe(expected);
});

test.each([
  ['what is asked for behind it may be missing', '/^\\/\\/example/'],
  ['the end may be elsewhere', '/^\\/\\/$/'],
  ['capital letters are a protocol as well', '/^[a-z]+:/'],
  ['one protocol is not all', '/^https?:/i'],
  ['a protocol alone leads to no host', '/^[a-z]+:\\/\\//i'],
  ['what is ahead decides', '/^(?=x)\\/\\//'],
  ['all of the text has to match', '/^\\/\\//', 'whole'],
] as Array<[string, string, 'whole'?]>)('nothing is refused where %s', (_, pattern, anchors) => {
  expect(refused(pattern, anchors)).toBe('');
});
