import { nameEndFrom, readValue, type Value } from './assigned-value.ts';
import { isBlank, isCloser, isNameByte, isQuote, matches, skipBlanks } from './assignment-characters.ts';
import { elementText } from './element-text.ts';

/**
 * Reads an assignment around a word, in the syntaxes of code, environment files, INI, YAML, JSON, XML, properties, URLs and command
 * lines. One pass by hand over a bounded stretch of bytes: no expression, nothing to backtrack.
 */
export interface Assignment {
  nameStart: number;
  nameEnd: number;
  valueStart: number;
  valueEnd: number;
  quoted: boolean;
  /**
   * `space`: nothing but blanks between name and value, as in netrc or `--password x`. `note`: a dash, a bar or a comma, as in notes, tables and lists of
   * options; only a value that is unmistakable is believed there.
   */
  operator: 'assign' | 'compare' | 'argument' | 'call' | 'element' | 'attribute' | 'space' | 'flag' | 'note';
  /** More words follow an unquoted value on its line: prose rather than a value. */
  continues: boolean;
}

const maxName = 80;
const maxGap = 48;

export function readAssignment(
  bytes: Uint8Array,
  wordStart: number,
  wordEnd: number,
  spacedName: boolean,
): Assignment | undefined {
  const nameEnd = nameEndFrom(bytes, wordEnd, spacedName);
  const nameStart = nameStartFrom(bytes, wordStart);
  let at = nameEnd;
  let closed = 0;
  while (closed < 4 && isCloser(bytes[at])) {
    at++;
    closed++;
  }
  const value = valueBehind(bytes, at, nameStart, closed > 0);
  if (value && closed === 0 && closesText(bytes, nameStart, value)) return undefined;
  return value && value.valueEnd > value.valueStart ? { nameStart, nameEnd, ...value } : undefined;
}

/** `'password = '.x` and `"Password:", next`: the quote behind the equals sign ends the text that the name is in. */
function closesText(bytes: Uint8Array, nameStart: number, { valueStart, quoted, operator }: Value): boolean {
  if (!quoted || operator === 'element') return false;
  const quote = bytes[valueStart - 1];
  if (quote === bytes[nameStart - 1]) return true;
  return bytes[valueStart - 2] === 0x3a && labelEnds.includes(bytes[valueStart]!);
}

/** What follows the end of a text and begins no value: , ; ) ] } + and blanks. */
const labelEnds = [0x2c, 0x3b, 0x29, 0x5d, 0x7d, 0x2b, 0x20, 0x0a];

