import type { ScalarNode, ScalarValue } from '../document/node.ts';
import { isBlank, isBlankOrEnd, type YamlCursor } from './yaml-cursor.ts';

/** Reads a quoted scalar; the cursor is on the quote and ends after the closing one. */
export function readQuoted(cursor: YamlCursor): ScalarNode {
  const quote = cursor.text.charCodeAt(cursor.pos);
  const line = cursor.line;
  const { text } = cursor;
  let value = '';
  let from = ++cursor.pos;
  for (;;) {
    const code = text.charCodeAt(cursor.pos);
    if (Number.isNaN(code)) cursor.fail('A quoted string is not closed.');
    if (code === quote) {
      value += text.slice(from, cursor.pos);
      if (quote === 39 && text.charCodeAt(cursor.pos + 1) === 39) {
        value += "'";
        cursor.pos += 2;
        from = cursor.pos;
        continue;
      }
      cursor.pos++;
      return { kind: 'scalar', value, line, endLine: cursor.line };
    }
    if (code === 92 && quote === 34) {
      value += text.slice(from, cursor.pos);
      value += readEscape(cursor);
      from = cursor.pos;
    } else if (code === 10 || code === 13) {
      value += trimEnd(text.slice(from, cursor.pos));
      value += foldBreaks(cursor);
      from = cursor.pos;
    } else cursor.pos++;
  }
}

// A single line break in a flowing scalar is a space, n of them are n - 1 breaks.
function foldBreaks(cursor: YamlCursor): string {
  let breaks = 0;
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code === 10 || code === 13) {
      cursor.newline();
      breaks++;
    } else if (code === 32 || code === 9) cursor.pos++;
    else break;
  }
  return breaks <= 1 ? ' ' : '\n'.repeat(breaks - 1);
}

const simpleEscapes: Record<string, string> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const hexLengths: Record<string, number> = { x: 2, u: 4, U: 8 };

