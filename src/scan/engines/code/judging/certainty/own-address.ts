import type { RunView } from '../../analysis/events.ts';
import { type SourceOrigin, stepsOf, type TaintEntry } from '../../domain/taint.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * Whether a page is sent to its own address, or to a part of that at the place where it stood: `location.href = url` with a query that was changed. Who
 * sends a link to the page chooses nothing but what it is asked for. What is read out of the address may be anything.
 */
export function isOwnAddress(
  { file: { text }, frame: { fn } }: RunView,
  { label }: Sink,
  entry: TaintEntry,
  { span }: SourceOrigin,
): boolean {
  if (!(label & redirects) || !address.test(text.slice(span.start, span.end))) return false;
  // What other functions do with it is not looked at.
  if (stepsOf(entry).some(({ how }) => how !== undefined && !inPlace.has(how))) return false;
  const start = fn?.start ?? Math.max(0, span.start - maxAround);
  return !takesApart.test(text.slice(start, Math.min(fn?.end ?? span.end + maxAround, start + maxFunction)));
}

const inPlace: ReadonlySet<string> = new Set(['joined', 'guessed']);
const redirects = labelMask(['redirect']);
const address =
  /^(?:(?:window|document|self|globalThis)\.)?location(?:$|\.(?:href|search|hash|pathname)$)|^document\.(?:URL|documentURI|baseURI)$|(?:^|\.)[rR]equest\.RawUrl$/;
/** Reads a part of a text, or a parameter of a query. Who cuts off what follows `#` or `?` reads nothing. */
const takesApart =
  /URLSearchParams|searchParams\.get|\.split\((?!\s*(['"`])[?#]\1\s*\)\s*\[\s*0\s*\])|\.(?:match|matchAll|exec|substr|substring|slice|at|charAt|shift|pop)\(|replace(?:All)?\(\s*(?:\/(?!\\?[#?]|\[[#?]{1,2}\])|new RegExp)|parse|decode|unescape|\bqs\s*[.(]|query|RegExp/i;
/** How much around a place outside of functions, and how much of a function, is looked at. */
const maxAround = 2_000;
const maxFunction = 20_000;
