import type { Confidence, Severity } from '../../../model/finding.ts';
import type { ScanRule } from '../../../model/secret-rule.ts';
import type { FormatMatcher } from '../matching/format-matcher.ts';
import { type NameKind, wordsOf } from '../values/assignment-name.ts';
import { isPlainAddress } from '../values/reference-value.ts';
import { judgeValue, minRandomLength } from '../values/value-judgement.ts';
import type { ValueKind, Vocabulary } from '../values/vocabulary.ts';
import { type Assignment, nameAround } from './assignment/assignment.ts';
import { assignmentAt, endsAtTag } from './assignment/assignment-at.ts';
import { fitsOperator, isQueryParameter, isReadable } from './assignment/assignment-place.ts';
import { withSurroundings } from './assignment/surroundings-of-assignment.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { asPublic, inPlace, judgeFormat, lessened, withCaution } from './detect-format.ts';

/** A value whose form says little, assigned to a name that holds the provider's. */
export function detectNamed(
  layer: Layer,
  rule: ScanRule,
  matcher: FormatMatcher,
  wordStart: number,
  wordEnd: number,
  tools: DetectorTools,
): void {
  const assignment = assignmentAt(layer, wordStart, wordEnd, true);
  if (!assignment) return;
  tools.charge(assignment.valueEnd - assignment.valueStart);
  const { nameStart, nameEnd, valueStart, valueEnd } = assignment;
  if (rule.exact && (nameStart !== wordStart || nameEnd !== wordEnd)) return;
  if (straddlesWords(layer.bytes, wordStart, wordEnd)) return;
  if (!matcher.coversValue(layer.bytes, valueStart, valueEnd)) return;
  const value = textOf(layer.bytes, valueStart, valueEnd);
  if (isPlainAddress(value) || isNameInCode(value, assignment, layer)) return;
  tools.charge(256 + 4 * value.length);
  const formed = judgeFormat(rule, value, layer, tools);
  if (!formed) return;
  const judged = saysOtherThing(layer.bytes, assignment, wordStart, wordEnd, rule.id, tools.vocabulary)
    ? lessened(formed, 'medium', 'the name has the provider in it and says something else')
    : inPlace(rule, layer, valueStart, valueEnd, formed, tools);
  tools.report({
    rule,
    start: valueStart,
    end: valueEnd,
    value,
    ...asPublic(judged, textOf(layer.bytes, nameStart, nameEnd), value, tools),
    rank: rank.named,
    specificity: wordEnd - wordStart + 4,
  });
}

/** `[Service.Hasura]: validateHasuraConnection,`: in code a bare word is a name of the program. */
function isNameInCode(value: string, { quoted }: Assignment, { context }: Layer): boolean {
  if (quoted || context.syntax !== 'code') return false;
  return /^[A-Za-z_$][A-Za-z_$.]*[([,;)\]]*$|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/.test(value);
}

