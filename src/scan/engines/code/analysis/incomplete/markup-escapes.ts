import { calledName } from '../../ir/called-name.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { seeks } from './characters.ts';
import type { FileView } from './file-view.ts';
import { type Replacement, spanOf } from './replacements.ts';
import type { Unit } from './units.ts';

/**
 * What escapes `<` for markup and leaves quotes, in a file that puts values into attributes and nowhere escapes a quote, or where what is escaped
 * becomes an attribute.
 */
export function escapesWithoutQuotes(
  unit: Unit,
  replacements: readonly Replacement[],
  view: FileView,
): Span[] {
  if (replacements.some(({ from }) => seeks(from, '"'))) return [];
  const first = replacements.find(
    ({ from, to, about }) => to === '&lt;' && seeks(from, '<') && !isMade(about, replacements, view.words),
  );
  if (!first) return [];
  return opensAttributes(view.text) || unit.attributes.some((value) => surrounds(value, first.call))
    ? [spanOf(first)]
    : [];
}

/** What another function gives may have been escaped there. */
function isMade(about: Expr | undefined, replacements: readonly Replacement[], words: CheckWords): boolean {
  if (about?.k !== 'call') return false;
  const inner = replacements.find(({ call }) => call === about);
  if (inner) return isMade(inner.about, replacements, words);
  return !words.has('same', calledName(about));
}

/** Whether a file escapes no quote, and opens one around a value of an attribute. */
function opensAttributes(text: string): boolean {
  return !quoteEntity.test(text) && opened.test(text);
}

/** A text decodes an ampersand before other entities: what was escaped twice is decoded twice, and `&amp;lt;` becomes a tag. */
export function decodesTwice(replacements: readonly Replacement[]): Span[] {
  const ampersand = replacements.find(
    ({ from, to }) => to === '&' && ('text' in from ? from.text : from.pattern) === '&amp;',
  );
  if (!ampersand) return [];
  const later = replacements.find(
    ({ from, to, call, about }, at) =>
      (to === '<' || to === '"') &&
      /^&(?:lt|quot);$/.test('text' in from ? from.text : from.pattern) &&
      // Behind it in the same list, or a call around it.
      (call === ampersand.call ? at > replacements.indexOf(ampersand) : surrounds(about, ampersand.call)),
  );
  return later ? [spanOf(ampersand)] : [];
}

function surrounds(about: Span | undefined, { start, end }: Span): boolean {
  return about !== undefined && about.start <= start && about.end >= end;
}

const quoteEntity = /&(?:quot|#0*34|#x0*22|apos|#0*39|#x0*27);?/i;
/** `<input value="` in front of the end of a literal, of a place for a value, or of what is put in there. */
const opened =
  /<[a-z][^<>\n]{0,200}\s[\w:-]+=(?:\\?"(?:['"`]|%s|\$?\{|#\{|\s*\+)|\\?'(?:["`]|%s|\$?\{|#\{|\s*\+))/i;
