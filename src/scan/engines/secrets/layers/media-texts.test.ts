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
