import { expect, test } from 'vitest';
import { compileNamePattern } from './name-pattern.ts';

test.each([
  ['flask.request.args', 'flask', 'args'],
  ['sqlite3.connect().cursor', 'sqlite3', 'cursor'],
  ['sqlite3.connect()', 'sqlite3', '()'],
  ['`@nestjs/common`.Get', '@nestjs/common', 'Get'],
  ['fs/promises.readFile', 'fs/promises', 'readFile'],
  ['x.`lodash.merge`', 'x', 'lodash.merge'],
  ['**.objects.raw', undefined, 'raw'],
  ['app./^(get|post)$/', 'app', undefined],
  ['a.*', 'a', undefined],
  ['~req', '~req', '~req'],
])('%s is found under its first and last segment', (text, first, last) => {
  const [pattern] = compileNamePattern(text);
  expect(pattern!.first).toBe(first);
  expect(pattern!.last).toBe(last);
  const literal = (segment: unknown) => (typeof segment === 'string' ? segment : undefined);
  expect(literal(pattern!.reversed.at(-1))).toBe(first);
  expect(literal(pattern!.reversed[0])).toBe(last);
});
