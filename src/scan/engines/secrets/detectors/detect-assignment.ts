import type { Confidence, Severity } from '../../../model/finding.ts';
import type { ScanRule } from '../../../model/secret-rule.ts';
import type { FormatMatcher } from '../matching/format-matcher.ts';
import { type NameKind, wordsOf } from '../values/assignment-name.ts';
import { readFallback } from '../values/fallback-value.ts';
import { isPlainAddress } from '../values/reference-value.ts';
import { judgeValue, type ValueKind } from '../values/value-judgement.ts';
import type { Vocabulary } from '../values/vocabulary.ts';
import { type Assignment, nameAround, readAssignment } from './assignment.ts';
import { fitsOperator, isConnectionField, isQueryParameter, isReadable } from './assignment-place.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { type Judged, judgeFormat, lessened, withCaution } from './detect-format.ts';
import { readListedValue } from './element-text.ts';
import { readPairedValue, readVariableDefault } from './paired-value.ts';

/** A value whose form says little, assigned to a name that holds the provider's. */
export function detectNamed(
  layer: Layer,
  rule: ScanRule,
  matcher: FormatMatcher,
  wordStart: number,
  wordEnd: number,
  tools: DetectorTools,
): void {
  const assignment = readAt(layer, wordStart, wordEnd, true);
  if (!assignment) return;
  tools.charge(assignment.valueEnd - assignment.valueStart);
  const { nameStart, nameEnd, valueStart, valueEnd } = assignment;
  if (rule.exact && (nameStart !== wordStart || nameEnd !== wordEnd)) return;
  if (straddlesWords(layer.bytes, wordStart, wordEnd)) return;
  if (!matcher.coversValue(layer.bytes, valueStart, valueEnd)) return;
  const value = textOf(layer.bytes, valueStart, valueEnd);
  if (isPlainAddress(value)) return;
  tools.charge(256 + 4 * value.length);
  const formed = judgeFormat(rule, value, layer, tools);
  if (!formed) return;
  const judged = saysOtherThing(layer.bytes, assignment, wordStart, wordEnd, tools.vocabulary)
    ? lessened(formed, 'medium', 'the name has the provider in it and says something else')
    : formed;
  tools.report({
    rule,
    start: valueStart,
    end: valueEnd,
    value,
    ...judged,
    rank: rank.named,
    specificity: wordEnd - wordStart + 4,
    publicPrefix: 0,
  });
}

/** `droneCommandService`: besides the provider the name has words, and none of them is one for a credential. */
function saysOtherThing(
  bytes: Buffer,
  { nameStart, nameEnd }: Assignment,
  wordStart: number,
  wordEnd: number,
  { secretWords, passwordWords }: Vocabulary,
): boolean {
  const isCredential = (word: string) =>
    secretWords.has(word) || passwordWords.has(word) || credentialWord.test(word);
  const around = [
    ...wordsOf(textOf(bytes, nameStart, wordStart)),
    ...wordsOf(textOf(bytes, wordEnd, nameEnd)),
  ];
  if (around.length === 0) return false;
  return ![...around, ...wordsOf(textOf(bytes, wordStart, wordEnd))].some(isCredential);
}

const credentialWord =
  /^(?:api|app|access|auth\w*|bearer|client|creds?|credentials?|env|hook|key|keys|licen[cs]e|login|my|pat|personal|prod|production|private|secrets?|session|signing|sk|staging|test|tokens?|webhook)$|(?:key|token|secret|auth|pass\w*)s?$/;

/** `etsy` in `SetSysctl` and `sumo` in `sumOfAll`: letters of two words that happen to make a third. */
function straddlesWords(bytes: Buffer, start: number, end: number): boolean {
  const found = textOf(bytes, start, end);
  if (!/[a-z][A-Z]/.test(found)) return false;
  const before = start > 0 ? textOf(bytes, start - 1, start) : '';
  return /[A-Za-z]/.test(before) || /^[A-Z][a-z]/.test(textOf(bytes, end - 1, end + 1));
}

