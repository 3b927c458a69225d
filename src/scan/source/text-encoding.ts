import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** As far as git looks for a zero. */
const headBytes = 8_000;
const sampleBytes = 4_096;
const longSampleBytes = 64 * 1024;

/**
 * How bytes are to be read as text; undefined where they are none. A byte order mark decides; without one the zeros do: every second byte of
 * Latin text in UTF-16 is one. A few of them in what is UTF-8 otherwise do not keep a program from being run.
 */
export function encodingOf(bytes: Uint8Array): TextEncoding | undefined {
  const marked = encodingByMark(bytes);
  if (marked) return marked;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes));
  if (!head.includes(0)) return 'utf-8';
  return wideEncoding(bytes) ?? (isTextWithZeros(bytes) ? 'utf-8' : undefined);
}

/** What a byte order mark says, where there is one that is not UTF-8's own. */
export function encodingByMark(bytes: Uint8Array): TextEncoding | undefined {
  const a = bytes[0];
  if (a !== 0xff && a !== 0xfe && a !== 0) return undefined;
  const b = bytes[1];
  const c = bytes[2];
  const d = bytes[3];
  const isWhole = bytes.length % 4 === 0;
  if (isWhole && a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (isWhole && a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

/** Zeros are where the encoding has them, hardly anywhere else, and what it gives are characters of a text. */
function wideEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, Math.min(sampleBytes, bytes.length & ~3));
  if (sample.length < 8) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at & 3]!++;
  const units = sample.length / 4;
  const share = (...places: number[]) =>
    places.reduce((sum, place) => sum + zeros[place]!, 0) / (places.length * units);
  const candidates: Array<[encoding: TextEncoding, zeros: number, others: number]> = [
    ['utf-32le', share(2, 3), share(0)],
    ['utf-32be', share(0, 1), share(3)],
    ['utf-16le', share(1, 3) * 1.5, share(0, 2)],
    ['utf-16be', share(0, 2) * 1.5, share(1, 3)],
  ];
  return candidates.find(
    ([encoding, inPlace, outOfPlace]) =>
      inPlace > 0.9 && outOfPlace < 0.02 && isMostlyText(decodeAs(encoding, sample)),
  )?.[0];
}

function isTextWithZeros(bytes: Uint8Array): boolean {
  let end = Math.min(bytes.length, longSampleBytes);
  // A character may be cut in two at the end of the sample.
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  const sample = bytes.subarray(0, end);
  if (!isUtf8(sample)) return false;
  let zeros = 0;
  for (const byte of sample) if (byte === 0) zeros++;
  return zeros <= sample.length / 20 && isMostlyText(decodeAs('utf-8', sample).replaceAll('\0', ''));
}

function isMostlyText(text: string): boolean {
  const strange = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd\ufffe\uffff]/g)?.length ?? 0;
  return strange <= text.length / 100;
}

export function decodeAs(encoding: TextEncoding, bytes: Uint8Array): string {
  return encoding === 'utf-32le' || encoding === 'utf-32be'
    ? decodeUtf32(bytes, encoding === 'utf-32le')
    : decoders[encoding].decode(bytes);
}

const decoders = {
  'utf-8': new TextDecoder('utf-8'),
  'utf-16le': new TextDecoder('utf-16le'),
  'utf-16be': new TextDecoder('utf-16be'),
};

const unitsAtOnce = 4_096;
const replacement = 0xfffd;

function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = Math.floor(bytes.length / 4);
  const parts: string[] = [];
  for (let from = 0; from < units; from += unitsAtOnce) {
    const points: number[] = [];
    for (let at = from; at < Math.min(from + unitsAtOnce, units); at++) {
      const point = view.getUint32(at * 4, isLittleEndian);
      if (at === 0 && point === 0xfeff) continue;
      const isScalar = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      points.push(isScalar ? point : replacement);
    }
    parts.push(String.fromCodePoint(...points));
  }
  return parts.join('');
}