/** `droneCommandService`: besides the provider the name has words, and none of them is one for a credential. */
function saysOtherThing(
  bytes: Buffer,
  { nameStart, nameEnd }: Assignment,
  wordStart: number,
  wordEnd: number,
  rule: string,
  { secretWords, passwordWords }: Vocabulary,
): boolean {
  const isCredential = (word: string) =>
    secretWords.has(word) || passwordWords.has(word) || credentialWord.test(word);
  const around = [
    ...wordsOf(textOf(bytes, nameStart, wordStart)),
    ...wordsOf(textOf(bytes, wordEnd, nameEnd)),
  ];
  if (around.length === 0) return false;
  // `LINEAR_CLIENT_ID` is public, unless the rule is about ids.
  if (/^ids?$/.test(around.at(-1)!) && !/ids?$/.test(rule)) return true;
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
  const around = nameAround(layer.bytes, wordStart, wordEnd);
  const aroundIt = textOf(layer.bytes, around.nameStart, around.nameEnd);
  const kindAround = tools.kindOfName(aroundIt);
  // Most words are in names that say something else, and asking for the kind of a name costs less than reading what is assigned to it.
  if (kindAround === undefined && !endsAtTag(layer.bytes, around.nameEnd)) return;
  const assignment = assignmentAt(layer, wordStart, wordEnd, false);
  if (!assignment || !isReadable(assignment, layer)) return;
  const { nameStart, nameEnd } = assignment;
  const isAround = nameStart === around.nameStart && nameEnd === around.nameEnd;
  const name = isAround ? aroundIt : textOf(layer.bytes, nameStart, nameEnd);
  const kind = isAround ? kindAround : tools.kindOfName(name);
  if (kind === undefined || !fitsOperator(kind, assignment, layer)) return;
  if (isInChain(layer.bytes, assignment) || isVariable(layer.bytes, assignment)) return;
  const value = textOf(layer.bytes, assignment.valueStart, assignment.valueEnd);
  tools.charge(128 + 4 * value.length);
  // Most of what is called a key is a short word, and only a random value makes a secret of it.
  if ((kind === 'key' || kind === 'signature') && value.length < minRandomLength) return;
  if (isLanguage(value) || repeatsName(name, value, layer) || isDocumentText(value)) return;
  if (namesVariable(value, assignment, tools)) return;
  if (kind !== 'password' && isPublicAddress(value, tools.vocabulary)) return;
  if (isExpression(value, assignment, layer, tools.vocabulary) || isCommand(value, assignment, layer)) return;
  if (isForCodecov(layer.bytes, assignment, name, value)) return;
  if (kind === 'key' && isFingerprint(layer, assignment, value, 200)) return;
  if (namesSigner.test(name) && !/[a-f]/.test(value) && isFingerprint(layer, assignment, value, 2000)) return;
  if (name === 'passwd' && accountSource.test(value)) return;
  if (kind === 'scheme' && namesMechanism.test(value)) return;
  if (layer.context.caution === 'a list of checksums' && /^[0-9a-f]+$/i.test(value)) return;
  const { kind: valueKind, reason } = judgeValue(value, tools.vocabulary);
  const common = isCommon(name, value, tools.vocabulary);
  if (layer.context.caution === 'translations' && valueKind !== 'random') return;
  if (namesSymbol(name, value, valueKind, layer)) return;
  const graded = grade(kind, valueKind, assignment, layer, {
    numeric: /^[\d.,_-]{1,20}$/.test(value),
    common,
    // What is left of a password when it was hashed; only a weak one can be guessed from it.
    hashed:
      (/^[0-9a-f]{32,128}$/i.test(value) && /hash|digest|encrypted|sha\d|md5/i.test(name)) ||
      hashScheme.test(value),
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
      withSurroundings(
        layer,
        assignment,
        value,
        { ...graded, reasons: [`the name says ${kind}`, reason] },
        tools,
      ),
      valueKind === 'random' ? undefined : 'low',
    ),
    rank: rank.assignment,
  });
}

/** `EmailAuthCRAMMD5`, `auth-scram-sha-256`: how somebody proves who they are (the names of RFC 4422 and of HTTP), in letters and a number. */
const namesMechanism =
  /^(?=.{4,40}$)[A-Za-z_-]*(?:CRAM-?MD5|DIGEST-?MD5|SCRAM|X?OAUTH2?|NTLM|GSSAPI|KERBEROS|ANONYMOUS)[A-Za-z_-]*\d{0,3}$/i;

/** `passwd: files systemd` of `nsswitch.conf`: where accounts are looked up. */
const accountSource = /^(?:files|compat|nis|nisplus|ldap|sss|db|systemd|winbind)$/;

/** How directories write down which hash follows (RFC 2307): `{SSHA512}…`, `{PBKDF2-SHA256}…`. */
const hashScheme =
  /^\{(?:CRYPT|MD5|SMD5|NS-MTA-MD5|S?SHA(?:-?\d{3})?|PBKDF2(?:-SHA-?\d{1,3})?|ARGON2\w{0,2}|BCRYPT)\}\S/i;

