import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RecentResults } from './recent-results.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-recent-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const key = Buffer.alloc(32, 1);
const open = (folder: string, code = 'code') => new RecentResults(folder, key, code);

function filled(): string {
  const folder = join(mkdtempSync(join(root, 'cache-')), 'staged');
  const results = open(folder);
  results.set('blob', 'a.js', 'code', 'found');
  results.set('blob', 'a.js', 'secrets', '');
  results.save();
  return folder;
}

test('a result comes back for the same content, path and code, and for nothing else', () => {
  const folder = filled();
  expect(open(folder).get('blob', 'a.js', 'code')).toBe('found');
  expect(open(folder).get('blob', 'a.js', 'secrets')).toBe('');
  expect(open(folder).get('blob', 'a.js', 'dependencies')).toBeUndefined();
  expect(open(folder).get('blob', 'b.js', 'code')).toBeUndefined();
  expect(open(folder).get('other', 'a.js', 'code')).toBeUndefined();
  expect(open(folder, 'other code').get('blob', 'a.js', 'code')).toBeUndefined();
  expect(new RecentResults(folder, Buffer.alloc(32, 2), 'code').get('blob', 'a.js', 'code')).toBeUndefined();
});

test('a file that is damaged, cut off, of another name or much too large is not there', () => {
  const folder = filled();
  const [name] = readdirSync(folder);
  const file = join(folder, name!);
  const bytes = readFileSync(file);
  expect(bytes.includes('a.js')).toBe(false);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 1]! ^= 1;
  for (const content of [damaged, bytes.subarray(0, 20), Buffer.alloc(0), Buffer.alloc(600 * 1024)]) {
    writeFileSync(file, content);
    expect(open(folder).get('blob', 'a.js', 'code')).toBeUndefined();
  }
  // One of its own that was put in the place of another.
  writeFileSync(file, bytes);
  const other = open(folder);
  other.set('second', 'b.js', 'code', '');
  other.save();
  const second = readdirSync(folder).find((each) => each !== name)!;
  copyFileSync(join(folder, second), file);
  expect(open(folder).get('blob', 'a.js', 'code')).toBeUndefined();
  expect(open(folder).get('second', 'b.js', 'code')).toBe('');
});

test('a file in which a secret was found is not remembered', () => {
  const folder = filled();
  const results = open(folder);
  results.set('blob', 'b.js', 'secrets', 'a key');
  results.set('blob', 'b.js', 'code', '');
  results.save();
  expect(open(folder).get('blob', 'b.js', 'code')).toBeUndefined();
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a folder in which others may write is not used', () => {
  const folder = filled();
  chmodSync(folder, 0o777);
  expect(open(folder).get('blob', 'a.js', 'code')).toBeUndefined();
  const results = open(folder);
  results.set('blob', 'b.js', 'code', '');
  results.save();
  expect(readdirSync(folder)).toHaveLength(1);
});

test('only the newest are kept', () => {
  const folder = filled();
  const [oldest] = readdirSync(folder);
  utimesSync(join(folder, oldest!), 1, 1);
  const results = open(folder);
  for (let i = 0; i < 620; i++) results.set(`blob ${i}`, 'a.js', 'code', '');
  results.save();
  expect(readdirSync(folder)).toHaveLength(500);
  expect(readdirSync(folder)).not.toContain(oldest);
});
