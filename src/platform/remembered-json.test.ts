import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberedJson } from './remembered-json.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-remembered-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was made once is read the next time, and made again under another key', () => {
  let made = 0;
  const make = () => ({ count: ++made });
  expect(rememberedJson('rules', 'a', make, folder)).toEqual({ count: 1 });
  expect(rememberedJson('rules', 'a', make, folder)).toEqual({ count: 1 });
  expect(rememberedJson('rules', 'b', make, folder)).toEqual({ count: 2 });
  expect(readdirSync(join(folder, 'remembered'))).toEqual(['rules-b.json']);
});

test('a damaged file is made anew and mended', () => {
  rememberedJson('rules', 'a', () => [1], folder);
  const [name] = readdirSync(join(folder, 'remembered'));
  writeFileSync(join(folder, 'remembered', name!), '[1');
  expect(rememberedJson('rules', 'a', () => [2], folder)).toEqual([2]);
  expect(rememberedJson('rules', 'a', () => [3], folder)).toEqual([2]);
});

test('a folder that cannot be written costs time and nothing else', () => {
  expect(rememberedJson('rules', 'a', () => [1], '/dev/null/folder')).toEqual([1]);
});