function valueBehind(bytes: Uint8Array, from: number, nameStart: number, closed: boolean): Value | undefined {
  if (bytes[from] === 0x3e) return elementText(bytes, from, nameStart, closed);
  const at = skipBlanks(bytes, from, maxGap);
  switch (bytes[at]) {
    case 0x3d: // =
      return behindEquals(bytes, at);
    case 0x21: // !=
      return bytes[at + 1] === 0x3d
        ? readValue(bytes, bytes[at + 2] === 0x3d ? at + 3 : at + 2, 'compare')
        : undefined;
    case 0x3a: // :
      if (bytes[at + 1] === 0x3d) return readValue(bytes, at + 2, 'assign');
      if (bytes[at + 1] === 0x3a) return behindColons(bytes, at);
      // `${NAME:+text}` and `${NAME:?text}` in a shell: what stands in place of the value, or why there is none.
      if (bytes[nameStart - 1] === 0x7b && (bytes[at + 1] === 0x2b || bytes[at + 1] === 0x3f))
        return undefined;
      // `${NAME:-text}`: the dash belongs to the operator.
      if (bytes[nameStart - 1] === 0x7b && bytes[nameStart - 2] === 0x24 && bytes[at + 1] === 0x2d)
        return readValue(bytes, at + 2, 'assign');
      return behindColon(bytes, at + 1);
    case 0x2c: // , as in define('NAME', 'value') and setopt(handle, OPTION_NAME, 'value')
      if (closed)
        return opensCall(bytes, nameStart)
          ? unwrapped(bytes, readValue(bytes, at + 1, 'argument'))
          : undefined;
      return isConstant(bytes, nameStart, from) ? quotedNote(bytes, at + 1) : undefined;
    case 0x2d: // - in notes
      return at > from && isBlank(bytes[at + 1]) ? quotedNote(bytes, at + 1) : undefined;
    case 0x7c: // | in tables; ||= below
      if (bytes[at + 1] === 0x7c)
        return bytes[at + 2] === 0x3d ? readValue(bytes, at + 3, 'assign') : undefined;
      return readCell(bytes, at + 1);
    case 0x5b: // [ as in char password[] = "value"
      return closed ? undefined : behindArray(bytes, at);
    case 0x2e: // .= in PHP
      return bytes[at + 1] === 0x3d ? readValue(bytes, at + 2, 'assign') : undefined;
    case 0x28: // ( as in setPassword("value")
      return !closed && isQuote(bytes[at + 1]) ? readValue(bytes, at + 1, 'call') : undefined;
    case 0x3f: // ?= in make, ??= elsewhere
      if (bytes[at + 1] === 0x3f && bytes[at + 2] === 0x3d) return readValue(bytes, at + 3, 'assign');
      return bytes[at + 1] === 0x3d ? readValue(bytes, at + 2, 'assign') : undefined;
    case 0x2b: // +=
      return bytes[at + 1] === 0x3d ? readValue(bytes, at + 2, 'assign') : undefined;
    default:
      return at > from ? behindBlanks(bytes, from, at, nameStart, closed) : undefined;
  }
}

