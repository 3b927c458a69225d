import type { RunView } from '../../analysis/events.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * Whether what was sent perhaps ends in no page, so that markup in it stays text: the function names another content type, though perhaps for another
 * answer; the text begins like data or like a selector; or, in Go, which looks at the beginning where nobody names a type, it does not begin like a page.
 * Only where the program itself writes markup around the data, says that it answers with a page, or is a page itself is it certain that one is meant.
 */
export function mayBeSentAsText(
  run: RunView,
  { label }: Sink,
  span: Span,
  text: string | undefined,
): boolean {
  if (!(label & page)) return false;
  const { file, frame, traits } = run;
  const { fn } = frame;
  const around = fn ? file.text.slice(fn.start, fn.end) : file.text.slice(0, maxFile);
  if (otherType.test(around)) return true;
  const beginning = text?.split('\0')[0] || formatOf(span) || '';
  if (data.test(beginning)) return true;
  if (traits.severalResults && beginning.trim() !== '') return !beginning.trimStart().startsWith('<');
  if ((text ?? beginning).includes('<') || htmlType.test(around) || template.test(file.path)) return false;
  return fn !== undefined || !tag.test(around);
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
const htmlType = /text\/html/i;
/** Files that are pages; mails of text have no markup to report. */
const template = /\.(?:erb|rhtml|jspx?|gsp|phtml|cshtml|vbhtml)$/i;
/** Of a script or a template that is a page. */
const tag =
  /<(?:!doctype|html|body|head|p|div|h[1-6]|span|table|tr|td|form|input|a|ul|ol|li|b|script|title)\b[^<]/i;
/** JSON, or a selector such as `#name`. */
const data = /^\s*[{[]|^[#.][\w-]*/;
