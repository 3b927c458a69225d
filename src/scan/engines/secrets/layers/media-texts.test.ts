import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMediaTexts } from './media-texts.ts';

const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const textsOf = (bytes: Buffer) => readMediaTexts(bytes)?.members.map((member) => member.bytes.toString());

test('the texts of a PNG are read, packed or not', () => {
  const packed = deflateSync(Buffer.from('two'));
  const picture = Buffer.concat([
    head,
    chunk('IDAT', Buffer.alloc(100)),
    chunk('tEXt', Buffer.from('Comment\0one')),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed])),
    chunk('iTXt', Buffer.from('Comment\0\0\0en\0Bemerkung\0three')),
    chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0'), packed])),
  ]);
  expect(textsOf(picture)).toEqual(['Comment\0one', 'two', 'three', 'two']);
});

test('the segments of a JPEG and the packed streams of a PDF are read', () => {
  const comment = Buffer.from([0xff, 0xfe, 0, 5, 0x6f, 0x6e, 0x65]);
  expect(
    textsOf(Buffer.concat([Buffer.from([0xff, 0xd8]), comment, Buffer.from([0xff, 0xda]), Buffer.alloc(9)])),
  ).toEqual(['one']);
  const stream = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj << /Filter /FlateDecode >>\nstream\r\n'),
    deflateSync(Buffer.from('two')),
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  expect(textsOf(stream)).toEqual(['two']);
});

test('damaged texts are counted, and bytes of any kind end without an error', () => {
  const broken = Buffer.concat([head, chunk('zTXt', Buffer.from('a\0\0nonsense'))]);
  expect(readMediaTexts(broken)).toMatchObject({ members: [], skipped: 1 });
  fc.assert(
    fc.property(
      fc.constantFrom(head, Buffer.from([0xff, 0xd8]), Buffer.from('%PDF-stream\n')),
      fc.uint8Array({ minLength: 16, maxLength: 200 }),
      (start, rest) => {
        expect(readMediaTexts(Buffer.concat([start, rest]))).toBeDefined();
      },
    ),
  );
});

test('what unpacks to more than a large file is not unpacked', () => {
  const bomb = deflateSync(Buffer.alloc(8 << 20));
  const picture = Buffer.concat([head, chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), bomb]))]);
  expect(readMediaTexts(picture)).toMatchObject({ members: [], skipped: 1 });
});

