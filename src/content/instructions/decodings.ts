import type { WordCounts } from './read-words.ts';

/** A part of a text that says something else than it shows. */
export interface Decoding {
  start: number;
  end: number;
  decoded: string;
}

const base64 = /[A-Za-z0-9+/]{24,}={0,2}/g;
const hex = /\b(?:[0-9a-f]{2}){16,}\b/gi;
const percent = /(?:%[0-9a-f]{2}|[\w+.-]){12,}/gi;
const entities = /&#x?[0-9a-f]{2,5};/i;
const escapes = /\\u[0-9a-f]{4}/i;
// Some words of orders as they look when every letter is moved by 13 places, or backwards.
const rotated = /\b(?:vtaber|qvfertneq|vafgehpgvbaf?|erirny|cebzcg)\b/i;
const backwards = /\b(?:erongi|dragersid|snoitcurtsni|laever|tpmorp)\b/i;
const spacedLetters = /(?:\b[A-Za-z][ .\-_*]{1,3}){8,}[A-Za-z]\b/g;

/** A word as long as this may be a code, and so many letters by themselves may be words; most texts have neither. */
const leastRun = 12;
const leastLetters = 9;

/** What a text hides by ways of writing that a model can read. */
export function* decodings(text: string, { longest, singleLetters }: WordCounts): Generator<Decoding> {
  if (longest >= leastRun) yield* encodedRuns(text);
  if (text.includes('%'))
    for (const { index, 0: run } of text.matchAll(percent))
      if (run.includes('%')) yield { start: index, end: index + run.length, decoded: unpercent(run) };
  const whole = { start: 0, end: text.length };
  if (text.includes('&#') && entities.test(text))
    yield { ...whole, decoded: text.replace(/&#(x?)([0-9a-f]{2,5});/gi, character) };
  if (text.includes('\\u') && escapes.test(text))
    yield {
      ...whole,
      decoded: text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      ),
    };
  if (rotated.test(text)) yield { ...whole, decoded: text.replace(/[a-z]/gi, rotate) };
  if (backwards.test(text)) yield { ...whole, decoded: [...text].reverse().join('') };
  if (singleLetters < leastLetters) return;
  for (const { index, 0: run } of text.matchAll(spacedLetters))
    yield { start: index, end: index + run.length, decoded: joined(run) };
}

/** Letters, digits, `+` and `/`. */
const encoding = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  encoding[character.charCodeAt(0)] = 1;
const leastEncoded = 24;

/** Whether something is as long as the shortest code: long words are common, codes are not, and the patterns take longer to say so. */
function hasLongRun(text: string): boolean {
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    run = encoding[text.charCodeAt(i)] === 1 ? run + 1 : 0;
    if (run === leastEncoded) return true;
  }
  return false;
}

function* encodedRuns(text: string): Generator<Decoding> {
  if (!hasLongRun(text)) return;
  for (const { index, 0: run } of text.matchAll(base64)) {
    const decoded = printable(Buffer.from(run, 'base64'));
    if (decoded) yield { start: index, end: index + run.length, decoded };
  }
  for (const { index, 0: run } of text.matchAll(hex)) {
    const decoded = printable(Buffer.from(run, 'hex'));
    if (decoded) yield { start: index, end: index + run.length, decoded };
  }
}

/** A text, if nearly all of it is ASCII that can be shown. */
function printable(bytes: Buffer): string | undefined {
  let shown = 0;
  for (const byte of bytes) if ((byte >= 0x20 && byte < 0x7f) || byte === 0x0a) shown++;
  return shown >= bytes.length * 0.95 ? bytes.toString('latin1') : undefined;
}

function unpercent(run: string): string {
  return run.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function character(_: string, isHex: string, code: string): string {
  const point = parseInt(code, isHex ? 16 : 10);
  return point > 0 && point < 0xd800 ? String.fromCharCode(point) : ' ';
}

function rotate(letter: string): string {
  const base = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

/** Letters with one character between them are a word; more, or another character, is between words. */
function joined(run: string): string {
  const [separator = ' '] = /[^A-Za-z]/.exec(run) ?? [];
  return run.replace(/[^A-Za-z]+/g, (between) => (between === separator ? '' : ' '));
}
