import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ResultCache } from './result-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = Buffer.alloc(32, 1);
const versions = { secrets: '1', code: '1' };

function filled(name: string): string {
  const file = join(folder, name, 'results');
  const cache = new ResultCache(file, key, 'code', versions);
  cache.set('blob', 'a.js', 'secrets', 'found');
  cache.set('blob', 'a.js', 'code', '');
  cache.save({ isPartial: false });
  return file;
}

test('results come back for the same blob, path, engine and version, and for nothing else', () => {
  const cache = new ResultCache(filled('same'), key, 'code', versions);
  expect(cache.get('blob', 'a.js', 'secrets')).toBe('found');
  expect(cache.get('blob', 'a.js', 'code')).toBe('');
  expect(cache.get('blob', 'b.js', 'secrets')).toBeUndefined();
  expect(cache.get('other', 'a.js', 'secrets')).toBeUndefined();
  expect(cache.get('blob', 'a.js', 'dependencies')).toBeUndefined();
});

test('another version of an engine forgets its results alone', () => {
  const cache = new ResultCache(filled('version'), key, 'code', { secrets: '2', code: '1' });
  expect(cache.get('blob', 'a.js', 'secrets')).toBeUndefined();
  expect(cache.get('blob', 'a.js', 'code')).toBe('');
});

test('other code forgets everything', () => {
  const cache = new ResultCache(filled('code'), key, 'other code', versions);
  expect(cache.get('blob', 'a.js', 'secrets')).toBeUndefined();
  expect(cache.get('blob', 'a.js', 'code')).toBeUndefined();
});

test('what a scan did not use is dropped', () => {
  const file = filled('unused');
  const second = new ResultCache(file, key, 'code', versions);
  second.set('new', 'b.js', 'secrets', 'x');
  second.save({ isPartial: false });
  expect(new ResultCache(file, key, 'code', versions).get('blob', 'a.js', 'secrets')).toBeUndefined();
});

test('what a scan used is kept for the next', () => {
  const file = filled('used');
  const second = new ResultCache(file, key, 'code', versions);
  second.get('blob', 'a.js', 'code');
  second.set('new', 'b.js', 'secrets', 'x');
  second.save({ isPartial: false });
  const third = new ResultCache(file, key, 'code', versions);
  expect(third.get('blob', 'a.js', 'code')).toBe('');
  expect(third.get('blob', 'a.js', 'secrets')).toBeUndefined();
});

test('a scan that did not get to every file drops nothing', () => {
  const file = filled('partial');
  const second = new ResultCache(file, key, 'code', versions);
  second.set('new', 'b.js', 'secrets', 'x');
  second.save({ isPartial: true });
  const third = new ResultCache(file, key, 'code', versions);
  expect(third.get('blob', 'a.js', 'secrets')).toBe('found');
  expect(third.get('new', 'b.js', 'secrets')).toBe('x');
});

test('the file shows nothing, and one that was changed or belongs to another tenant is an empty cache', () => {
  const file = filled('sealed');
  const sealed = readFileSync(file);
  expect(sealed.includes('a.js')).toBe(false);
  expect(
    new ResultCache(file, Buffer.alloc(32, 2), 'code', versions).get('blob', 'a.js', 'secrets'),
  ).toBeUndefined();
  sealed[40]! ^= 1;
  writeFileSync(file, sealed);
  expect(new ResultCache(file, key, 'code', versions).get('blob', 'a.js', 'secrets')).toBeUndefined();
});