const read = (...parts: Array<Buffer | string>) => {
  const found = readMediaTexts(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return (
    found && [
      ...found.members.map(({ name, bytes }) => `${name}: ${bytes.toString('latin1')}`),
      ...(found.skipped > 0 ? [found.skipped] : []),
    ]
  );
};
const packed = (text: string) => deflateSync(Buffer.from(text));
const soi = Buffer.from([0xff, 0xd8]);
const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
const rest = Buffer.alloc(20);

// biome-ignore format: one line for each row
test.each([
  ['text and EXIF', [chunk('tEXt', Buffer.from('a\0b')), chunk('IEND', Buffer.alloc(0)), chunk('eXIf', Buffer.from('exif'))], ['tEXt: a\0b', 'eXIf: exif']],
  ['a packed text', [chunk('zTXt', Buffer.concat([Buffer.from('key\0\0'), packed('one')])), chunk('tEXt', Buffer.from('x'))], ['zTXt: one', 'tEXt: x']],
  ['an international text', [chunk('iTXt', Buffer.from('k\0\0\0l\0t\0one'))], ['iTXt: one']], ['one without language and translation', [chunk('iTXt', Buffer.from('k\0\0\0\0\0one'))], ['iTXt: one']], ['one that is packed', [chunk('iTXt', Buffer.concat([Buffer.from('k\0\u0001\0l\0t\0'), packed('one')]))], ['iTXt: one']],
  ['one without its end', [chunk('iTXt', Buffer.from('k\0\0\0l\0t'))], [1]], ['one without a language', [chunk('iTXt', Buffer.from('k\0\0\0l'))], [1]], ['one without a keyword', [chunk('iTXt', Buffer.from('k'))], [1]],
  ['an empty text', [chunk('tEXt', Buffer.alloc(0)), chunk('tEXt', Buffer.from('x'))], ['tEXt: x']], ['a text that ends behind the file', [chunk('tEXt', Buffer.from('abcdef')).subarray(0, 12)], ['tEXt: abcd']], ['less than a chunk', [chunk('tEXt', Buffer.from('abcdef')).subarray(0, 11)], []], ['other chunks', [chunk('IHDR', Buffer.alloc(13)), chunk('IDAT', Buffer.from('tEXt'))], []],
] as Array<[string, Buffer[], unknown[]]>)('a PNG with %s', (_, chunks, expected) => {
  expect(read(head, ...chunks)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['segments of applications and a comment', [segment(0xe0, 'first'), segment(0xef, 'last'), segment(0xfe, 'note')], ['segment: first', 'segment: last', 'segment: note']], ['other segments', [segment(0xdf, 'a'), segment(0xf0, 'b'), segment(0xdb, 'c'), segment(0xfe, 'x')], ['segment: x']],
  ['a segment behind the picture', [segment(0xfe, 'x'), segment(0xda, ''), segment(0xfe, 'y')], ['segment: x']], ['a segment behind the end', [segment(0xfe, 'x'), segment(0xd9, ''), segment(0xfe, 'y')], ['segment: x']], ['an empty segment', [segment(0xfe, ''), segment(0xfe, 'x')], ['segment: x']], ['a segment of no length', [Buffer.from([0xff, 0xfe, 0, 0]), segment(0xfe, 'x')], ['segment: x']], ['something else', [Buffer.from([0x00]), segment(0xfe, 'x')], []],
] as Array<[string, Buffer[], unknown[]]>)('a JPEG with %s', (_, segments, expected) => {
  expect(read(soi, ...segments, rest)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['streams behind either line end', ['/FlateDecode stream\r\n', packed('one'), 'endstream /FlateDecode stream\n', packed('two'), 'endstream'], ['stream: one', 'stream: two']], ['a stream that is not packed', ['stream\n', 'plain', 'endstream /FlateDecode stream\n', packed('two'), 'endstream'], ['stream: two']], ['a stream without an end', ['/FlateDecode stream\n', packed('one')], []], ['a damaged stream', ['/FlateDecode stream\nnonsenseendstream'], [1]], ['no stream', ['nothing at all'], []],
  ['a filter 400 bytes before', [`/FlateDecode${' '.repeat(388)}stream\n`, packed('one'), 'endstream'], ['stream: one']], ['a filter further away', [`/FlateDecode${' '.repeat(390)}stream\n`, packed('one'), 'endstream'], []],
] as Array<[string, Array<Buffer | string>, unknown[]]>)('a PDF with %s', (_, parts, expected) => {
  expect(read('%PDF-1.7\n', ...parts)).toEqual(expected);
});

test('a file is known by its first bytes, of which there are sixteen', () => {
  expect(readMediaTexts(Buffer.concat([head, Buffer.alloc(7)]))).toBeUndefined();
  expect(readMediaTexts(Buffer.concat([head, Buffer.alloc(8)]))).toBeDefined();
  expect(readMediaTexts(Buffer.concat([Buffer.from([0xff, 0xd9]), rest]))).toBeUndefined();
  expect(readMediaTexts(Buffer.concat([Buffer.from([0xfe, 0xd8]), rest]))).toBeUndefined();
  expect(readMediaTexts(Buffer.from(`${' '.repeat(1019)}%PDF-1.7`))).toBeDefined();
  expect(readMediaTexts(Buffer.from(`${' '.repeat(1020)}%PDF-1.7`))).toBeUndefined();
});

test('two thousand texts of one file are read', () => {
  const texts = (count: number) =>
    readMediaTexts(
      Buffer.concat([
        soi,
        ...Array.from({ length: count }, () => segment(0xfe, 'x')),
        Buffer.from([0xff, 0xd9, 0, 0]),
      ]),
    )!;
  expect([texts(1999).members.length, texts(1999).skipped]).toEqual([1999, 0]);
  expect([texts(2001).members.length, texts(2001).skipped]).toEqual([2000, 1]);
});
