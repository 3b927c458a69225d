import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf, filesBelow, stampOf } from './file-digest.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lorekeep-digest-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'one');
  writeFileSync(join(root, 'src/deep/b.ts'), 'two');
  writeFileSync(join(root, 'src/a.test.ts'), 'a test');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const filesOf = (folder: string) => filesBelow(folder, (name) => !name.endsWith('.test.ts'));
const digest = (folder: string) => digestOf('try', folder, filesOf(folder), join(root, 'memory'));

test('a change of a wanted file is seen, of the same length too, and going back to it as well', () => {
  const before = digest(join(root, 'src'));
  expect(digest(join(root, 'src'))).toBe(before);
  writeFileSync(join(root, 'src/deep/b.ts'), 'owt');
  expect(digest(join(root, 'src'))).not.toBe(before);
  writeFileSync(join(root, 'src/deep/b.ts'), 'two');
  expect(digest(join(root, 'src'))).toBe(before);
  writeFileSync(join(root, 'src/a.test.ts'), 'another test');
  expect(digest(join(root, 'src'))).toBe(before);
});

test('a file that is added, renamed or cut at another place is seen', () => {
  const digests = new Set([digest(join(root, 'src'))]);
  writeFileSync(join(root, 'src/c.ts'), '');
  digests.add(digest(join(root, 'src')));
  rmSync(join(root, 'src/c.ts'));
  writeFileSync(join(root, 'src/a.ts'), 'onet');
  writeFileSync(join(root, 'src/deep/b.ts'), 'wo');
  digests.add(digest(join(root, 'src')));
  rmSync(join(root, 'src/deep/b.ts'));
  writeFileSync(join(root, 'src/deep/d.ts'), 'wo');
  digests.add(digest(join(root, 'src')));
  expect(digests.size).toBe(4);
});

test('the same files have the same digest elsewhere, and another stamp', () => {
  cpSync(join(root, 'src'), join(root, 'copy'), { recursive: true });
  expect(digest(join(root, 'copy'))).toBe(digest(join(root, 'src')));
  expect(stampOf(filesOf(join(root, 'copy')))).not.toBe(stampOf(filesOf(join(root, 'src'))));
});