/** The name is the first argument of a call, not one of many names in a list; or what a build writes into a class, behind its type. */
function opensCall(bytes: Uint8Array, nameStart: number): boolean {
  if (!isQuote(bytes[nameStart - 1])) return false;
  let at = nameStart - 2;
  while (at > nameStart - 10 && isBlank(bytes[at])) at--;
  if (bytes[at] === 0x28) return isNameByte(bytes[at - 1]);
  if (bytes[at] !== 0x2c) return false;
  const before = Buffer.from(bytes.subarray(Math.max(0, at - 40), at)).toString('latin1');
  return /(?:buildConfigField|resValue)[ (]{1,3}["'](?:String|string)["'][ ]{0,3}$/.test(before);
}

/** A literal of another language inside one of this: `'"x"'`. */
function unwrapped(bytes: Uint8Array, value: Value | undefined): Value | undefined {
  if (!value?.quoted || !isQuote(bytes[value.valueStart]) || value.valueEnd - value.valueStart < 3)
    return value;
  return { ...value, valueStart: value.valueStart + 1, valueEnd: value.valueEnd - 1 };
}

function behindEquals(bytes: Uint8Array, at: number): Value | undefined {
  let next = at + 1;
  // `=~ ` asks whether the value fits a pattern.
  if (bytes[next] === 0x7e && isBlank(bytes[next + 1])) return undefined;
  if (bytes[next] === 0x3e || bytes[next] === 0x7e) return readValue(bytes, next + 1, 'assign');
  if (bytes[next] !== 0x3d) return readValue(bytes, next, 'assign');
  next++;
  if (bytes[next] === 0x3d) next++;
  return readValue(bytes, next, 'compare');
}

/** Behind a colon stands a value, or a type and then `= value`. */
function behindColon(bytes: Uint8Array, from: number): Value | undefined {
  const at = skipBlanks(bytes, from, maxGap);
  if (isQuote(bytes[at])) return readValue(bytes, from, 'assign');
  for (let i = at; i < at + maxGap; i++) {
    const byte = bytes[i];
    if (byte === 0x3d && i > at && isBlank(bytes[i - 1]) && isBlank(bytes[i + 1]))
      return readValue(bytes, i + 1, 'assign');
    if (
      byte === undefined ||
      !(isNameByte(byte) || isBlank(byte) || byte === 0x3c || byte === 0x3e || byte === 0x26 || byte === 0x3f)
    )
      break;
  }
  return readValue(bytes, from, 'assign');
}

function behindBlanks(
  bytes: Uint8Array,
  from: number,
  at: number,
  nameStart: number,
  closed: boolean,
): Value | undefined {
  if (closed) return attributeValue(bytes, at);
  const isFlag = bytes[nameStart] === 0x2d;
  if (isFlag) return readValue(bytes, from, 'flag');
  if (bytes[nameStart - 1] === 0x3c) return elementText(bytes, at, nameStart, false);
  // `The password is "x"`.
  if (matches(bytes, at, 'is ')) return quotedNote(bytes, at + 3);
  return behindType(bytes, at) ?? readValue(bytes, from, 'space');
}

/** `var password string = "x"`, `Dim password As String = "x"`: a type is between the name and the equals sign. */
function behindType(bytes: Uint8Array, from: number): Value | undefined {
  let at = from;
  for (let words = 0; words < 2; words++) {
    const start = at;
    while (at < from + 24 && (isNameByte(bytes[at]) || bytes[at] === 0x2a)) at++;
    if (at === start || !isBlank(bytes[at])) return undefined;
    at = skipBlanks(bytes, at, maxGap);
    if (bytes[at] === 0x3d) return quotedBehindEquals(bytes, at);
  }
  return undefined;
}

/** `char password[16] = "x"`. */
function behindArray(bytes: Uint8Array, from: number): Value | undefined {
  let at = from + 1;
  while (at < from + 24 && isNameByte(bytes[at])) at++;
  return bytes[at] === 0x5d ? quotedBehindEquals(bytes, at + 1) : undefined;
}

function quotedBehindEquals(bytes: Uint8Array, from: number): Value | undefined {
  const at = skipBlanks(bytes, from, maxGap);
  if (bytes[at] !== 0x3d || bytes[at + 1] === 0x3d || bytes[at + 1] === 0x3e) return undefined;
  const value = readValue(bytes, at + 1, 'assign');
  return value?.quoted ? value : undefined;
}

/** `::=` and `:::=` in make; anything else behind two colons is a path of names. */
function behindColons(bytes: Uint8Array, from: number): Value | undefined {
  const at = bytes[from + 2] === 0x3a ? from + 3 : from + 2;
  return bytes[at] === 0x3d ? readValue(bytes, at + 1, 'assign') : undefined;
}

function quotedNote(bytes: Uint8Array, from: number): Value | undefined {
  const value = readValue(bytes, from, 'note');
  return value?.quoted ? value : undefined;
}

/** The next cell of a row: `| API_KEY | x |`. */
function readCell(bytes: Uint8Array, from: number): Value | undefined {
  const value = readValue(bytes, from, 'note');
  if (!value || value.quoted) return value;
  const bar = bytes.subarray(value.valueStart, value.valueEnd).indexOf(0x7c);
  return bar === -1 ? value : { ...value, valueEnd: value.valueStart + bar };
}

function isConstant(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! >= 0x61 && bytes[at]! <= 0x7a) return false;
  return to - from >= 8;
}

/** `<add key="password" value="x"/>` and its kind. */
function attributeValue(bytes: Uint8Array, at: number): Value | undefined {
  if (!matches(bytes, at, 'value') && !matches(bytes, at, 'content')) return undefined;
  const end = nameEndFrom(bytes, at, false);
  return bytes[end] === 0x3d && isQuote(bytes[end + 1]) ? readValue(bytes, end + 1, 'attribute') : undefined;
}

function nameStartFrom(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at > 0 && at > from - maxName && isNameByte(bytes[at - 1])) at--;
  return at;
}

/** The whole name that a word is part of. */
export function nameAround(
  bytes: Uint8Array,
  wordStart: number,
  wordEnd: number,
): Pick<Assignment, 'nameStart' | 'nameEnd'> {
  return { nameStart: nameStartFrom(bytes, wordStart), nameEnd: nameEndFrom(bytes, wordEnd, false) };
}
