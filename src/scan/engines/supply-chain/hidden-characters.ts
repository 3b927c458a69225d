import {
  bidiControls,
  hiddenFromAgentReader,
  hiddenPayload,
  invisibleInWord,
  zeroWidth,
} from '../../../content/hidden/characters.ts';
import { lookalikes } from '../../../content/hidden/lookalikes.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { pathKind } from '../../model/path-kind.ts';
import type { SourceFile } from '../engine.ts';
import { isAgentRulePath, isCodePath, isConfigurationPath, isTranslationPath } from './path-kinds.ts';
import type { SupplyChainRules } from './supply-chain-rules.ts';

/** More places than this in one file tell nothing new. */
const maxFindingsPerRule = 20;

/** Nobody writes or reviews longer lines: the file was put together by a program. */
const maxWrittenLine = 2000;

const mixedWord = /[\p{L}\p{N}_$]+/gu;

/** Characters that a reviewer cannot see or tell apart, in text that a machine obeys. */
export function hiddenCharacters(file: SourceFile, rules: SupplyChainRules): EngineFinding[] {
  if (!hasSuspiciousBytes(file.bytes)) return [];
  // Qt keeps its translations in files called `.ts`, too.
  const code = isCodePath(file.path) && !/^\ufeff?\s*<(?:\?xml|!DOCTYPE)\b/.test(file.text.slice(0, 64));
  const agent = isAgentRulePath(file.path);
  const obeyed = code || isConfigurationPath(file.path);
  const translation = isTranslationPath(file.path);
  // Tables of characters in packed libraries, and tests of tools like this one.
  if (/[.-]min\.[cm]?js$/.test(file.path)) return [];
  const isTest = pathKind(file.path) === 'test';
  const counts = new Map<string, number>();
  const findings: EngineFinding[] = [];

  const report = (
    ruleId: string,
    lineText: string,
    line: number,
    match: { index: number; text: string },
    detail: string,
    isHarmless = false,
  ) => {
    const count = (counts.get(ruleId) ?? 0) + 1;
    counts.set(ruleId, count);
    if (count > maxFindingsPerRule) return;
    const text = rules.finding(ruleId, detail);
    findings.push({
      ...text,
      severity: isHarmless ? 'low' : isTest && text.severity === 'high' ? 'medium' : text.severity,
      file: file.path,
      startLine: line,
      endLine: line,
      startColumn: match.index + 1,
      endColumn: match.index + 1 + match.text.length,
      identity: { scope: '', tokens: escapeInvisible(lineText.trim().slice(0, 200)) },
    });
  };

  let line = 0;
  for (const lineText of lines(file.text)) {
    line++;
    if (isAscii(lineText)) continue;
    const payload = hiddenPayload.exec(lineText);
    if (payload && !onlyPresentationSelectors(payload[0])) {
      report(
        'supply-chain.hidden-payload',
        lineText,
        line,
        at(payload),
        `${[...payload[0]].length} hidden characters in a row.`,
      );
      continue;
    }
    const bidi = bidiControls.exec(lineText);
    if (bidi && obeyed && !(translation && !code) && !isBalancedIsolate(lineText, translation)) {
      report(
        'supply-chain.bidi-control',
        lineText,
        line,
        at(bidi),
        `The character is ${codePoint(bidi[0])}.`,
        (!code && isClosedEmbedding(lineText)) ||
          lineText.length > maxWrittenLine ||
          isListed(lineText) ||
          (translation && isTextFromRightToLeft(lineText)),
      );
      continue;
    }
    if (agent) {
      const hidden = hiddenFromAgentReader.exec(stripFlags(lineText));
      if (hidden) {
        report(
          'supply-chain.agent-hidden-text',
          lineText,
          line,
          at(hidden),
          `The character is ${codePoint(hidden[0])}.`,
          holdsNoText(lineText),
        );
        continue;
      }
    }
    if (!code) continue;
    if (zeroWidth.test(lineText) && !translation) {
      const invisible = invisibleInWord.exec(lineText);
      if (invisible && !(line === 1 && invisible.index === 0)) {
        report(
          'supply-chain.invisible-character',
          lineText,
          line,
          at(invisible),
          `The line holds ${codePoint(lastInvisible(invisible[0]))}.`,
        );
        continue;
      }
    }
    const word = translation ? undefined : disguisedWord(lineText);
    if (word)
      report(
        'supply-chain.homoglyph-identifier',
        lineText,
        line,
        word,
        `It reads as "${word.plain}", but is not that word.`,
      );
  }
  return findings;
}

