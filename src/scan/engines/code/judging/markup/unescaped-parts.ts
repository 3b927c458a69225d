import type { RunView } from '../../analysis/events.ts';
import { isOfType } from '../../domain/awaited-check.ts';
import { textOf } from '../../domain/constants.ts';
import type { Frame } from '../../domain/scope.ts';
import type { TaintEntry } from '../../domain/taint.ts';
import { leavesNoMarkup } from '../../domain/unknown-effect.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import type { Span } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import { type Asked, askedOf } from '../certainty/asked-elsewhere.ts';
import { type PagePosition, positionBehind } from './page-position.ts';

interface Place {
  /** The function that ran there. */
  readonly frame: Frame;
  readonly span: Span;
  /** What other files are asked first: whether its type lets it hold a text. */
  readonly asked: Asked | undefined;
}

/**
 * Values that become part of markup as they are, in a file that escapes others. A function that puts markup together cannot be told from one that is given markup by looking at
 * the value alone; that the same file escapes what stands in other places says that its values are texts.
 */
export class UnescapedParts {
  readonly #places = new Map<number, Place>();
  #escapes = false;

  /** A text is put together from these, one behind the other. */
  note(run: RunView, parts: readonly Value[], span: Span): void {
    let before = '';
    for (const part of parts) {
      const isFixed = before === '' || part.constant !== undefined;
      const position = isFixed ? undefined : positionBehind(before);
      if (position) this.#noteOne(run, part, position, span);
      before += textOf(part) ?? '\0';
      if (before.length > longest) before = before.slice(-longest);
    }
  }

  #noteOne(run: RunView, part: Value, position: PagePosition, span: Span): void {
    if (isEscaped(part)) this.#escapes = true;
    else if (!this.#places.has(span.start) && isOpen(run, part, position))
      this.#places.set(span.start, { frame: run.frame, span, asked: askedOf(deepTaint(part), pages) });
  }

  /** The places, once the file is read to its end: none where it escapes nothing. */
  forgotten(): readonly Place[] {
    return this.#escapes ? [...this.#places.values()] : [];
  }
}

/** It was a text that could do other harm, and can do none to a page any more. */
function isEscaped(part: Value): boolean {
  const taint = deepTaint(part);
  if (taint?.length && taint.every(({ mask }) => !(mask & pages)))
    return taint.some(({ mask }) => mask & shells);
  const called = part.name?.segment === callSegment ? part.name.parent?.segment : undefined;
  return called !== undefined && (leavesNoMarkup(called) || escapes.test(called));
}

function isOpen(run: RunView, part: Value, position: PagePosition): boolean {
  if (part.constant !== undefined || part.instance || part.closures || part.shape) return false;
  // What is put together here is markup, or was looked at by itself.
  if (textOf(part) !== undefined) return false;
  const field = fieldOf(part);
  if (field !== undefined && !texts.test(field)) return false;
  return Boolean(part.taint?.some((entry) => isArgument(run, entry, position)));
}

/** The last name of a part of an object, also where a method of texts was called on it; what another function gives has the name of that function. */
function fieldOf({ name }: Value): string | undefined {
  let last = name;
  while (last?.segment === callSegment && last.parent && ofTexts.test(last.parent.segment))
    last = last.parent.parent;
  const named = last?.segment === callSegment ? last.parent : last;
  // An argument with a type is known as an instance of it.
  return named && named.depth > 1 ? named.segment : undefined;
}

/** Methods that give the text that they are called on, or a piece of it. */
const ofTexts = /^(?:to_?s(?:tring)?|toString|trim|strip|slice|sub(?:str|string)|to(?:Lower|Upper)Case)$/;

/** Of what a caller gives, as it is: what functions made of it, or conditions asked of it, may be something else. */
function isArgument(
  { frame }: RunView,
  { origin, mask, check, awaits }: TaintEntry,
  position: PagePosition,
): boolean {
  if (origin.k !== 'parameter' || !(mask & pages) || check !== undefined) return false;
  const word = origin.field ?? frame.fn?.parameters[origin.index]?.name;
  if (word === undefined || programs.test(word) || madeByProgram.test(word)) return false;
  // A member whose type another file declares, and which is named after a text.
  if (awaits) return awaits.every(isOfType) && texts.test(word);
  // Of an object itself only what is named after a text.
  return origin.index < 0 ? texts.test(word) : position === 'attribute' || !markup.test(word);
}

const pages = labelMask(['html']);
const shells = labelMask(['shell']);

/** The function says that it escapes: it tells what the file is about, and proves nothing. */
const escapes =
  /^(?:h|esc|escape|escaped?_?attr|esc_(?:html|attr|url)|html_?special_?chars|encode_?(?:attr|html))$/i;

/** A name that ends in what people write, or in what other programs name. */
const texts =
  /(?:author|bio|comment|description|filename|file|label|message|msg|name|nickname|note|query|question|reason|review|subject|summary|term|title|topic|username|user|url|uri|link|path|email|error|err|value)$/i;

/** What stands between tags may be markup that was put together before. */
const markup =
  /body|content|child|inner|text|data|result|output|block|items?$|rows?$|cells?$|lines?$|list$|part$|string|str$|buf/i;

/** A name that says that the program chose it, or made it: markup, classes, numbers. */
const programs =
  /[hH]tml|[mM]arkup|attrs|attributes|[cC]lass|[sS]tyle|[iI]con|svg|[tT]ag|xml|[sS]nippet|[rR]ender|^(?:[a-z]|_|id|idx|index|count|size|width|height|level|depth|type|kind|lang|locale|prefix|suffix|options?|opts|config|params|method|[A-Z_]+)$/;

/** Numbers, keys and states of a record, by the last word of a name. */
const madeByProgram =
  /(?:^|_|[a-z](?=[A-Z]))(?:id|ids|uid|uuid|guid|key|hash|token|count|number|num|total|index|position|progress|ticks|rating|status|state|date|time|action|range|width|height|color|colour)$/i;

const longest = 2_000;
