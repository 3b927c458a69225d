import { matchedText } from '../../../../formats/regex/matched-characters.ts';
import { type CallEvent, partOf } from '../../domain/call-event.ts';
import { harmlessWith } from '../../knowledge/label-needs.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Strips } from '../../knowledge/rule-types.ts';
import { plainExpression } from '../guards/plain-expression.ts';

/**
 * The kinds of harm that a text cannot do any more after a call replaced every character of a class: `replace(/[^a-z0-9]/g, '')` leaves letters and digits,
 * and whatever is put in their place. Only classes of single characters say something: what is left of a longer text may join to another one of it.
 */
export function strippedLabels(event: CallEvent, { pattern, by, as }: Strips): number {
  const given = partOf(event, pattern);
  const written = typeof given?.constant === 'string' ? given.constant : given?.text;
  if (written === undefined || written.includes('\0') || written.length > maxLength) return 0;
  const replacement = by === undefined ? '' : partOf(event, by)?.constant;
  if (typeof replacement !== 'string') return 0;
  const left = charactersLeft(written, as);
  if (!left) return 0;
  if (escaped.test(replacement)) return [...regexMarks].some((mark) => left[mark.charCodeAt(0)]) ? 0 : regex;
  for (const character of replacement) left[Math.min(character.codePointAt(0)!, others)] = 1;
  return harmlessWith(left);
}

function charactersLeft(written: string, as: Strips['as']): Uint8Array | undefined {
  // Without one character, and be it a quote, there are others for every kind of harm.
  if (as === 'text') return undefined;
  const source = as === 'characters' ? `[${written.replace(/[\]\\[]/g, '\\$&')}]` : plainExpression(written);
  const flags = /^\/[\s\S]*\/([a-z]*)$/.exec(source)?.[1];
  if (as === 'flagged' && !flags?.includes('g')) return undefined;
  const absent = matchedText(source, 'none', flags?.includes('m') ?? false)?.absent;
  return absent && Uint8Array.from(absent, (on) => (on ? 0 : 1));
}

/** A backslash and the character itself: JavaScript and .NET, PHP. */
const escaped = /^\\{1,2}(?:\$&|\$0|\\0)$/;
/** What means more than itself in a regular expression; brackets that close mean nothing without those that open. */
const regexMarks = '\\^$.|?*+([{';
const regex = labelMask(['regex']);
/** One flag for all that is not ASCII. */
const others = 128;
const maxLength = 1_000;
