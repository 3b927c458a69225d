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
