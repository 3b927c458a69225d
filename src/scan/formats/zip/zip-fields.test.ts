import { expect, test } from 'vitest';
import { sourceOfBytes } from './byte-source.ts';
import { ZipArchive } from './zip-archive.ts';

const full = 0xffffffff;

interface Entry {
  content: string;
  /** Of the directory. */
  extra?: Buffer;
  comment?: string;
  /** Of the header in front of the content, which may have other extra fields than the directory. */
  localExtra?: Buffer;
  packed?: number;
  unpacked?: number;
  offset?: number;
}

/** A zip of files that are not packed, with the fields that a reader has to step over. */
function zip(
  entries: Record<string, Entry>,
  {
    front = '',
    count = Object.keys(entries).length,
    end = {} as { count?: number; bytes?: number; offset?: number },
  } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(front)];
  const directory: Buffer[] = [];
  let at = front.length;
  for (const [name, entry] of Object.entries(entries)) {
    const localExtra = entry.localExtra ?? Buffer.alloc(0);
    const header = Buffer.alloc(30);
    header.writeUInt16LE(name.length, 26);
    header.writeUInt16LE(localExtra.length, 28);
    const extra = entry.extra ?? Buffer.alloc(0);
    const comment = Buffer.from(entry.comment ?? '');
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt32LE(entry.packed ?? entry.content.length, 20);
    listed.writeUInt32LE(entry.unpacked ?? entry.content.length, 24);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt16LE(extra.length, 30);
    listed.writeUInt16LE(comment.length, 32);
    listed.writeUInt32LE(entry.offset ?? at, 42);
    directory.push(listed, Buffer.from(name), extra, comment);
    const local = [header, Buffer.from(name), localExtra, Buffer.from(entry.content)];
    parts.push(...local);
    at += Buffer.concat(local).length;
  }
  const list = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.count ?? count, 10);
  last.writeUInt32LE(end.bytes ?? list.length, 12);
  last.writeUInt32LE(end.offset ?? at, 16);
  return Buffer.concat([...parts, list, last]);
}

const listed = (bytes: Buffer, most = 1000) =>
  [...new ZipArchive(sourceOfBytes(bytes)).entries()].map(({ name, bytes: size, read }) => [
    name,
    size,
    read(most).toString(),
  ]);

/** An extra field: its kind, its length and its content. */
const field = (kind: number, ...numbers: number[]) => {
  const bytes = Buffer.alloc(4 + 8 * numbers.length);
  bytes.writeUInt16LE(kind, 0);
  bytes.writeUInt16LE(8 * numbers.length, 2);
  for (const [at, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 4 + 8 * at);
  return bytes;
};

test('names, extra fields and comments of an entry are stepped over', () => {
  const one = { content: 'one', extra: field(7, 1), comment: 'a comment', localExtra: Buffer.alloc(9) };
  const bytes = zip({ 'a.txt': one, 'folder/b': { content: 'second' }, c: { content: '' } });
  expect(listed(bytes)).toEqual([
    ['a.txt', 3, 'one'],
    ['folder/b', 6, 'second'],
    ['c', 0, ''],
  ]);
});

// biome-ignore format: one line for each row
test.each([
  ['the size', { unpacked: full }, field(1, 3)],
  ['the packed size', { packed: full }, field(1, 3)],
  ['the place', { offset: full }, field(1, 5)],
  ['both sizes', { unpacked: full, packed: full }, field(1, 3, 3)],
  ['all three', { unpacked: full, packed: full, offset: full }, field(1, 3, 3, 5)],
  ['the size and the place', { unpacked: full, offset: full }, field(1, 3, 5)],
  ['the place, behind another field,', { offset: full }, Buffer.concat([field(7, 9), field(1, 5)])],
  ['the place, behind an empty field,', { offset: full }, Buffer.concat([field(7), field(1, 5)])],
  ['nothing, so that numbers for nothing', {}, field(1, 99, 99, 99)],
])('%s of a large archive is in a field of its own', (_, fields, extra) => {
  expect(listed(zip({ a: { content: 'one', extra, ...fields } }, { front: 'front' }))).toEqual([['a', 3, 'one']]);
});

test('a field that is too short for its number leaves the number as it is', () => {
  const short = field(1, 3).subarray(0, 11);
  const sizes = (extra: Buffer) => {
    const [entry] = new ZipArchive(
      sourceOfBytes(zip({ a: { content: 'one', unpacked: full, extra } })),
    ).entries();
    return entry!.bytes;
  };
  expect([sizes(field(1, 3)), sizes(short), sizes(Buffer.alloc(3)), sizes(field(2, 3))]).toEqual([
    3,
    full,
    full,
    full,
  ]);
});

test('an entry of as many bytes as asked for is read, and a larger one is not', () => {
  expect(listed(zip({ a: { content: 'one' } }), 3)).toEqual([['a', 3, 'one']]);
  expect(() => listed(zip({ a: { content: 'one' } }), 2)).toThrow('too large');
});

test('a zip without any files is the end record alone', () => {
  const empty = zip({});
  expect(empty).toHaveLength(22);
  expect(listed(empty)).toEqual([]);
  expect(() => listed(empty.subarray(1))).toThrow('not a zip file');
});

// biome-ignore format: one line for each row
test.each([
  ['count', { count: 0xffff }], ['size', { bytes: full }], ['place', { offset: full }],
])('a %s that does not fit into the end record is looked for in the record of large archives', (_, end) => {
  expect(() => listed(zip({ a: { content: 'one' } }, { end }))).toThrow('damaged directory');
});

test('the record of large archives is found by the 20 bytes in front of the end', () => {
  const plain = zip({ a: { content: 'one' } });
  const offset = plain.readUInt32LE(plain.length - 22 + 16);
  const bytes = plain.readUInt32LE(plain.length - 22 + 12);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const large = (place: number, signature = 0x06064b50) => {
    record.writeUInt32LE(signature, 0);
    const locator = Buffer.alloc(20);
    locator.writeBigUInt64LE(BigInt(place), 8);
    const last = Buffer.from(plain.subarray(-22));
    last.writeUInt16LE(0xffff, 10);
    return Buffer.concat([plain.subarray(0, -22), record, locator, last]);
  };
  expect(listed(large(plain.length - 22))).toEqual([['a', 3, 'one']]);
  expect(() => listed(large(plain.length - 21))).toThrow('damaged directory');
  expect(() => listed(large(plain.length - 22, 0x06064b51))).toThrow('damaged directory');
  expect(() => listed(large(plain.length))).toThrow('damaged directory');
  // Without room for the locator there is none.
  for (const before of [0, 19]) {
    const last = Buffer.from(plain.subarray(-22));
    last.writeUInt16LE(0xffff, 10);
    expect(() => listed(Buffer.concat([Buffer.alloc(before), last]))).toThrow('damaged directory');
  }
});

test('a directory may end where the end record begins, and an entry where the directory ends', () => {
  const bytes = zip({ a: { content: 'one' } });
  expect(listed(bytes)).toHaveLength(1);
  expect(() => listed(zip({ a: { content: 'one' } }, { count: 2 }))).toThrow('damaged directory');
  const nameless = zip({ '': { content: 'one' } });
  expect(listed(nameless)).toEqual([['', 3, 'one']]);
});