/** `lic:golang:vault:auth:kubernetes`, `ALL:!PSK:!DSS`: one of several words of a name or a list, with a colon on both sides and no blank. */
function isInChain(bytes: Buffer, { nameStart, nameEnd, valueStart, quoted }: Assignment): boolean {
  const sign = bytes[nameStart - 1];
  const colon = sign === 0x21 || sign === 0x2b || sign === 0x2d ? bytes[nameStart - 2] : sign;
  return !quoted && colon === 0x3a && bytes[nameEnd] === 0x3a && valueStart === nameEnd + 1;
}

/** `-v "$PWD":/work`: what a variable of a shell holds, with text behind it. */
function isVariable(bytes: Buffer, { nameStart, nameEnd, valueStart }: Assignment): boolean {
  const isNamed = bytes[nameStart] === 0x24 || bytes[nameStart - 1] === 0x24;
  return isNamed && bytes[valueStart] === 0x2f && bytes.subarray(nameEnd, valueStart).includes(0x3a);
}

/** `url: "secret:…"`: what Codecov encrypted for itself. */
function isForCodecov(
  bytes: Buffer,
  { nameStart, nameEnd }: Assignment,
  name: string,
  value: string,
): boolean {
  const isQuoted = bytes[nameStart - 1] === 0x22 || bytes[nameStart - 1] === 0x27;
  return name === 'secret' && isQuoted && bytes[nameEnd] === 0x3a && /^[A-Za-z0-9+/=]{100,}$/.test(value);
}

/** `gpg --default-key X`, `GPG_KEY=X`: OpenPGP names a key by its fingerprint or the end of it, and both are public. */
function isFingerprint(
  { bytes }: Layer,
  { nameStart, nameEnd }: Assignment,
  value: string,
  reach: number,
): boolean {
  if (!/^(?:0x)?(?:[0-9a-f]{16}|[0-9a-f]{40})$/i.test(value)) return false;
  return /(?:^|[^A-Za-z])(?:gpg|pgp)(?:[^a-z]|$)/i.test(
    textOf(bytes, Math.max(0, nameStart - reach), nameEnd),
  );
}

/** `--sign-key=` and `signing_key_id`: the key that a script signs with, which it has imported further up. */
const namesSigner = /^-{0,2}sign(?:ing)?[-_]?key(?:[-_]?id)?$/i;

