import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, isBinary } from './source-text.ts';
import { encodingOf, type TextEncoding } from './text-encoding.ts';

const encode: Record<TextEncoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'utf-32le': (text) => utf32(text),
  'utf-32be': (text) => utf32(text).swap32(),
};

function utf32(text: string): Buffer {
  const points = [...text].map((character) => character.codePointAt(0)!);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [i, point] of points.entries()) bytes.writeUInt32LE(point, i * 4);
  return bytes;
}

const encodings = Object.keys(encode) as TextEncoding[];

test.each(encodings)('text in %s is read, with a byte order mark and without one', (encoding) => {
  const text = `const müller = "größe" + x; // ${'and so on '.repeat(20)}\n`;
  for (const mark of ['', '\ufeff']) {
    const bytes = encode[encoding](mark + text);
    expect(encodingOf(bytes)).toBe(encoding);
    expect(decodeText(bytes)).toBe(text);
  }
});

test.each(encodings)('whatever a text in %s with a mark holds is read as it is', (encoding) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\ufeff') && !text.includes('\0') && text.isWellFormed());
      expect(decodeText(encode[encoding](`\ufeff${text}`))).toBe(text);
    }),
  );
});

test('a few zeros make no binary file of a text, and become blanks', () => {
  expect(decodeText(Buffer.from('// \0\0\neval(x)\n'.repeat(9)))).toBe('//   \neval(x)\n'.repeat(9));
  expect(isBinary(Buffer.from(`${'\0'.repeat(50)}abc`))).toBe(true);
});

test('programs, pictures, numbers and compressed data are no text', () => {
  const numbers = Buffer.alloc(4_000);
  for (let at = 0; at < numbers.length; at += 2) numbers.writeUInt16LE(at % 300, at);
  const floats = Buffer.alloc(4_000);
  for (let at = 0; at < floats.length; at += 4) floats.writeFloatLE(at / 7, at);
  const packed = deflateSync(Buffer.from('abc '.repeat(50_000)));
  const program = Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x03\0>\0\x01\0\0\0`.repeat(90), 'latin1');
  for (const bytes of [program, numbers, floats, Buffer.concat([Buffer.alloc(4), packed])])
    expect(isBinary(bytes)).toBe(true);
});

test('bytes of any kind are decoded without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(decodeText(bytes)).not.toContain('\0');
    }),
  );
});
