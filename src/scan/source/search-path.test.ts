import { expect, test } from 'vitest';
import { searchPath } from './search-path.ts';

test.for([
  ['/a:/b', '/a:/b'],
  ['/a', '/a'],
  ['./node_modules/.bin:/a::b:.', '/a'],
  ['', '/usr/local/bin:/usr/bin:/bin'],
  ['.:bin', '/usr/local/bin:/usr/bin:/bin'],
  [undefined, '/usr/local/bin:/usr/bin:/bin'],
] as const)('of the path %j programs are looked for in %s', ([path, expected]) => {
  expect(searchPath(path)).toBe(expected);
});
