import { wordsOf } from './assignment-name.ts';
import { isReference } from './reference-value.ts';
import { runLength } from './typed-run.ts';
import type { ValueJudgement, Vocabulary } from './vocabulary.ts';

export function judgeValue(value: string, vocabulary: Vocabulary): ValueJudgement {
  const { judged } = vocabulary;
  if (!judged || value.length > maxRememberedLength) return judge(value, vocabulary);
  const known = judged.get(value);
  if (known) return known;
  const judgement = judge(value, vocabulary);
  if (judged.size >= maxRemembered) judged.clear();
  judged.set(value, judgement);
  return judgement;
}

/** `value&ttl=300&page=2`: the fields of a form behind the one that is looked at. */
const otherFields = /(?<=^[^&]{3,400})(?:&[a-z_]{2,30}=[^&=]{0,100}){1,20}$/;
const maxRemembered = 4096;
const maxRememberedLength = 128;

function judge(written: string, vocabulary: Vocabulary): ValueJudgement {
  const value = written.replace(otherFields, '');
  if (isPlaceholder(value, vocabulary) || isRepetition(value))
    return { kind: 'placeholder', reason: 'the value is a placeholder' };
  const random = looksRandom(value, vocabulary);
  if (random && isDocumented(value))
    return { kind: 'placeholder', reason: 'the value is a documented example' };
  const inner = random ? encodedText(value) : undefined;
  if (inner !== undefined && (isPlaceholder(inner, vocabulary) || saysSample(inner, vocabulary)))
    return { kind: 'soft', reason: 'the value is the base64 of a text that calls itself a sample' };
  if (inner !== undefined && isSentence(inner))
    return { kind: 'soft', reason: 'the value is the base64 of a sentence' };
  if (!random && saysSample(value, vocabulary))
    return { kind: 'soft', reason: 'the value calls itself a sample' };
  if (random) {
    return {
      kind: 'random',
      reason: `the value looks random (${entropy(value).toFixed(1)} bits per character, no words)`,
    };
  }
  const isName = isIdentifier(value, vocabulary) || isListOfWords(value, vocabulary);
  if (characterClasses(value) >= 3 && value.length >= 8 && !isName) {
    return { kind: 'strong', reason: 'the value mixes letters, digits or signs as a chosen password does' };
  }
  return { kind: 'weak', reason: 'the value is made of common words or is short' };
}

function saysSample(value: string, vocabulary: Vocabulary): boolean {
  return /example/i.test(value) || hasSoftWord(value, vocabulary);
}

