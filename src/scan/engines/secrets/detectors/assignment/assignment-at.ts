import { readFallback } from '../../values/fallback-value.ts';
import { type Layer, textOf } from '../candidate.ts';
import { type Assignment, nameAround, readAssignment } from './assignment.ts';
import { isConnectionField, isQueryParameter } from './assignment-place.ts';
import { readListedValue } from './element-text.ts';
import { readPairedValue, readVariableDefault } from './paired-value.ts';

/** The assignment around a word, in whichever way it is written. */
export function assignmentAt(
  layer: Layer,
  wordStart: number,
  wordEnd: number,
  spaced: boolean,
): Assignment | undefined {
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

/** Whether a tag ends the name, as in a property list: such a name may be made of anything, so that it is longer than a name elsewhere. */
export function endsAtTag(bytes: Uint8Array, from: number): boolean {
  return bytes[tagBehind(bytes, from)] === 0x3c;
}

/** Where a tag or a blank follows, if not far from here. */
function tagBehind(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < from + 40 && bytes[at] !== undefined && bytes[at] !== 0x3c && bytes[at]! > 0x20) at++;
  return at;
}

function listed(bytes: Uint8Array, wordStart: number, wordEnd: number): Assignment | undefined {
  const nameEnd = tagBehind(bytes, wordEnd);
  if (bytes[nameEnd] !== 0x3c) return undefined;
  const value = readListedValue(bytes, nameEnd);
  if (!value) return undefined;
  let nameStart = wordStart;
  while (nameStart > wordStart - 40 && nameStart > 0 && bytes[nameStart - 1] !== 0x3e) nameStart--;
  return { nameStart, nameEnd, ...value };
}
