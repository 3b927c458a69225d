import { Markup } from './markup.ts';
import { readSegments } from './segments.ts';
import { maxPageLength, templateSyntaxOf } from './syntaxes.ts';

/**
 * The scripts of a page seen as one program: what stands in `<script>` and in handlers such as `onclick` stays where it is, all else becomes
 * blanks, so that offsets and lines are those of the page. What a template puts in is a name or a part of a text. Undefined for a
 * page without scripts.
 */
export function scriptsOfPage(path: string, text: string): string | undefined {
  if (text.length > maxPageLength || !mayHoldScripts.test(text)) return undefined;
  const syntax = templateSyntaxOf(path) ?? 'php';
  const markup = new Markup(text, readSegments(text, syntax));
  const { masked } = markup;
  const parts: Array<{ start: number; code: string }> = [];
  // What is around a script belongs to tags and quotes, so that marks can be put there.
  const add = (open: string, code: string, close: string, at: number) => {
    const start = at - open.length;
    const end = at + code.length;
    if (/[\n\r]/.test(text.slice(start, at))) return;
    const isFree = end < text.length && !/[\n\r]/.test(text[end]!);
    parts.push({ start, code: open + code + (isFree ? close : '') });
  };
  for (const { start, end } of markup.scripts) {
    const code = masked.slice(start, end);
    add(';', syntax === 'blade' ? withoutDirectives(code) : code, ';', start);
  }
  for (const { attributes } of markup.elements)
    for (const { name, value, end, isQuoted } of attributes) {
      const start = end - value.length;
      if (!handlerName.test(name) || !isQuoted || value === '') continue;
      add(handlerOpening, withoutEntities(masked.slice(start, end)), '}', start);
    }
  if (parts.length === 0) return undefined;
  parts.sort((a, b) => a.start - b.start);
  let result = '';
  for (const { start, code } of parts)
    if (start >= result.length) result += blank(text.slice(result.length, start)) + code;
  return result + blank(text.slice(result.length));
}

/** `@json($user)` puts something in, `@if ($user)` does not. */
function withoutDirectives(code: string): string {
  return code.replace(
    /@(\w+)(?:\s{0,2}\((?:[^()\n]|\([^()\n]*\)){0,400}\))?/g,
    (directive: string, name: string) =>
      /^(?:json|js|lang|choice|yield)$/.test(name) ? 'x'.repeat(directive.length) : blank(directive),
  );
}

/** A quote in a handler is often written as an entity. */
function withoutEntities(code: string): string {
  return code.replace(/&(?:quot|#34|#39|apos|amp|lt|gt);/g, (entity) =>
    entities.get(entity)!.padEnd(entity.length),
  );
}

function blank(part: string): string {
  return part.replace(/[^\n\r]/g, ' ');
}

const entities = new Map([
  ['&quot;', '"'],
  ['&#34;', '"'],
  ['&#39;', "'"],
  ['&apos;', "'"],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
]);
/** A handler is the body of a function; the name of the attribute leaves room to say so. */
const handlerOpening = ';()=>{';
const handlerName = /^on[a-z]{3,}$/;
const mayHoldScripts = /<script\b|\bon[a-z]{3,20}\s*=/i;
