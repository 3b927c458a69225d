import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('an entry is read as its directory describes it', () => {
  /** The zip of one file with a number of its entry in the directory, or of the header of its content, changed. */
  const changed = (signature: number, at: number, value: number, bytes: 2 | 4 = 2) => {
    const zip = zipOf([['a', 'first']]);
    const mark = Buffer.alloc(4);
    mark.writeUInt32LE(signature);
    const place = zip.indexOf(mark) + at;
    if (bytes === 2) zip.writeUInt16LE(value, place);
    else zip.writeUInt32LE(value, place);
    return zip;
  };
  const entry = 0x02014b50;
  const end = 0x06054b50;

  test.each([
    ['an encrypted one is refused', entry, 8, 1, 2, 'is encrypted'],
    ['one that is packed in an unknown way is refused', entry, 10, 12, 2, 'packed in an unknown way'],
    ['one that ends behind the file is refused', entry, 20, 1000, 4, 'is damaged'],
    ['one that begins behind the file is refused', entry, 42, 1_000_000, 4, 'is damaged'],
    ['one whose name ends behind the directory is refused', end, 10, 2, 2, 'damaged directory'],
    ['a directory that ends behind the file is refused', end, 12, 1_000_000, 4, 'damaged directory'],
    ['a directory that begins elsewhere is refused', end, 16, 1, 4, 'damaged directory'],
    ['one that is larger than asked for is refused', entry, 20, 1 << 21, 4, 'too large'],
  ] as const)('%s', (_, signature, at, value, bytes, message) => {
    expect(() => listed(changed(signature, at, value, bytes))).toThrow(message);
  });

  test('other bits than that of encryption mean nothing', () => {
    expect(listed(changed(entry, 8, 0x0808))).toEqual([['a', 5, 'first']]);
  });

  test('packing may make one larger, by no more than it can', () => {
    const read = (packed: number) => {
      const [only] = new ZipArchive(sourceOfBytes(changed(entry, 20, packed, 4))).entries();
      return () => only!.read(5);
    };
    expect(zipOf([['a', 'first']]).readUInt32LE(31 + 7 + 20)).toBe(7);
    expect(read(7)().toString()).toBe('first');
    expect(read(5 + 65_536)).toThrow('is damaged');
    expect(read(5 + 65_537)).toThrow('too large');
  });

  test('one that is not packed is as it is', () => {
    const zip = changed(entry, 10, 0);
    expect(listed(zip)[0]![2]).not.toBe('first');
    const [only] = new ZipArchive(sourceOfBytes(zip)).entries();
    expect(inflateRawSync(only!.read(100)).toString()).toBe('first');
  });

  test('a comment behind the directory is not a part of it, however long', () => {
    const zip = zipOf([['a', 'first']]);
    expect(listed(Buffer.concat([zip, Buffer.alloc(65_535, 'x')]))).toEqual([['a', 5, 'first']]);
    expect(() => listed(Buffer.concat([zip, Buffer.alloc(65_536, 'x')]))).toThrow('not a zip file');
  });
});

test('a source gives what it has, from any place in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-zip-'));
  try {
    writeFileSync(join(folder, 'a'), 'abcdef');
    const file = new FileSource(join(folder, 'a'));
    for (const source of [file, sourceOfBytes(Buffer.from('abcdef'))]) {
      expect(source.size).toBe(6);
      expect(source.read(2, 3).toString()).toBe('cde');
      expect(source.read(0, 6).toString()).toBe('abcdef');
      expect(source.read(4, 9).toString()).toBe('ef');
      expect(source.read(6, 1).length).toBe(0);
      expect(source.read(9, 1).length).toBe(0);
    }
    file.close();
    expect(() => file.read(0, 1)).toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
