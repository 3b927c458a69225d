import type { RunView } from '../../analysis/events.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * Whether what was sent likely ends in no page, so that markup in it stays text: the function names one content type, and another one than
 * that of a page; the text begins like a selector; or, in Go, which looks at the beginning where nobody names a type, it does not begin like a page.
 */
export function isSentAsText(
  run: RunView,
  { label, givenBy }: Sink,
  span: Span,
  text: string | undefined,
): boolean {
  if (!(label & page)) return false;
  const { file, frame, traits } = run;
  // What ends the function has the type that was named before it: what comes after it is about another answer.
  const fn = givenBy ? { start: givenBy.start, end: span.end } : frame.fn;
  const around = fn ? file.text.slice(fn.start, fn.end) : file.text.slice(0, maxFile);
  if (otherType.test(around) && (around.match(anyType)?.length ?? 0) === 1) return true;
  const beginning = text?.split('\0')[0] || formatOf(span) || '';
  if (selector.test(beginning)) return true;
  const start = beginning.trimStart();
  return traits.severalResults ? start !== '' && !start.startsWith('<') : false;
}

/** The first text that a call is given, such as a format. */
function formatOf(span: Span): string | undefined {
  const call = span as Partial<Expr & { k: 'call' }>;
  if (call.k !== 'call') return undefined;
  for (const { value } of call.args ?? [])
    if (value.k === 'const' && typeof value.value === 'string') return value.value.replace(/%.*/s, '');
  return undefined;
}

const page = labelMask(['html']);
/** A script answers from top to bottom. */
const maxFile = 100_000;

/** A content type that browsers do not read as a page, as a header or as a property. */
const otherType =
  /(?:content[-_]?type|mime_?type)\b[^;\n]{0,40}?["'`: ](?:text\/(?:plain|csv|css|calendar|javascript|event-stream)|application\/(?!xhtml)[a-z]|image\/(?!svg)|audio\/|video\/)/i;
const anyType = /content[-_]?type|mime_?type/gi;
/** `#name`, `.name`. */
const selector = /^[#.][\w-]*/;
