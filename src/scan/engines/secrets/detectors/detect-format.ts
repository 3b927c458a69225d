import { atMost, type Confidence, type Severity } from '../../../model/finding.ts';
import type { ScanRule } from '../../../model/secret-rule.ts';
import type { FormatMatcher } from '../matching/format-matcher.ts';
import { describeAwsKey, describeJwt, isOfNats, isPassing, runValidator } from '../rules/validators.ts';
import { inlineTest, isInInlineTest } from '../values/doubts/inline-tests.ts';
import { doubtOfPublicNote } from '../values/doubts/public-notes.ts';
import { enclosingKeys } from '../values/enclosing-keys.ts';
import { doubtOfFiller } from '../values/filler-settings.ts';
import {
  doubtOfSample,
  doubtOfSetup,
  doubtOfShown,
  doubtOfText,
  doubtOfTranscript,
  maxBefore,
} from '../values/sample-data.ts';
import { type Doubt, doubtOfKeys, doubtOfLine, doubtOfPage } from '../values/surroundings.ts';
import {
  entropy,
  isDocumented,
  isPlaceholder,
  isRepetition,
  isWordRepeated,
  judgeValue,
} from '../values/value-judgement.ts';
import type { Vocabulary } from '../values/vocabulary.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { isInMangledName, isInPrintableRun } from './printable-run.ts';

/** A credential that is recognised by its own form. */
export function detectFormat(
  layer: Layer,
  rule: ScanRule,
  matcher: FormatMatcher,
  variant: number,
  keywordEnd: number,
  tools: DetectorTools,
): void {
  const match = matcher.matchAt(layer.bytes, variant, keywordEnd);
  if (!match) return;
  const { secretStart } = match;
  // Programs end a text with a zero.
  const zero = layer.binary ? layer.bytes.subarray(secretStart, match.secretEnd).indexOf(0) : -1;
  const secretEnd = zero < 0 ? match.secretEnd : secretStart + zero;
  if (layer.binary && !isInPrintableRun(layer.bytes, match.start, secretEnd)) return;
  if (layer.binary && rule.proof === undefined && isInMangledName(layer.bytes, match.start, secretEnd))
    return;
  const value = textOf(layer.bytes, secretStart, secretEnd);
  // Judging reads the value a few times over, and decoding may fail slowly.
  tools.charge(256 + 4 * value.length);
  const formed = judgeFormat(rule, value, layer, tools);
  if (!formed) return;
  if (isInPublicBlock(layer.bytes, match.start, value) || isInDataAddress(layer.bytes, match.start)) return;
  const judged = inPlace(rule, layer, secretStart, secretEnd, formed, tools);
  const name = nameBefore.exec(textOf(layer.bytes, Math.max(0, secretStart - 100), secretStart))?.[1] ?? '';
  tools.report({
    rule,
    start: secretStart,
    end: secretEnd,
    value,
    ...asPublic(judged, name, value, tools),
    rank: rank.format,
    specificity: rule.keywords[variant]!.text.length,
    publicPrefix: publicPrefix(rule, value, secretStart === match.start),
  });
}