function readEscape(cursor: YamlCursor): string {
  const letter = cursor.text[cursor.pos + 1] ?? '';
  cursor.pos += 2;
  if (letter === '\n' || letter === '\r') {
    cursor.pos--;
    cursor.newline();
    cursor.skipSpaces();
    return '';
  }
  const simple = simpleEscapes[letter];
  if (simple !== undefined) return simple;
  const length = hexLengths[letter];
  const digits = length ? cursor.text.slice(cursor.pos, cursor.pos + length) : '';
  if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length < length!)
    cursor.fail('An escape in a string is not known.');
  cursor.pos += length!;
  const point = Number.parseInt(digits, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

/** Reads `|` and `>` scalars; the cursor is on the indicator and ends at the start of the line after the text. */
export function readBlockScalar(cursor: YamlCursor, parentIndent: number): ScalarNode {
  const { text } = cursor;
  const line = cursor.line;
  const folded = text.charCodeAt(cursor.pos) === 62;
  cursor.pos++;
  let chomp = '';
  let indent: number | undefined;
  for (;;) {
    const character = text[cursor.pos];
    if (character === '+' || character === '-') chomp = character;
    else if (/^[1-9]$/.test(character ?? '')) indent = Math.max(parentIndent, 0) + Number(character);
    else break;
    cursor.pos++;
  }
  cursor.skipLine();
  if (!cursor.atEnd) cursor.newline();

  const rows: string[] = [];
  let lastLine = line;
  while (!cursor.atEnd) {
    let column = 0;
    while (text.charCodeAt(cursor.pos + column) === 32) column++;
    const code = text.charCodeAt(cursor.pos + column);
    const empty = code === 10 || code === 13 || Number.isNaN(code);
    if (!empty) {
      if (indent === undefined && column <= parentIndent) break;
      indent ??= column;
      if (column < indent || cursor.atDocumentMark()) break;
      lastLine = cursor.line;
    }
    const next = text.indexOf('\n', cursor.pos);
    const end = next === -1 ? text.length : next;
    const stop = text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    rows.push(
      indent === undefined || (empty && column <= indent) ? '' : text.slice(cursor.pos + indent, stop),
    );
    cursor.pos = end;
    if (!cursor.atEnd) cursor.newline();
  }
  return { kind: 'scalar', value: chompText(rows, folded, chomp), line, endLine: lastLine };
}

function chompText(rows: string[], folded: boolean, chomp: string): string {
  let last = rows.length;
  while (rows[last - 1] === '') last--;
  const trailing = rows.length - last;
  const body = folded ? foldRows(rows.slice(0, last)) : rows.slice(0, last).join('\n');
  if (chomp === '-' || last === 0) return chomp === '+' ? body + '\n'.repeat(trailing) : body;
  return chomp === '+' ? `${body}\n${'\n'.repeat(trailing)}` : `${body}\n`;
}

function foldRows(rows: string[]): string {
  const first = Math.max(
    0,
    rows.findIndex((row) => row !== ''),
  );
  // Empty lines in front of the text are kept, each as a break.
  let result = '\n'.repeat(first) + (rows[first] ?? '');
  let blank = 0;
  let previousIndented = /^[ \t]/.test(rows[first]!);
  for (let i = first + 1; i < rows.length; i++) {
    const row = rows[i]!;
    if (row === '') {
      blank++;
      continue;
    }
    const indented = row.charCodeAt(0) === 32 || row.charCodeAt(0) === 9;
    if (indented || previousIndented) result += '\n'.repeat(blank + 1);
    else result += blank > 0 ? '\n'.repeat(blank) : ' ';
    result += row;
    previousIndented = indented;
    blank = 0;
  }
  return result;
}

/** Reads the part of a plain scalar that is on this line; in a flow collection its indicators end it too. */
export function readPlainLine(cursor: YamlCursor, inFlow: boolean): string {
  const { text } = cursor;
  const from = cursor.pos;
  let end = from;
  for (let pos = from; ; pos++) {
    const code = text.charCodeAt(pos);
    if (code === 10 || code === 13 || Number.isNaN(code)) {
      cursor.pos = pos;
      break;
    }
    if (code === 58) {
      const next = text.charCodeAt(pos + 1);
      if (
        isBlankOrEnd(next) ||
        (inFlow && (next === 44 || next === 93 || next === 125 || next === 91 || next === 123))
      ) {
        cursor.pos = pos;
        break;
      }
    } else if (code === 35) {
      if (isBlank(text.charCodeAt(pos - 1))) {
        cursor.pos = pos;
        break;
      }
    } else if (inFlow && (code === 44 || code === 93 || code === 125 || code === 91 || code === 123)) {
      cursor.pos = pos;
      break;
    }
    if (code !== 32 && code !== 9) end = pos + 1;
  }
  return text.slice(from, end);
}

/** A plain scalar as this parse wants it; nothing at all is null either way. */
export function plainScalar(cursor: YamlCursor, plain: string): ScalarValue {
  if (cursor.plain === 'written') return plain === '' ? null : plain;
  return resolvePlain(plain);
}

/** A digit, a sign or a dot may start a number. */
const numberStarts: ReadonlySet<number> = new Set(Buffer.from('0123456789-+.'));

/** The meaning of a plain scalar in the core schema. */
function resolvePlain(plain: string): ScalarValue {
  if (numberStarts.has(plain.charCodeAt(0))) {
    if (/^[-+]?(?:\d+|0x[0-9a-fA-F]+|0o[0-7]+|(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?)$/.test(plain)) {
      const number = Number(plain.replace(/^\+/, ''));
      // A number that would not be written back the same (an account id, an octal mode) is better kept as its text.
      return Number.isFinite(number) &&
        !/^[-+]?0\d/.test(plain) &&
        Math.abs(number) <= Number.MAX_SAFE_INTEGER
        ? number
        : plain;
    }
    return plain;
  }
  switch (plain) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
      return plain;
  }
}

function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/, '');
}
