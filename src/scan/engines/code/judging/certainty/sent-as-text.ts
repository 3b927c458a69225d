import type { RunView } from '../../analysis/events.ts';
import type { SourceOrigin } from '../../domain/taint.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * Whether an answer is perhaps no page, so that markup in it stays text: the function names another content type, though perhaps for another answer;
 * the text begins like data or like a selector; or, in Go, which looks at the beginning where nobody names a type, it does not begin like a page. What comes in the body of
 * a request to JavaScript is mostly JSON, which no link and no form can send; only what is put between tags is certainly meant to be a page.
 */
export function mayBeSentAsText(
  run: RunView,
  { label }: Sink,
  { span: source }: SourceOrigin,
  span: Span,
  text: string | undefined,
): boolean {
  if (!(label & page)) return false;
  const { file, frame, traits } = run;
  const { fn } = frame;
  if (otherType.test(fn ? file.text.slice(fn.start, fn.end) : file.text.slice(0, maxFile))) return true;
  const beginning = text?.split('\0')[0] || formatOf(span) || '';
  if (data.test(beginning)) return true;
  if (traits.severalResults && beginning.trim() !== '') return !beginning.trimStart().startsWith('<');
  return jsonBody.test(file.text.slice(source.start, source.end)) && !(text ?? '').includes('<');
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
/** JSON, or a selector such as `#name`. */
const data = /^\s*[{[]|^[#.][\w-]*/;
const jsonBody = /^(?:\w+\.)*(?:req|request|ctx)\.body\b/;