// All the characters in question start with one of these bytes in UTF-8, which plain English source has nowhere.
function hasSuspiciousBytes(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff || bytes[0] === 0xfe) return true;
  for (const lead of [0xe2, 0xf3, 0xef, 0xd0, 0xd1, 0xce, 0xcf, 0xc2, 0xc9, 0xd3, 0xd4, 0xe1, 0xe3]) {
    if (buffer.includes(lead)) return true;
  }
  return false;
}

function* lines(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    yield text.slice(start, end);
    start = end + 1;
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

// In a translated string an isolate that is closed on the same line is the correct way to embed a name.
function isBalancedIsolate(line: string, translation: boolean): boolean {
  if (!translation) return false;
  let open = 0;
  for (const character of line) {
    if (character >= '\u202a' && character <= '\u202e') return false;
    if (character >= '\u2066' && character <= '\u2068') open++;
    if (character === '\u2069') open--;
  }
  return open === 0;
}

/**
 * A text of a translation whose direction is set for its letters, which are read from right to left, and behind which nothing is left on the line that could be shown in
 * front of it. Letters are never turned around where their own order is left as it is.
 */
function isTextFromRightToLeft(line: string): boolean {
  const first = line.search(bidiControls);
  const quote = /["'`](?=[^"'`]*$)/.exec(line.slice(0, first))?.[0];
  const end = quote === undefined ? -1 : line.indexOf(quote, first);
  if (end < 0 || /[\u202d\u202e]/.test(line)) return false;
  return (
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(line.slice(first, end)) &&
    /^[\s+,;)\]}]*$/.test(line.slice(end + 1))
  );
}

/** A class of an expression or a list of texts, as in code that removes such characters: each is alone there, and shows nothing in another order. */
function isListed(line: string): boolean {
  let last = 0;
  for (const { 0: found, index } of line.matchAll(new RegExp(bidiControls, 'gu'))) {
    const before = line.slice(Math.max(0, index - 6), index);
    const after = line.slice(index + found.length, index + found.length + 1);
    if (!/(?:[[\]\-'"`|\p{Cf}]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2})$/u.test(before)) return false;
    if (!/^[[\]\-'"`|\\\p{Cf}]/u.test(after)) return false;
    last = index;
  }
  // A comment behind it could be shown as code, and code as a comment.
  return !/\/\/|\/\*|#/.test(line.slice(last));
}

/** In data, such as a name that was copied from a page: left to right as the text around it, and closed on its line. All others can show a line in another order. */
function isClosedEmbedding(line: string): boolean {
  let open = 0;
  for (const character of line) {
    if (character === '\u202a' || character === '\u2066') open++;
    else if (character === '\u202c' || character === '\u2069') open--;
    else if (bidiControls.test(character)) return false;
    if (open < 0) return false;
  }
  return open === 0;
}

function onlyPresentationSelectors(run: string): boolean {
  return /^[\ufe0e\ufe0f]+$/.test(run);
}

/** One or two characters without a width, left over from where the text was copied: nothing can be written with so few. */
function holdsNoText(line: string): boolean {
  const hidden =
    line.match(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b-\u200d\u2060-\u2064]/gu) ?? [];
  return hidden.length <= 2 && hidden.every((character) => /[\u200b\u2060]/.test(character));
}

function stripFlags(line: string): string {
  return line.replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7}/gu, (flag) => ' '.repeat(flag.length));
}

function disguisedWord(line: string): { index: number; text: string; plain: string } | undefined {
  // Most lines beyond ASCII hold a dash or an accent, and V8 takes milliseconds for a pattern of all letters.
  if (!Array.from(line).some((character) => lookalikes.has(character))) return undefined;
  for (const match of line.matchAll(mixedWord)) {
    const word = match[0];
    let latin = 0;
    let disguised = 0;
    let other = 0;
    let plain = '';
    for (const character of word) {
      const twin = lookalikes.get(character);
      if (twin) disguised++;
      else if (/[A-Za-z]/.test(character)) latin++;
      else if (!/[\d_$]/.test(character)) other++;
      plain += twin ?? character;
    }
    // A word of one script is that language's word; a letter like "é" or "я" next to them means that no disguise was wanted.
    if (latin >= 2 && disguised >= 1 && other === 0) return { index: match.index, text: word, plain };
  }
  return undefined;
}

function at(match: RegExpExecArray): { index: number; text: string } {
  return { index: match.index, text: match[0] };
}

function lastInvisible(text: string): string {
  for (const character of text) if (!/[\w$]/.test(character)) return character;
  return text;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

function escapeInvisible(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `<${codePoint(character)}>`);
}
