import type { Severity } from '../../../model/finding.ts';
import { wordsOf } from './assignment-name.ts';

/** Why a value is trusted less than its name and form say. */
export interface Doubt {
  /** At most as severe as this. */
  limit: Severity;
  reason: string;
}

/** A comment shows how it is done more often than it is done there, and some keys are for everybody. */
export function doubtOfLine(before: string, value: string, after: string): Doubt | undefined {
  if (/^[0-9a-f]{32}$/.test(value) && /\bindexName\b|docsearch/i.test(before + value + after))
    return { limit: 'low', reason: 'a search key such as every page of a documentation shows' };
  if (isBadge(before.slice(before.lastIndexOf('http'))))
    return {
      limit: 'low',
      reason: 'it is part of the address of a badge, which every reader of the page fetches',
    };
  if (uuid.test(value) && isOneOfMany(before, after))
    return { limit: 'low', reason: 'it is one of a list of identifiers' };
  const wording = doubtOfWording(before);
  if (wording) return wording;
  // `//registry.example.org/:_authToken=` is none.
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*(?:#|\/\/(?!\w[\w.-]*[/:])|;|\*|--\s|rem\s)/i.test(line)
    ? { limit: 'medium', reason: 'it stands in a comment' }
    : undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const lineWithUuid = /["'][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}["']/i;

/** The line before and the one behind hold a UUID as well: names of products, types or devices. */
function isOneOfMany(before: string, after: string): boolean {
  return lineWithUuid.test(before.split('\n').at(-2) ?? '') && lineWithUuid.test(after.split('\n')[1] ?? '');
}

/** `https://…/badge.svg?token=`, up to the value. */
function isBadge(url: string): boolean {
  return /^https?:\/\/[^\s"'`()<>]+$/.test(url) && url.includes('?') && /badge|\.svg/i.test(url);
}

/** `…, e.g. X`, `For example, X`, and `For example:` at the end of the paragraph above: whoever writes so shows the form of a value. */
export function doubtOfWording(before: string): Doubt | undefined {
  const lines = before.split('\n');
  const line = lines.pop()!;
  const above = lines.findLast((each) => /[^\s*#/;-]/.test(each)) ?? '';
  return shows.test(line) || announces.test(above)
    ? { limit: 'medium', reason: 'the words before it say that it is an example' }
    : undefined;
}

const shows = /(?:\be\.g\.|\bfor example|\bfor instance|\bsuch as|\bexample:|\blooks? like)[^\n]{0,60}$/i;
const announces =
  /\b(?:e\.g\.|for example|for instance|example|looks? like(?: this)?|like this|like so)\s{0,2}:{1,2}\s{0,8}$/i;

/** A comment before the value says that it is there to be seen by everybody, and that whoever runs the program for others has to take another one. */
export function doubtOfWarning(before: string): Doubt | undefined {
  const comments = before
    .slice(-1500)
    .split('\n')
    .flatMap((line) => /^\s*(?:#|\/\/|\*|\/\*|;|--\s|<!--)(.*)$/.exec(line)?.slice(1) ?? [])
    .join(' ');
  return warning.test(comments)
    ? { limit: 'medium', reason: 'a comment says that it is there for everybody and not to be used' }
    : undefined;
}

/** The same of a value in a configuration, right above it or above the lines that belong to it. */
export function doubtOfNote(before: string): Doubt | undefined {
  const lines = before.slice(-600).split('\n').slice(0, -1);
  const end = lines.findLastIndex((line) => /^\s*(?:#|\/\/|;)/.test(line));
  if (end < 0 || lines.length - end > 3 || lines.slice(end).some((line) => line.trim() === ''))
    return undefined;
  const start = lines.slice(0, end).findLastIndex((line) => !/^\s*(?:#|\/\/|;)/.test(line));
  return doubtOfWarning(lines.slice(start + 1, end + 1).join('\n'));
}

const warning =
  /\bin (?:practice|production|a real\b)[^.]{0,80}\b(?:should|must|do not|don't|never|replace|change)\b|\b(?:not|never|don't)\b[^.]{0,40}\b(?:in|for) production\b|\b(?:chang(?:e|ed)|replac(?:e|ed)|overrid(?:e|den)|regenerated?)\b[^.]{0,30}\b(?:in|for|before) (?:a |your )?production\b|\b(?:for|a) (?:demo|demonstration|testing|illustration|illustrative|example)\b[^.]{0,12}\b(?:purposes?|only)\b/i;

/** A page within a program or a description: behind the lines that fence a piece of code in, or in a comment that is shown to readers. */
export function doubtOfPage(before: string): Doubt | undefined {
  // In a text of JSON the lines are written as `\n`.
  const fences = before.match(/(?:^[ \t*/#]*|\\n)```/gm)?.length ?? 0;
  if (fences % 2 === 1) return { limit: 'medium', reason: 'it is a piece of code of a page' };
  if (isInBlock(before)) return { limit: 'medium', reason: 'it is a piece of code of a page' };
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*(?:\*|\/\/[/!])/.test(line)
    ? { limit: 'medium', reason: 'it stands in a comment for readers' }
    : undefined;
}

/** Behind `.. code-block::` or `.. sourcecode::` of reStructuredText, as far as the lines are indented. */
function isInBlock(before: string): boolean {
  const at = Math.max(before.lastIndexOf('.. code'), before.lastIndexOf('.. sourcecode'));
  if (at < 0) return false;
  const [mark = '', ...lines] = before.slice(at).split('\n');
  return (
    /^\.\. (?:code(?:-block)?|sourcecode)::/.test(mark) &&
    lines.every((line) => line === '' || /^\s/.test(line))
  );
}

/** `sk_test_…`: who issues such keys says in the value that nothing real happens with them. */
export function doubtOfMode(value: string): Doubt | undefined {
  return /^[a-z]{1,8}[_-](?:test|sandbox)[_-]/i.test(value)
    ? { limit: 'medium', reason: 'the value says that it is for tests' }
    : undefined;
}

/** What the name of a value says of it: `test_otp_secret`, and a licence, which opens nothing that belongs to its owner. */
export function doubtOfWords(name: string): Doubt | undefined {
  const words = wordsOf(name);
  if (words.some((word) => madeUp.has(word)))
    return { limit: 'medium', reason: 'its name says that it was made up for tests' };
  const isLicence = words.some((word) => word === 'license' || word === 'licence');
  return isLicence && !words.some((word) => word.endsWith('relic'))
    ? { limit: 'medium', reason: 'it is a licence, which opens nothing by itself' }
    : undefined;
}

/** `AUTH_SALT`, where nothing around it is `AUTH_KEY`: both are written down there as one secret in two parts. */
export function doubtOfSalt(name: string, around: string): Doubt | undefined {
  const [, owner] = /^(.*?)[_-]?salt[_-]?\d*$/i.exec(name) ?? [];
  if (owner === undefined || wordsOf(name).findLast((word) => !/^\d+$/.test(word)) !== 'salt')
    return undefined;
  const isOwner = (before: string) => owner !== '' && before.toLowerCase().endsWith(owner.toLowerCase());
  for (const key of around.matchAll(literalKey))
    if (isOwner(around.slice(Math.max(0, key.index - owner.length), key.index))) return undefined;
  return { limit: 'medium', reason: 'it is a salt, which opens nothing without the key that it goes with' };
}

/** The last word of a name, and a text that is given to it: `_KEY', '…`, `Key: "…`, `_SECRET=…`. */
const literalKey =
  /[_-]?(?:key|secret)(?:["']\s{0,20}(?:,|=>?|:)\s{0,20}["'][^"'\n]{16}|\s{0,20}[:=]\s{0,20}["']?[^\s"'${}()<>]{16})/gi;

/** What the name of a key in a program says of it: `const TEST_FAKE_RSA_KEY = "-----BEGIN …`. */
export function doubtOfName(before: string): Doubt | undefined {
  const name =
    /([A-Za-z_]\w{2,80})\s*(?::[^=\n{(]{0,40})?(?:=\s*\[\]byte\(|[={(])\s*(?:R"\w{0,16}\(|[\w&@]{0,4}["'`]{1,3})\s*$/.exec(
      before,
    )?.[1];
  if (name === undefined) return undefined;
  const words = wordsOf(name);
  if (words.some((word) => madeUp.has(word)))
    return { limit: 'medium', reason: 'its name says that it was made up for tests' };
  return words.includes('localhost')
    ? { limit: 'medium', reason: 'it is a key of the own machine, which nobody else is to trust' }
    : undefined;
}

const madeUp = new Set([
  'test',
  'tests',
  'testing',
  'fake',
  'dummy',
  'mock',
  'sample',
  'example',
  'insecure',
]);

/** The keys around a value, from the inside out: descriptions of APIs hold examples, and some settings hold a part for each environment. */
export function doubtOfKeys(keys: readonly string[]): Doubt | undefined {
  if (keys.some((key) => /^examples?$/i.test(key)))
    return { limit: 'low', reason: 'it is a part of an example' };
  const outermost = keys.at(-1)?.toLowerCase();
  if (outermost === 'test') return { limit: 'low', reason: 'it is set for tests' };
  if (outermost === 'development') return { limit: 'medium', reason: 'it is set for development' };
  return undefined;
}
