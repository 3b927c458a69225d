import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-folder-'));

test('a folder is made with those above it, and one that exists is left alone', () => {
  const deep = join(root, 'a', 'b', 'c');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
});

test.each(['/proc/nope', '/proc/nope/deeper/still', '/sys/nope'])(
  '%s, which the system refuses although its parent exists, ends with an error',
  (path) => {
    expect(() => makeFolder(path)).toThrow(/ENOENT|EPERM|EACCES|EROFS/);
  },
);

test('a file in the way is an error, as the folder or above it', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'x'))).toThrow('ENOTDIR');
});
