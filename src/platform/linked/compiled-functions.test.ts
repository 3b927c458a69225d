import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compiledFile, keepCompiled, readCompiled } from './compiled-functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-compiled-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kept = { modules: new Set(['a.ts', 'b.ts']), data: Buffer.from('what V8 compiled') };

function keep(name: string): string {
  const script = join(folder, name);
  writeFileSync(script, '({})');
  keepCompiled(script, 7, kept, folder);
  return script;
}

test('compiled functions come back for the same script under the same switches, and for nothing else', () => {
  const script = keep('a.js');
  expect(readCompiled(script, 7, folder)).toEqual(kept);
  expect(readCompiled(script, 8, folder)).toBeUndefined();
  expect(readCompiled(keep('b.js'), 7, folder)).toEqual(kept);
  // Of the same length, which is all that V8 would compare.
  writeFileSync(script, '([])');
  expect(readCompiled(script, 7, folder)).toBeUndefined();
});

test('a damaged file of compiled functions is none', () => {
  const script = keep('c.js');
  const file = compiledFile(script, 7, folder);
  const bytes = readFileSync(file);
  for (const at of [0, 5, 20, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    writeFileSync(file, damaged);
    expect(readCompiled(script, 7, folder)).toBeUndefined();
  }
  for (const length of [0, 3, 8, bytes.length - 1]) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(readCompiled(script, 7, folder)).toBeUndefined();
  }
});