/** What is behind base64, where it is a text; of random bytes that almost never happens. */
function encodedText(value: string): string | undefined {
  if (!/^[A-Za-z0-9+/]{12,400}={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]+\n?$/.test(text) ? text : undefined;
}

function isSentence(text: string): boolean {
  const words = text.trim().split(/ +/);
  return words.length >= 4 && words.every((word) => /^[A-Za-z]+[,.:;!?]?$/.test(word));
}

/** A value in the form of a credential that says that it is none, such as `AKIAIOSFODNN7EXAMPLE`, or that every emulator of a service accepts. */
export function isDocumented(value: string): boolean {
  return /example|^(?:sample|dummy|fake)/i.test(value) || emulatorKeys.some((key) => value.includes(key));
}

/**
 * The beginnings of the keys of Azure's storage and Cosmos DB emulators, of the pair that Google documents for tests of reCAPTCHA, of the server that MinIO lets everybody
 * play with, of the first account of every local Ethereum chain, and the values of RFC 6749, 6750 and 7617, which every text about them repeats; also what MD5, SHA-1 and SHA-256
 * make of nothing, and MD5 of `test` and of `password`.
 */
const emulatorKeys = [
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2U',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTq',
  '6LeIxAcTAAAAA',
  'Q3AM3UQ867SPQQA43P2F',
  'zuf+tfteSlswRu7BJ86wekitnifILbZam1KYY3TG',
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  's6BhdRkqt3',
  'gX1fBat3bV',
  '7Fjfp0ZBr1KtDRbnfVdmIw',
  '2YotnFZFEjr1zCsicMWpAA',
  'tGzv3JOkF0XG5Qx2TlKWIA',
  'SplxlOBeZQQYbYS6WxSbIA',
  'mF_9.B5f-4.1JqM',
  'czZCaGRSa3F0MzpnWDFmQmF0M2JW',
  'QWxhZGRpbjpvcGVuIHNlc2FtZQ',
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '098f6bcd4621d373cade4e832627b4f6',
  '5f4dcc3b5aa765d61d8327deb882cf99',
];

/** True for gaps, references to a value that is elsewhere, and documented examples. */
export function isPlaceholder(value: string, vocabulary: Vocabulary): boolean {
  const lower = value.toLowerCase().trim();
  if (lower.length < 3 || vocabulary.placeholders.has(lower)) return true;
  if (isReference(value) || isRepetitive(lower)) return true;
  return vocabulary.placeholderParts.some((part) => lower.includes(part) && !isAccident(part, lower));
}

/** In a long random value a run such as `xxxx` may be chance; it is a gap only when it is a good part of the value. */
function isAccident(part: string, lower: string): boolean {
  if (lower.length < 64 || new Set(part).size > 1) return false;
  const sign = part[0] === '-' || part[0] === '.' ? `\\${part[0]}` : part[0];
  const runs = lower.match(new RegExp(`[${sign}]{4,}`, 'g')) ?? [];
  return runs.join('').length < lower.length / 4;
}

/** One character or a few over and over, or runs such as `abcdef`, `123456789` and `qwerty`. */
function isRepetitive(written: string): boolean {
  // `1234abcd-1234-abcd-…`: the dashes of an identifier end no run.
  const lower = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(written)
    ? written.replaceAll('-', '')
    : written;
  const distinct = new Set(lower).size;
  if (distinct <= 2 || (lower.length >= 16 && distinct <= 4)) return true;
  if (lower.length < 6) return false;
  let inRuns = 0;
  for (let at = 0; at < lower.length; ) {
    const length = runLength(lower, at);
    if (length >= 3) inRuns += length;
    at += length;
  }
  return inRuns >= lower.length * 0.8;
}

/** A few characters over and over make up most of the value: `key_aaaaaaaaaaaa`, `123123123123`. */
export function isRepetition(value: string): boolean {
  return value.length >= 16 && [1, 2, 3, 4].some((period) => repeats(value, period) >= value.length * 0.6);
}

/** A word over and over, in letters of either size, where a machine would have made up something: `ghp_sampleSampleSample`. */
export function isWordRepeated(value: string): boolean {
  const lower = value.toLowerCase();
  return value.length >= 20 && [5, 6, 7, 8].some((period) => repeats(lower, period) >= value.length * 0.6);
}

/** The length of the longest stretch in which every character is the one `period` before it: of gaps such as `key_aaaaaaaaaaaa`. */
function repeats(text: string, period: number): number {
  let longest = 0;
  let length = 0;
  for (let at = period; at < text.length; at++) {
    length = text[at] === text[at - period] ? length + 1 : 0;
    if (length > longest) longest = length;
  }
  return longest;
}

/** Shannon entropy in bits per character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** What is shorter says too little about how it was made. */
export const minRandomLength = 16;

function looksRandom(written: string, vocabulary: Vocabulary): boolean {
  // `token={0.token};`: what programs fill in says nothing about how the rest was made.
  const value = written.includes('{') ? written.replace(/\{\w{0,40}(?:\.\w{1,40}){0,4}\}/g, '') : written;
  const length = value.length;
  if (length < minRandomLength || (/\s/.test(value.trim()) && length < 40)) return false;
  if (/^[0-9a-fA-F]+$/.test(value))
    return /\d/.test(value) && /[a-fA-F]/.test(value) && entropy(value) >= 2.8;
  if (/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(value)) return entropy(value) >= 2.6;
  if (!/\d/.test(value) && !(/[a-z]/.test(value) && /[A-Z]/.test(value))) return false;
  if (isListOfWords(value, vocabulary)) return false;
  // What could be spoken is language, unless hardly any of its letters follow one another as they do there.
  if (pronounceable(value) > length * 0.6 && !isImprobable(value, vocabulary)) return false;
  // camelCase and CONSTANT_CASE names are letters only: without a digit the mix of cases must be dense.
  if (!/\d/.test(value) && caseChanges(value) < length / 4) return false;
  if (entropy(value) < Math.min(3.4, Math.log2(length) - 0.8)) return false;
  // Words make long tokens out of few; noise needs nearly one token a character.
  return length / tokenCount(value, vocabulary) <= 2.1;
}

/** How many letters stand in pieces that could be spoken: one case, vowels among them, no heap of consonants. */
function pronounceable(value: string): number {
  let letters = 0;
  for (const piece of value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)) {
    if (piece.length < 3 || !/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(piece)) continue;
    const vowels = piece.replace(/[^aeiouyAEIOUY]/g, '').length;
    if (vowels >= piece.length * 0.2 && vowels <= piece.length * 0.7 && !/[^aeiouy]{5}/i.test(piece))
      letters += piece.length;
  }
  return letters;
}