/** Any value assigned to a name that says password, secret, token or key. */
export function detectAssigned(layer: Layer, wordStart: number, wordEnd: number, tools: DetectorTools): void {
  if (layer.binary) return;
  const assignment = readAt(layer, wordStart, wordEnd, false);
  if (!assignment || !isReadable(assignment, layer)) return;
  const name = textOf(layer.bytes, assignment.nameStart, assignment.nameEnd);
  const kind = tools.kindOfName(name);
  if (kind === undefined || !fitsOperator(kind, assignment, layer)) return;
  const value = textOf(layer.bytes, assignment.valueStart, assignment.valueEnd);
  tools.charge(128 + 4 * value.length);
  if (isLanguage(value) || repeatsName(name, value, layer)) return;
  if (isExpression(value, assignment, tools.vocabulary)) return;
  if (kind === 'key' && isFingerprint(layer, assignment, value)) return;
  if (layer.context.caution === 'a list of checksums' && /^[0-9a-f]+$/i.test(value)) return;
  const { kind: valueKind, reason } = judgeValue(value, tools.vocabulary);
  const common = isCommon(name, value, tools.vocabulary);
  if (layer.context.caution === 'translations' && valueKind !== 'random') return;
  if (namesSymbol(name, value, valueKind, layer)) return;
  const graded = grade(kind, valueKind, assignment, layer, {
    numeric: /^[\d.,_-]{1,20}$/.test(value),
    common,
  });
  if (!graded) return;
  const rule = tools.rules.get(kind === 'password' ? 'assigned-password' : 'assigned-secret')!;
  tools.report({
    rule,
    start: assignment.valueStart,
    end: assignment.valueEnd,
    value,
    ...withCaution(
      layer,
      withPlace(layer, assignment, value, { ...graded, reasons: [`the name says ${kind}`, reason] }),
      valueKind === 'random' ? 'medium' : 'low',
    ),
    rank: rank.assignment,
    publicPrefix: 0,
  });
}

/** `gpg --default-key X` and `GPG_KEY=X`: OpenPGP names a key by its fingerprint or the end of it, and both are public. */
function isFingerprint({ bytes }: Layer, { nameStart, nameEnd }: Assignment, value: string): boolean {
  if (!/^(?:0x)?(?:[0-9a-f]{16}|[0-9a-f]{40})$/i.test(value)) return false;
  return /(?:^|[^A-Za-z])(?:gpg|pgp)(?:[^a-z]|$)/i.test(textOf(bytes, Math.max(0, nameStart - 200), nameEnd));
}

