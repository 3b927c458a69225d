import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../../test/support/zip.ts';
import { readArchive } from './archive.ts';

test('members of a zip are read one by one, also where the directory states a wrong size', () => {
  const files = [
    ['a/', ''],
    ['a/key.txt', 'secret'],
    ['empty', ''],
  ] as const;
  for (const claimed of [undefined, 1]) {
    const reading = readArchive(zipOf(files, claimed === undefined ? {} : { claimed }))!;
    expect(reading.members.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['a/key.txt', 'secret'],
    ]);
    expect(reading.skipped).toBe(0);
  }
});

test('what is listed before the damage of a directory is kept, the rest is counted', () => {
  const zip = zipOf([
    ['a', 'one'],
    ['b', 'two'],
  ]);
  // The signature of the second entry of the directory.
  zip[zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))] = 0;
  const reading = readArchive(zip)!;
  expect(reading.members.map(({ name }) => name)).toEqual(['a']);
  expect(reading.skipped).toBe(1);
});

test('a bomb is skipped, and many names for it are not unpacked each', () => {
  const bomb = zipOf([['bomb', '0'.repeat((5 << 20) + 1)]]);
  expect(readArchive(bomb)).toEqual({ members: [], skipped: 1 });
  const start = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const end = bomb.length - 22;
  const entry = bomb.subarray(start, end);
  const tail = Buffer.from(bomb.subarray(end));
  const count = 5000;
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(entry.length * count, 12);
  const many = Buffer.concat([bomb.subarray(0, start), ...Array.from({ length: count }, () => entry), tail]);
  const before = process.cpuUsage();
  expect(readArchive(many)).toEqual({ members: [], skipped: count });
  // Eight attempts of a few milliseconds; five thousand would take half a minute.
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});

const tarOf = (...files: Array<[name: string, size: number]>) =>
  Buffer.concat([
    ...files.flatMap(([name, size]) => {
      const header = Buffer.alloc(512);
      header.write(name);
      header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
      header.write('0', 156);
      header.write('ustar', 257);
      return [header, Buffer.alloc(Math.ceil(size / 512) * 512, 'x')];
    }),
    Buffer.alloc(1024),
  ]);
const told = (bytes: Buffer) => {
  const reading = readArchive(bytes);
  return (
    reading && [
      ...reading.members.map(({ name, bytes: { length } }) => `${name} ${length}`),
      `${reading.skipped} skipped`,
    ]
  );
};

const most = 5 << 20;
test.for([
  ['an empty member', () => tarOf(['a', 0], ['b', 1]), ['b 1', '0 skipped']],
  ['a member of five megabytes', () => tarOf(['a', most]), [`a ${most}`, '0 skipped']],
  ['a larger one', () => tarOf(['a', most + 1], ['b', 1]), ['b 1', '1 skipped']],
  ['a tar in a gzip', () => gzipSync(tarOf(['a', 3])), ['a 3', '0 skipped']],
  ['a file in a gzip', () => gzipSync('abc'), [' 3', '0 skipped']],
  [
    'a file in a zstd',
    () => zstdCompressSync(Buffer.from('the quick brown fox jumps')),
    [' 25', '0 skipped'],
  ],
  ['a damaged gzip', () => Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(30)]), ['1 skipped']],
  ['a zip behind a program', () => Buffer.concat([Buffer.alloc(100), zipOf([['a', 'x']])]), ['1 skipped']],
  ['a member of five megabytes of a zip', () => zipOf([['a', '0'.repeat(most)]]), [`a ${most}`, '0 skipped']],
  ['no archive', () => Buffer.alloc(100, 'x'), undefined],
] as Array<[string, () => Buffer, string[] | undefined]>)('of %s is read', ([, bytes, expected]) => {
  expect(told(bytes())).toEqual(expected);
});

test.for([
  ['BZh', 1],
  ['\xfd7zXZ', 1],
  ["7z\xbc\xaf'\x1c", 1],
  ['Rar!\x1a\x07', 1],
  ['\x04"M\x18', 1],
  ['LZIP', 1],
  ['!<arch>\ndebian', 1],
  ['BZi', undefined],
  ['!<arch>\nother', undefined],
] as const)('a file that begins with %j: %s part that is not read', ([start, skipped]) => {
  const of = (length: number) => readArchive(Buffer.from(start.padEnd(length, 'x'), 'latin1'));
  expect(of(19)?.skipped).toBe(skipped);
  expect(of(18)).toBeUndefined();
});

test('two thousand members are read', () => {
  const files = Array.from({ length: 2001 }, (_, i): [string, number] => [`m${i}`, 1]);
  expect(readArchive(tarOf(...files))).toMatchObject({ members: { length: 2000 }, skipped: 1 });
  expect(readArchive(tarOf(...files.slice(1)))).toMatchObject({ members: { length: 2000 }, skipped: 0 });
  const zipped = readArchive(zipOf(files.map(([name]) => [name, 'x'])))!;
  expect([zipped.members.length, zipped.skipped]).toEqual([2000, 1]);
});