function isImprobable(value: string, { letterTriples }: Vocabulary): boolean {
  let triples = 0;
  let common = 0;
  for (const run of value.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
    for (let at = 0; at + 3 <= run.length; at++, triples++)
      if (letterTriples.has(run.slice(at, at + 3))) common++;
  }
  return triples >= 5 && common <= triples * 0.15;
}

function caseChanges(value: string): number {
  let changes = 0;
  for (let i = 1; i < value.length; i++)
    if (/[A-Z]/.test(value[i]!) !== /[A-Z]/.test(value[i - 1]!)) changes++;
  return changes;
}

/** How many pieces the value falls into when the longest known word is cut off each time: few for language, many for noise. */
function tokenCount(value: string, vocabulary: Vocabulary): number {
  const lower = value.toLowerCase();
  let tokens = 0;
  for (let at = 0; at < lower.length; tokens++) {
    let length = Math.min(12, lower.length - at);
    while (length > 2 && !vocabulary.words.has(lower.slice(at, at + length))) length--;
    const run = runLength(lower, at);
    at += Math.max(length > 2 ? length : 1, run >= 4 ? run : 1);
  }
  return tokens;
}

/** `pm-27581-device-auth-key`: words and short numbers behind one another, as in names of flags, tickets and branches. */
function isListOfWords(value: string, vocabulary: Vocabulary): boolean {
  const parts = spelled(value).split(/[-_.:/ +]/);
  if (
    parts.length < 3 ||
    !parts.every((part) => /^(?:[a-z]{1,16}|[A-Z]{1,16}|\d{1,6}|\d{1,2}[a-z]|mp\d)$/.test(part))
  )
    return false;
  const letters = parts.filter((part) => !/\d/.test(part));
  const words = letters.filter((part) => part.length >= 3 && isWord(part, vocabulary)).length;
  // `4k-video-to-mp3`: in what is written like a part of an address one word is enough.
  return words >= (/^[a-z\d-]+$/.test(value) ? 1 : 2) && words >= letters.length / 2;
}

/** A known word, or letters that follow one another as in one. */
function isWord(part: string, { words, letterTriples }: Vocabulary): boolean {
  const lower = part.toLowerCase();
  if (words.has(lower)) return true;
  if (lower.length < 5 || pronounceable(part) < part.length) return false;
  for (let at = 0; at + 3 <= lower.length; at++)
    if (!letterTriples.has(lower.slice(at, at + 3))) return false;
  return true;
}

/** Three words or more, most of them known, and nothing else: a name such as `__Store_FieldErrors_SessionKey`. */
function isIdentifier(value: string, { words }: Vocabulary): boolean {
  const name = spelled(value);
  if (!/^[A-Za-z_$]+$/.test(name)) return false;
  const parts = wordsOf(name);
  return parts.length >= 3 && parts.filter((part) => words.has(part)).length > parts.length / 2;
}

/** Words that people shorten with digits, as a word without them: `k8sNodesTable`, `i18n-cache-key`. */
function spelled(value: string): string {
  return value.replace(
    /(?<![A-Za-z0-9])(?:k8s|i18n|l10n|a11y|s3|2fa|x509|oauth2|utf8|v[1-9])(?![a-z0-9])/g,
    'word',
  );
}

function hasSoftWord(value: string, vocabulary: Vocabulary): boolean {
  return value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => vocabulary.softWords.has(word));
}

function characterClasses(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(value)).length;
}
