import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { FileSource, sourceOfBytes } from './byte-source.ts';
import { ZipArchive } from './zip-archive.ts';

const listed = (bytes: Buffer, maxBytes = 1 << 20) =>
  [...new ZipArchive(sourceOfBytes(bytes)).entries()].map(({ name, bytes: size, read }) => [
    name,
    size,
    read(maxBytes).toString(),
  ]);

test.each([false, true])('a zip is listed and unpacked by its directory (zip64: %s)', (zip64) => {
  const files = [
    ['a.txt', 'one'],
    ['b/c.txt', 'two'.repeat(1000)],
  ] as const;
  expect(listed(zipOf(files, { zip64 }))).toEqual(files.map(([name, text]) => [name, text.length, text]));
});

test('a file is read like bytes in memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-zip-'));
  try {
    const bytes = zipOf([['a', 'x'.repeat(70_000)]]);
    writeFileSync(join(folder, 'a.zip'), bytes);
    const file = new FileSource(join(folder, 'a.zip'));
    const [entry] = new ZipArchive(file).entries();
    expect(entry!.read(1 << 20).toString()).toBe('x'.repeat(70_000));
    file.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('no more than asked for is unpacked, whatever the directory says', () => {
  expect(() => listed(zipOf([['a', 'x'.repeat(1000)]]), 999)).toThrow();
  expect(() => listed(zipOf([['a', 'x'.repeat(1000)]], { claimed: 10 }), 999)).toThrow();
  expect(listed(zipOf([['a', 'x'.repeat(1000)]], { claimed: 10 }), 1000)[0]![2]).toHaveLength(1000);
});

test('damage ends with an error, never with wrong bytes or beyond the file', () => {
  const whole = zipOf([
    ['a', 'first'],
    ['b', 'second'],
  ]);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const damaged = Buffer.from(whole);
      damaged[at] = byte;
      try {
        for (const [, , text] of listed(damaged))
          expect((text as string).length).toBeLessThanOrEqual(1 << 20);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect(error).not.toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 500 },
  );
  expect(() => listed(whole.subarray(0, whole.length - 30))).toThrow('not a zip file');
});
