import { findingAt, findingOnLine, type SupplyChainCheck } from './source-place.ts';

const ignored =
  /(^|\/)(dist|build|out|vendor|third_party|node_modules|public|static|assets|coverage|min|__fixtures__|fixtures|testdata|test|tests)\/|[.-](min|bundle|prod|umd|iife|chunk)\.[cm]?js$/i;
const scannedExtensions = /\.(js|cjs|mjs|ts|jsx|py|php|rb)$/i;

/** Source that is written to be unreadable, or hidden where nobody scrolls. */
export const obfuscatedCode: SupplyChainCheck = (file, rules) => {
  if (!scannedExtensions.test(file.path)) return [];
  const { text } = file;
  const hidden = hiddenOffScreen(text);
  if (hidden) {
    const { line, column, code, isText } = hidden;
    const detail = isText ? `The text goes on at column ${column}.` : `The code starts at column ${column}.`;
    const finding = findingOnLine(file, rules, 'supply-chain.off-screen-code', line, detail, code);
    return [isText ? { ...finding, severity: 'low', confidence: 'low' } : finding];
  }
  if (ignored.test(file.path)) return [];
  const packed = /\beval\s*\(\s*function\s*\(\s*p\s*,\s*a\s*,\s*c\s*,\s*k\s*,\s*e\s*,/.exec(text);
  if (packed)
    return [
      findingAt(
        file,
        rules,
        'supply-chain.obfuscated-code',
        packed.index,
        'It is packed and unpacks itself with eval.',
        'packer',
      ),
    ];
  const names = countMatches(text, /\b_0x[0-9a-f]{4,6}\b/g, 40);
  if (names >= 40)
    return [
      findingAt(
        file,
        rules,
        'supply-chain.obfuscated-code',
        text.indexOf('_0x'),
        'Its names are those that an obfuscator makes.',
        'hex names',
      ),
    ];
  const decoded =
    /\b(eval|new\s+Function|Function|exec)\s*\(\s*(atob|Buffer\.from|base64\.b64decode|zlib\.decompress|bytes\.fromhex|codecs\.decode|base64_decode|gzinflate|unescape)\s*\(/.exec(
      text,
    );
  if (decoded)
    return [
      findingAt(
        file,
        rules,
        'supply-chain.obfuscated-code',
        decoded.index,
        'It decodes text and runs it.',
        decoded[0],
      ),
    ];
  return [];
};

/**
 * Two hundred blanks and then code: an editor without wrapping shows an empty line. The blanks are searched for as text: an expression that counts
 * to two hundred is compiled into as many steps, which takes longer than reading a small repository.
 */
function hiddenOffScreen(text: string): OffScreen | undefined {
  let inText: OffScreen | undefined;
  for (let at = nextBlanks(text, 0); at >= 0; ) {
    let start = at;
    while (isBlank(text.charCodeAt(start))) start++;
    const code = start - at < blanksToHide ? '' : restOfLine(text, start);
    if (/^\S.{10}/.test(code) && /[({=;]/.test(code)) {
      const lineStart = text.lastIndexOf('\n', start) + 1;
      const isText = isInText(text.slice(lineStart, at), code);
      if (!isText || !inText) {
        const found = { line: lineAt(text, lineStart), column: start - lineStart + 1, code, isText };
        if (!isText) return found;
        inText = found;
      }
    }
    at = nextBlanks(text, start);
  }
  return inText;
}

interface OffScreen {
  line: number;
  column: number;
  code: string;
  /** The blanks are part of a text. */
  isText: boolean;
}

function lineAt(text: string, lineStart: number): number {
  let line = 1;
  for (let i = 0; i < lineStart; i++) if (text.charCodeAt(i) === 10) line++;
  return line;
}

/** The blanks are part of a text in quotes, which ends behind them. Quotes in comments count for nothing. */
function isInText(before: string, behind: string): boolean {
  if (before.length > maxBefore) return false;
  let quote = '';
  for (let at = 0; at < before.length; at++) {
    const character = before[at]!;
    if (quote === '') {
      if (character === '#' || before.startsWith('//', at)) return false;
      if (before.startsWith('/*', at)) {
        const end = before.indexOf('*/', at + 2);
        if (end === -1) return false;
        at = end + 1;
      } else if (/["'`]/.test(character)) quote = character;
    } else if (character === '\\') at++;
    else if (character === quote) quote = '';
  }
  return quote !== '' && behind.includes(quote);
}

/** Nobody writes a text that begins further left; and a file of nothing but blanks must not be read once for each of them. */
const maxBefore = 4_000;
const blanksToHide = 200;
const someBlanks = /[ \t]{8}/g;

/** The next place with several blanks in a row, or -1. */
function nextBlanks(text: string, from: number): number {
  someBlanks.lastIndex = from;
  return someBlanks.exec(text)?.index ?? -1;
}

function restOfLine(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end === -1 ? undefined : end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function countMatches(text: string, pattern: RegExp, enough: number): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count >= enough) break;
  return count;
}
