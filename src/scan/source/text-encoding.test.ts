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

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
// biome-ignore format: one line for each row
test.each([
  ['', 'utf-8', ''], ['61', 'utf-8', 'a'], ['efbbbf 61', 'utf-8', 'a'],
  ['fffe 6100', 'utf-16le', 'a'], ['fffe', 'utf-16le', ''], ['fffe 61', 'utf-16le', '\ufffd'], ['feff 0061', 'utf-16be', 'a'], ['feff', 'utf-16be', ''],
  ['fffe0000 61000000', 'utf-32le', 'a'], ['fffe0000', 'utf-32le', ''], ['fffe0000 6100', 'utf-16le', ' a'], ['0000feff 00000061', 'utf-32be', 'a'], ['0000feff 000061', undefined, undefined],
  ['fffe0000 00d80000 ff d70000', 'utf-32le', '\ufffd\ud7ff'], ['fffe0000 ffdf0000 00e00000', 'utf-32le', '\ufffd\ue000'], ['fffe0000 ffff1000 00001100', 'utf-32le', '\u{10ffff}\ufffd'], ['fffe0000 fffe0000', 'utf-32le', '\ufeff'],
  ['fffe 0100', 'utf-16le', '\u0001'], ['fffd', 'utf-8', '\ufffd\ufffd'],
] as Array<[string, TextEncoding | undefined, string | undefined]>)('the bytes %s are in %s', (hex, encoding, text) => {
  expect(encodingOf(bytesOf(hex))).toBe(encoding);
  if (text !== undefined) expect(decodeText(bytesOf(hex))).toBe(text);
});

test('a zero behind the first 8000 bytes is not looked for', () => {
  const at = (place: number) => encodingOf(Buffer.concat([Buffer.alloc(place, 0xe9), Buffer.from([0])]));
  expect([at(8000), at(7999)]).toEqual(['utf-8', undefined]);
});

test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const)(
  'without a mark two characters in %s are enough where there are eight bytes',
  (encoding) => {
    const characters = encoding.startsWith('utf-16') ? 4 : 2;
    expect(encodingOf(encode[encoding]('abcd'.slice(0, characters)))).toBe(encoding);
    expect(encodingOf(encode[encoding]('abcd'.slice(0, characters - 1)))).toBeUndefined();
  },
);

test('a long text in UTF-32 is read to its end', () => {
  const text = 'äb'.repeat(5000);
  expect(decodeText(encode['utf-32le'](text))).toBe(text);
  expect(decodeText(encode['utf-32be'](`\ufeff${text}`))).toBe(text);
});

test('in UTF-16 six characters of ten are Latin, and nearly none is strange', () => {
  const mixed = (latin: number, of: number) =>
    encodingOf(encode['utf-16le'](`${'a'.repeat(latin)}${'語'.repeat(of - latin)}`.repeat(40)));
  expect([mixed(7, 10), mixed(6, 10)]).toEqual(['utf-16le', undefined]);
  const strange = (count: number) =>
    encodingOf(encode['utf-16le'](`${'\u0001'.repeat(count)}${'a'.repeat(200 - count)}`));
  expect([strange(2), strange(3)]).toEqual(['utf-16le', undefined]);
});

test('of a text one byte in twenty may be a zero, and one character in a hundred strange', () => {
  const zeros = (count: number) => encodingOf(Buffer.from(`${'\0'.repeat(count)}${'a'.repeat(200 - count)}`));
  expect([zeros(10), zeros(11)]).toEqual(['utf-8', undefined]);
  const strange = (count: number) =>
    encodingOf(Buffer.from(`\0${'\u0001'.repeat(count)}${'a'.repeat(200 - count)}`));
  expect([strange(2), strange(3)]).toEqual(['utf-8', undefined]);
});

test('a character that the sample of 64 KiB cuts in two does not make it binary', () => {
  for (const before of [65_534, 65_535, 65_536, 65_533]) {
    const text = `\0${'a'.repeat(before - 1)}語`;
    expect(encodingOf(Buffer.from(text)), String(before)).toBe('utf-8');
  }
  expect(
    encodingOf(
      Buffer.concat([Buffer.from(`\0${'a'.repeat(65_000)}`), Buffer.from([0xe8]), Buffer.alloc(1000, 0x61)]),
    ),
  ).toBeUndefined();
});