/** `{"user":"x","password":"y"}`: the names in it are read one by one. */
function isDocumentText(value: string): boolean {
  return /^[{[]\s{0,8}(?:\\?["']|\{)/.test(value);
}

/** Text for people: several words and little else, or letters that are written as escapes because they are not Latin. */
function isLanguage(value: string): boolean {
  if (isEscapedScript(value) || isEastAsian(value)) return true;
  if (!value.includes(' ')) return false;
  const shown = value.replace(/<[^<>]{0,300}>/g, '');
  // Bytes beyond ASCII are parts of letters.
  const letters = shown.replace(/[^A-Za-z ,.'?!:\u0080-\uffff-]/g, '').length;
  return letters > shown.length * 0.85 || value.length < 20;
}

/** `server-password: DEPLOY_PASSWORD`: the variable that holds it. */
function namesVariable(value: string, { quoted }: Assignment, tools: DetectorTools): boolean {
  return !quoted && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) && tools.kindOfName(value) !== undefined;
}

/** Letters of Chinese, Japanese or Korean, each of them three bytes, make up most of it: a text, which needs no blanks. */
function isEastAsian(value: string): boolean {
  const letters = value.match(/[\u00e3-\u00ed][\u0080-\u00bf]{2}/g)?.length ?? 0;
  return letters >= 2 && letters * 3 > value.length / 2;
}

/** `\u5bc6\u7801` in a file of translations. Escapes of ASCII hide something and are decoded elsewhere. */
function isEscapedScript(value: string): boolean {
  const letters = value.match(/\\u(?!00)[0-9a-fA-F]{4}/g)?.length ?? 0;
  return letters >= 3 && letters * 6 > value.length / 2;
}

/** An address without a user, and nothing in it looks like a token: `https://w3id.org/security#RsaSignature2017`. */
function isPublicAddress(value: string, vocabulary: Vocabulary): boolean {
  return (
    isPlainAddress(value) &&
    !value.split(/[/?&=#]/).some((piece) => judgeValue(piece, vocabulary).kind === 'random')
  );
}

/** A bare `name(…)`, `name[…]` or `name.field` is code, wherever it is. */
function isExpression(
  value: string,
  assignment: Assignment,
  { context }: Layer,
  vocabulary: Vocabulary,
): boolean {
  if (assignment.quoted) return false;
  // What a packer left of a program: `a?b.token=c:d.token=e(),f`.
  if (context.syntax === 'code' && /\w\(|\)[;,.?]|===|&&|\|\||[<>]=/.test(value)) return true;
  if (/^[A-Za-z_][\w.]{0,80}[([]|^(?:Read|Get|New|Import|ConvertTo)-[A-Z][A-Za-z]{2,40}$/.test(value))
    return true;
  if (!/^[a-z]\w{0,20}(?:\.[A-Za-z_]\w{0,40})+$/.test(value)) return false;
  // Some tokens have points as well, between pieces that nobody would call a field.
  return !value.split('.').some((piece) => judgeValue(piece, vocabulary).kind === 'random');
}

/** `token=`curl -s https://…``: a command between backticks, whose output is the value. */
function isCommand(value: string, { valueStart }: Assignment, { bytes }: Layer): boolean {
  return bytes[valueStart - 1] === 0x60 && /^[a-z][\w./-]{0,40} (?:[^\n]{0,400} )?--?[a-z]/i.test(value);
}

/** In code `token = 'identifier'` is a symbol of a language: what is called a token there is a secret only if it looks like one. */
function namesSymbol(name: string, value: string, kind: ValueKind, layer: Layer): boolean {
  if (layer.context.syntax !== 'code' || kind === 'random') return false;
  // `variable-2`, `keyword.operator.2`: one of several that are called alike.
  const isNumbered = /^[a-z]{3,20}(?:[-. ][A-Za-z]{2,20}){0,6}[-.]\d$/.test(value);
  if (!isNumbered && (kind !== 'weak' || !/^[A-Za-z_./ -]{1,24}$/.test(value))) return false;
  return /(?:tokens?|cookie|credentials?|pat)$/i.test(name);
}

/** The password that everybody tries first: `postgres` for Postgres, `root`, `password`. */
function isCommon(name: string, value: string, vocabulary: Vocabulary): boolean {
  const lower = value.toLowerCase();
  if (vocabulary.documentationPasswords.has(lower)) return true;
  // A word of a name stands in it as it is, and hardly any value does.
  return name.toLowerCase().includes(lower) && wordsOf(name).includes(lower);
}

/** `PASSWORD = "password"` in code names a field; in a configuration file it is a password. */
function repeatsName(name: string, value: string, layer: Layer): boolean {
  if (/[^\w. /:-]/.test(value)) return false;
  const isSetting = layer.context.syntax === 'config' || layer.context.syntax === 'shell';
  // A label of a form, or the name of an argument in the text of a usage.
  if (isSetting && !/^[A-Z][a-z]+(?: [A-Za-z][a-z]+)*$|^[A-Z_]+$/.test(value)) return false;
  const valueWords = wordsOf(value);
  if (valueWords.length === 0) return false;
  const nameWords = new Set(wordsOf(name));
  if (isSetting) return valueWords.every((word) => nameWords.has(word));
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
  { numeric, common, hashed }: { numeric: boolean; common: boolean; hashed: boolean },
): { severity: Severity; confidence: Confidence } | undefined {
  const asConfiguration = layer.context.syntax === 'config' || layer.context.syntax === 'shell';
  if (value === 'placeholder') return undefined;
  if (assignment.operator === 'note' && value !== 'random' && !(kind === 'password' && value === 'strong'))
    return undefined;
  if (value === 'random') {
    if (hashed) return { severity: 'medium', confidence: 'low' };
    if (kind === 'signature') return { severity: 'low', confidence: 'low' };
    if (kind === 'key') return { severity: 'medium', confidence: 'low' };
    return { severity: 'high', confidence: 'medium' };
  }
  if (kind === 'key' || kind === 'signature') return undefined;
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