/** `name = "`, `name: '` and `name=` before a value. */
const nameBefore = /([A-Za-z_][\w.-]{1,80})["']?\s{0,4}[:=]\s{0,4}["'`]?$/;

/** What its provider hands out to be seen is reported as what it is, and fails nothing. */
export function asPublic(
  judged: Judged,
  name: string,
  value: string,
  { vocabulary }: Pick<DetectorTools, 'vocabulary'>,
): Judged {
  const doubt = vocabulary.doubtOfPublicKey(name, value);
  return doubt ? lessened(judged, doubt.limit, doubt.reason) : judged;
}

/** `data:image/png;base64,…`: a few letters in the middle of a picture. */
function isInDataAddress(bytes: Buffer, start: number): boolean {
  const mark = ';base64,';
  const at = bytes.lastIndexOf(mark, start);
  if (at < 0 || start - at > maxPicture) return false;
  return /^[A-Za-z0-9+/=]*$/.test(textOf(bytes, at + mark.length, start));
}

const maxPicture = 2 << 20;

/** A few letters in the middle of a certificate, a public key or a signature in base64. */
function isInPublicBlock(bytes: Buffer, start: number, value: string): boolean {
  if (!/^[A-Za-z0-9+/=]+$/.test(value)) return false;
  const before = textOf(bytes, Math.max(0, start - maxBefore), start);
  const begins = before.lastIndexOf('-----BEGIN ');
  return (
    begins >= 0 &&
    !before.includes('-----END ', begins) &&
    /^-----BEGIN (?!.{0,40}PRIVATE)[A-Z0-9 ]{1,60}-----/.test(before.slice(begins))
  );
}

/** Placeholders and values that fail the rule's validator are dropped; doubt lowers confidence and with it severity. */
export function judgeFormat(
  rule: ScanRule,
  value: string,
  layer: Layer,
  tools: Pick<DetectorTools, 'vocabulary'>,
): { severity: Severity; confidence: Confidence; reasons: string[] } | undefined {
  if (isPlaceholder(value, tools.vocabulary) || isDocumented(value)) return undefined;
  if (rule.minEntropy !== undefined && entropy(value) < rule.minEntropy) return undefined;
  // `_password = password || given`: a variable, or a word that stands for the value.
  if (rule.names && tools.vocabulary.words.has(value.toLowerCase())) return undefined;
  const reasons = [rule.names ? 'the name and the form of the value fit' : 'the form is unmistakable'];
  let confidence = rule.confidence;
  let severity = rule.severity;
  if (rule.proof !== undefined) {
    const verdict = runValidator(rule.proof, value);
    if (verdict === 'fails') return undefined;
    if (verdict === 'doubt') {
      confidence = 'medium';
      severity = atMost(severity, 'high');
      reasons.push(
        rule.proof === 'aws-key-id'
          ? 'but it has digits that such keys do not have, so it may be made up'
          : 'but its checksum does not hold, so it may be made up',
      );
    } else if (rule.proof === 'crc32-base62') reasons.push('and its checksum holds');
    else if (rule.proof === 'jwt') reasons.push(describeJwt(value));
    else if (rule.proof === 'aws-key-id') reasons.push(describeAwsKey(value));
  }
  if (rule.proof === 'jwt' && isOfNats(value))
    return lessened({ severity, confidence, reasons }, 'low', 'it opens nothing without the seed of its key');
  if (rule.proof === 'jwt' && isPassing(value))
    return lessened(
      { severity, confidence, reasons },
      'low',
      'it was valid for a day or less when it was issued',
    );
  if (isRepetition(value) || isWordRepeated(value))
    return lessened(
      { severity, confidence, reasons },
      'medium',
      'it repeats a few signs, so it may be made up',
    );
  if (rule.proof === 'basic-credentials' && isMadeUpLogin(value, tools.vocabulary))
    return lessened(
      { severity, confidence, reasons },
      'medium',
      'the password in it is made of common words or is short, as in examples',
    );
  return withCaution(layer, { severity, confidence, reasons }, isMadeForTests(rule) ? 'low' : 'medium');
}

/**
 * What is around a value decides where its form proves little: everybody who runs a service makes such tokens, for a while and for tests. A key that a provider issued is one
 * wherever it is.
 */
export function inPlace(
  rule: ScanRule,
  layer: Layer,
  start: number,
  end: number,
  judged: Judged,
  tools: Pick<DetectorTools, 'charge'>,
): Judged {
  const { bytes, context } = layer;
  if (judged.severity !== 'high' && judged.severity !== 'critical') return judged;
  if (isInInlineTest(bytes, start, context)) return lessened(judged, 'medium', inlineTest);
  if (rule.shipped === true && isShipped(layer, textOf(bytes, Math.max(0, start - 400), end + 400)))
    return lessened(judged, 'medium', 'it is built into a program that everybody gets');
  // A pair of keys in JSON is nobody's but the program's own.
  const isIssued =
    rule.names === undefined &&
    rule.proof !== 'jwt' &&
    rule.provider !== 'HTTP' &&
    rule.provider !== 'generic';
  const before = textOf(bytes, Math.max(0, start - (isIssued ? 2000 : maxBefore)), start);
  tools.charge(before.length);
  const note = doubtOfPublicNote(before, textOf(bytes, end, end + 300));
  if (note) return lessened(judged, note.limit, note.reason);
  if (isIssued && rule.proof !== 'aws-key-id') return judged;
  const signed = isInSignedUrl(before.slice(-2000)) ? signedUrl : undefined;
  const doubt = isIssued
    ? (signed ??
      doubtOfShown(before) ??
      doubtOfLine(before.slice(-200), '', '') ??
      doubtOfPage(before.slice(-2000)))
    : (signed ??
      doubtOfPlace(rule, context, before, textOf(bytes, end, end + 1500)) ??
      (rule.names ? doubtOfFiller(context, bytes) : undefined));
  return doubt ? lessened(judged, doubt.limit, doubt.reason) : judged;
}

function doubtOfPlace(
  { names }: ScanRule,
  context: Layer['context'],
  before: string,
  after: string,
): Doubt | undefined {
  return (
    doubtOfLine(before.slice(-200), '', '') ??
    doubtOfPage(before.slice(-2000)) ??
    (names ? undefined : doubtOfSetup(context.setup, '')) ??
    (context.syntax === 'config' ? doubtOfKeys(enclosingKeys(before)) : undefined) ??
    doubtOfText(before) ??
    doubtOfTranscript('', before, after) ??
    (context.syntax === 'code' ? doubtOfSample(before, after) : undefined)
  );
}

/** The file is a part of an app or a page, or what surrounds the key is what browsers are given to reach maps or Firebase. */
function isShipped({ context, bytes }: Layer, around: string): boolean {
  return (
    context.shipped ||
    isOfAndroid(context, bytes) ||
    /\bauthDomain\b|\bmessagingSenderId\b|maps\.googleapis\.com|maps?[_-]?(?:api)?[_-]?key|google[_-]?maps\b|google_?maps_|\b(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|PUBLIC)_/i.test(
      around,
    )
  );
}

/** Whoever has the app has its classes. */
function isOfAndroid({ extension }: Layer['context'], bytes: Buffer): boolean {
  return (
    (extension === 'kt' || extension === 'java') &&
    /^import (?:android|androidx)\./m.test(textOf(bytes, 0, Math.min(bytes.length, 8192)))
  );
}

/** `https://…?token=` and `…&X-Amz-Credential=`, up to the value. */
function isInSignedUrl(before: string): boolean {
  const url = before.slice(before.lastIndexOf('://') - 5);
  return /^https?:\/\/[^\s"'`<>]{3,1900}[?&][\w.-]{1,40}=$/.test(url.trimStart());
}

const signedUrl: Doubt = {
  limit: 'medium',
  reason: 'it is part of an address that opens one thing for a while',
};

/** The base64 of a user and of a password that a person chose for a sample or for their own machine. */
function isMadeUpLogin(value: string, vocabulary: Vocabulary): boolean {
  const login = Buffer.from(value, 'base64').toString('latin1');
  const { kind } = judgeValue(login.slice(login.indexOf(':') + 1), vocabulary);
  return kind !== 'random' && kind !== 'strong';
}

/** Tests of everything that reads tokens or checks passwords are full of them, and each was signed or hashed for the test. */
function isMadeForTests({ proof, provider }: ScanRule): boolean {
  return proof === 'jwt' || provider === 'Password hashes';
}

export interface Judged {
  severity: Severity;
  confidence: Confidence;
  reasons: string[];
}

/**
 * Findings in tests, documentation, lock files and bundles are kept, with low confidence: at most medium, and in tests low where nothing says who would accept
 * the secret, as the format of a provider does.
 */
export function withCaution({ context: { caution } }: Layer, judged: Judged, limit?: Severity): Judged {
  if (caution === undefined) return judged;
  return lessened(judged, limit ?? (caution === 'test data' ? 'low' : 'medium'), `the file is ${caution}`);
}

/** Told with low confidence, hence at most as severe as the limit, and why. */
export function lessened(judged: Judged, limit: Severity, reason: string): Judged {
  return {
    severity: atMost(judged.severity, limit),
    confidence: 'low',
    reasons: [...judged.reasons, reason],
  };
}

function publicPrefix(rule: ScanRule, value: string, whole: boolean): number {
  if (!whole || rule.names) return 0;
  const keyword = rule.keywords.find(({ text }) => value.startsWith(text));
  return keyword ? Math.min(keyword.text.length, 16) : 0;
}