/** What is around the assignment: a comment shows how it is done more often than it is done there, and some keys are for everybody. */
function withPlace(layer: Layer, { nameStart, valueEnd }: Assignment, value: string, judged: Judged): Judged {
  const { bytes } = layer;
  if (/^[0-9a-f]{32}$/.test(value)) {
    const around = textOf(bytes, Math.max(0, nameStart - 200), Math.min(bytes.length, valueEnd + 200));
    if (/\bindexName\b|docsearch/i.test(around))
      return lessened(judged, 'low', 'a search key such as every page of a documentation shows');
  }
  const before = textOf(bytes, Math.max(0, nameStart - 200), nameStart);
  if (isBadge(before.slice(before.lastIndexOf('http'))))
    return lessened(
      judged,
      'low',
      'it is part of the address of a badge, which every reader of the page fetches',
    );
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*(?:#|\/\/|;|\*|--\s|rem\s)/i.test(line)
    ? lessened(judged, 'medium', 'it stands in a comment')
    : judged;
}

/** `https://…/badge.svg?token=`, up to the value. */
function isBadge(url: string): boolean {
  return /^https?:\/\/[^\s"'`()<>]+$/.test(url) && url.includes('?') && /badge|\.svg/i.test(url);
}

function readAt(layer: Layer, wordStart: number, wordEnd: number, spaced: boolean): Assignment | undefined {
  const { bytes } = layer;
  const found =
    variable(bytes, wordStart, wordEnd) ??
    readAssignment(bytes, wordStart, wordEnd, spaced) ??
    listed(bytes, wordStart, wordEnd) ??
    paired(bytes, wordStart, wordEnd);
  if (!found || found.quoted) return found;
  if (found.operator === 'assign' && layer.context.syntax === 'code') {
    const fallback = readFallback(bytes, found.valueStart);
    if (fallback) return { ...found, ...fallback, quoted: true };
  }
  // Behind `?` or `&` the name is a parameter of a URL, and the next `&` ends its value; likewise `;` in a connection string.
  const block = layer.context.syntax === 'config' ? blockText(found, bytes) : undefined;
  if (block) return block;
  if (isQueryParameter(found, layer)) return cutAt(found, bytes, [0x26, 0x23]);
  if (/;[A-Za-z][A-Za-z ]{1,30}=/.test(textOf(bytes, found.valueStart, found.valueEnd)))
    return cutAt(found, bytes, [0x3b]);
  return isConnectionField(found, layer) ? cutAt(found, bytes, [0x3b]) : found;
}

function cutAt(found: Assignment, bytes: Buffer, ends: readonly number[]): Assignment {
  const end = bytes.subarray(found.valueStart, found.valueEnd).findIndex((byte) => ends.includes(byte));
  return end > 0 ? { ...found, valueEnd: found.valueStart + end } : found;
}

/** `password: |` and `password: >-` in YAML: the value is the next line. */
function blockText(found: Assignment, bytes: Buffer): Assignment | undefined {
  const mark = textOf(bytes, found.valueStart, found.valueEnd);
  if (!/^[|>][+-]?$/.test(mark) || bytes[found.valueEnd] === undefined) return undefined;
  const next = /^[|>+-]*[ \t]*\r?\n[ \t]+(\S{4,1000})[ \t]*\r?(?:\n(?![ \t]+\S)|$)/.exec(
    textOf(bytes, found.valueStart, found.valueStart + 1200),
  );
  if (!next) return undefined;
  const valueStart = found.valueStart + next[0].indexOf(next[1]!, mark.length);
  return { ...found, valueStart, valueEnd: valueStart + next[1]!.length, continues: false };
}

function variable(bytes: Buffer, wordStart: number, wordEnd: number): Assignment | undefined {
  const { nameStart, nameEnd } = nameAround(bytes, wordStart, wordEnd);
  const value = bytes[nameEnd] === 0x22 ? readVariableDefault(bytes, nameStart, nameEnd) : undefined;
  return value && { nameStart, nameEnd, ...value };
}

function paired(bytes: Buffer, wordStart: number, wordEnd: number): Assignment | undefined {
  const { nameStart, nameEnd } = nameAround(bytes, wordStart, wordEnd);
  const value = readPairedValue(bytes, nameStart, nameEnd);
  return value && { nameStart, nameEnd, ...value };
}

function listed(bytes: Uint8Array, wordStart: number, wordEnd: number): Assignment | undefined {
  let nameEnd = wordEnd;
  while (
    nameEnd < wordEnd + 40 &&
    bytes[nameEnd] !== undefined &&
    bytes[nameEnd] !== 0x3c &&
    bytes[nameEnd]! > 0x20
  )
    nameEnd++;
  if (bytes[nameEnd] !== 0x3c) return undefined;
  const value = readListedValue(bytes, nameEnd);
  if (!value) return undefined;
  let nameStart = wordStart;
  while (nameStart > wordStart - 40 && nameStart > 0 && bytes[nameStart - 1] !== 0x3e) nameStart--;
  return { nameStart, nameEnd, ...value };
}

/** Text for people: several words and little else, or letters that are written as escapes because they are not Latin. */
function isLanguage(value: string): boolean {
  if (isEscapedScript(value)) return true;
  if (!value.includes(' ')) return false;
  const letters = value.replace(/[^A-Za-z ,.'?!:-]/g, '').length;
  return letters > value.length * 0.85 || value.length < 20;
}

/** `\u5bc6\u7801` in a file of translations. Escapes of ASCII hide something and are decoded elsewhere. */
function isEscapedScript(value: string): boolean {
  const letters = value.match(/\\u(?!00)[0-9a-fA-F]{4}/g)?.length ?? 0;
  return letters >= 3 && letters * 6 > value.length / 2;
}

/** A bare `name(…)`, `name[…]` or `name.field` is code, wherever it is. */
function isExpression(value: string, assignment: Assignment, vocabulary: Vocabulary): boolean {
  if (assignment.quoted) return false;
  if (/^[A-Za-z_][\w.]{0,80}[([]|^(?:Read|Get|New|Import|ConvertTo)-[A-Z][A-Za-z]{2,40}$/.test(value))
    return true;
  if (!/^[a-z]\w{0,20}(?:\.[A-Za-z_]\w{0,40})+$/.test(value)) return false;
  // Some tokens have points as well, between pieces that nobody would call a field.
  return !value.split('.').some((piece) => judgeValue(piece, vocabulary).kind === 'random');
}

/** In code `token = 'identifier'` is a symbol of a language: what is called a token there is a secret only if it looks like one. */
function namesSymbol(name: string, value: string, kind: ValueKind, layer: Layer): boolean {
  if (layer.context.syntax !== 'code' || kind !== 'weak' || !/^[A-Za-z_./ -]{1,24}$/.test(value))
    return false;
  return /(?:tokens?|signature|cookie|credentials?|pat)$/i.test(name);
}

/** The password that everybody tries first: `postgres` for Postgres, `root`, `password`. */
function isCommon(name: string, value: string, vocabulary: Vocabulary): boolean {
  const lower = value.toLowerCase();
  return vocabulary.documentationPasswords.has(lower) || wordsOf(name).includes(lower);
}

/** `PASSWORD = "password"` in code names a field; in a configuration file it is a password. */
function repeatsName(name: string, value: string, layer: Layer): boolean {
  const valueWords = wordsOf(value);
  if (valueWords.length === 0 || /[^\w. /:-]/.test(value)) return false;
  const nameWords = new Set(wordsOf(name));
  if (layer.context.syntax === 'config' || layer.context.syntax === 'shell') {
    // A label of a form, or the name of an argument in the text of a usage.
    const shown = /^[A-Z][a-z]+(?: [A-Za-z][a-z]+)*$|^[A-Z_]+$/.test(value);
    return shown && valueWords.every((word) => nameWords.has(word));
  }
  return valueWords.every((word) => nameWords.has(word) || fieldWords.has(word) || /^\d$/.test(word));
}

const fieldWords = new Set(
  'password passwd pass pwd secret token key api auth access refresh user client id csrf session name field input type private public new old confirm current'.split(
    ' ',
  ),
);

function grade(
  kind: NameKind,
  value: ValueKind,
  assignment: Assignment,
  layer: Layer,
  { numeric, common }: { numeric: boolean; common: boolean },
): { severity: Severity; confidence: Confidence } | undefined {
  const asConfiguration = layer.context.syntax === 'config' || layer.context.syntax === 'shell';
  if (value === 'placeholder') return undefined;
  if (assignment.operator === 'note' && value !== 'random' && !(kind === 'password' && value === 'strong'))
    return undefined;
  if (value === 'random') {
    if (kind === 'key') return { severity: 'medium', confidence: 'low' };
    return { severity: 'high', confidence: 'medium' };
  }
  if (kind === 'key') return undefined;
  // A count, a port or an identifier: machines do not make secrets of a few digits.
  if (kind === 'secret' && numeric) return undefined;
  if (kind === 'scheme') return undefined;
  const inUrl = isQueryParameter(assignment, layer) && !(kind === 'password' && asConfiguration);
  if ((assignment.operator === 'compare' || inUrl) && value !== 'strong') return undefined;
  if (kind === 'password') {
    if (value === 'strong') return { severity: 'medium', confidence: 'medium' };
    return {
      severity: value === 'soft' ? 'info' : asConfiguration && !common ? 'medium' : 'low',
      confidence: 'low',
    };
  }
  // A secret that a machine should have made: words are believed only where the file exists to hold values.
  if (value === 'strong') return { severity: 'medium', confidence: 'low' };
  if (asConfiguration || assignment.operator === 'assign')
    return { severity: value === 'soft' ? 'info' : 'low', confidence: 'low' };
  return undefined;
}
