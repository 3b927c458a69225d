import { atMost, type Severity } from '../../../model/finding.ts';
import { capturedBlocks, variableOf } from './captured-blocks.ts';
import { isFixedText } from './fixed-text.ts';
import { readIndented } from './indented.ts';
import { type Context, type Element, Markup } from './markup.ts';
import { isInQuotes, isPartOfName } from './script-place.ts';
import { readSegments, type Segment } from './segments.ts';
import { isGoPage, maxPageLength, type TemplateSyntax } from './syntaxes.ts';
import type { TemplateRule } from './template-rules.ts';
import { namesWrittenText } from './written-output.ts';

interface Output {
  readonly kind: 'escaped' | 'raw';
  readonly start: number;
  readonly end: number;
  readonly expression: string;
  readonly context: Context;
  readonly isInBlock?: boolean | undefined;
}

/** A place of a page that a rule about pages matches. */
export interface PageMatch {
  readonly rule: TemplateRule;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly scope: '';
}

/** Checks a page against the rules about pages. */
export function analyseTemplate(
  text: string,
  syntax: TemplateSyntax,
  rules: readonly TemplateRule[],
): PageMatch[] {
  if (text.length > maxPageLength) return [];
  const page = pageOf(text, syntax);
  const dialect = syntax === 'html' && isGoPage(text) ? 'go' : syntax;
  const matches: PageMatch[] = [];
  const add = (rule: TemplateRule, start: number, end: number, isLow = false): void => {
    const code = text
      .slice(start, Math.min(end, start + maxCode))
      .replace(/\s+/g, ' ')
      .trim();
    const severity = isLow ? atMost(rule.severity, 'low') : rule.severity;
    matches.push({ rule, severity, start, end, code, scope: '' });
  };
  for (const rule of rules) {
    if (rule.syntaxes && !isFor(rule, dialect)) continue;
    if (rule.page && !rule.page.test(text)) continue;
    if (rule.notPage?.test(text)) continue;
    if (rule.on === 'element') {
      for (const element of page.elements) elementFinding(rule, element, page, text, add);
    } else if (rule.on === 'code') {
      for (const segment of page.segments)
        if (segment.kind === 'code' && fits(rule, segment.expression)) add(rule, segment.start, segment.end);
    } else
      for (const output of page.outputs)
        if (isAbout(rule, output, page.syntax))
          add(rule, output.start, output.end, isLow(rule, output, page));
  }
  return matches;
}

/** Plain ERB is ERB, but for what is escaped. */
function isFor({ syntaxes, on }: TemplateRule, syntax: TemplateSyntax): boolean {
  if (syntaxes!.includes(syntax)) return true;
  return syntax === 'plain-erb' && on !== 'raw' && on !== 'escaped' && syntaxes!.includes('erb');
}

interface Page {
  /** With outputs as letters and code as blanks. */
  readonly masked: string;
  readonly syntax: TemplateSyntax;
  readonly outputs: readonly Output[];
  readonly segments: readonly Segment[];
  /** Variables that hold a part of the page. */
  readonly captured: ReadonlySet<string>;
  readonly elements: readonly Element[];
  /** Nothing of it is markup. */
  readonly isText: boolean;
}

function pageOf(text: string, syntax: TemplateSyntax): Page {
  if (isIndented(syntax))
    return {
      masked: text,
      syntax,
      outputs: readIndented(text, syntax),
      segments: [],
      captured: new Set(),
      elements: [],
      isText: false,
    };
  const segments = readSegments(text, syntax);
  const markup = new Markup(text, segments);
  const { masked } = markup;
  const outputs: Output[] = [];
  if (syntax === 'php')
    return {
      masked,
      syntax,
      outputs,
      segments: [],
      captured: new Set(),
      elements: markup.elements,
      isText: false,
    };
  const captured = capturedBlocks(segments);
  if (isOtherDocument(masked))
    return { masked, syntax, outputs, segments, captured, elements: markup.elements, isText: true };
  for (const { kind, start, end, expression, isInBlock } of segments)
    if (kind === 'escaped' || kind === 'raw') {
      const context = markup.contextAt(start);
      // The tag escapes its value; that it is told not to is a matter of the tag. What an action is told is no output either.
      const isValue =
        (context.element === 'c:out' && context.attribute === 'value') ||
        (syntax === 'jsp' && isToldToAction(text, start));
      if (isFixedText(expression)) continue;
      outputs.push({ kind: isValue ? 'escaped' : kind, start, end, expression, context, isInBlock });
    }
  const isText = markup.elements.length === 0 || hasHeadings.test(masked);
  return { masked, syntax, outputs, segments, captured, elements: markup.elements, isText };
}

function isIndented(syntax: TemplateSyntax): syntax is 'pug' | 'haml' | 'slim' {
  return syntax === 'pug' || syntax === 'haml' || syntax === 'slim';
}

/** A document of XML that is neither a page nor a picture: what it calls a script no browser runs. */
function isOtherDocument(masked: string): boolean {
  return /^\s*<\?xml[\s?]/.test(masked) && !/<(?:[\w-]{1,40}:)?(?:html|svg)[\s>]|\/xhtml/i.test(masked);
}

/** Whether a place lies in the head of an action of a tag library: `<c:if test="${…}">`, also in an attribute of an element. */
function isToldToAction(text: string, at: number): boolean {
  const open = text.lastIndexOf('<', at);
  return open > at - maxHead && action.test(text.slice(open, at));
}

function isAbout(rule: TemplateRule, output: Output, syntax: TemplateSyntax): boolean {
  const { context } = output;
  if (rule.on !== 'output' && rule.on !== output.kind) return false;
  if (rule.places && !rule.places.includes(context.place)) return false;
  if (rule.element && !rule.element.test(context.element)) return false;
  if (rule.attribute && !rule.attribute.test(context.attribute)) return false;
  if (rule.isFirst !== undefined && rule.isFirst !== context.isFirst) return false;
  const expression = withoutTexts(output.expression);
  if (rule.expression && !rule.expression.test(expression) && !rule.inSyntax?.[syntax]?.test(expression))
    return false;
  return !rule.unless?.test(output.expression);
}

/** What stands in a text of an expression is no name, unless a value is put into it there. */
function withoutTexts(expression: string): string {
  return expression.replace(quotedText, (text) => (interpolation.test(text) ? text : "''"));
}

/** Whether nothing but the place of an output speaks for harm. */
function isLow({ low }: TemplateRule, output: Output, page: Page): boolean {
  if (!low) return false;
  if (low.syntaxes.includes(page.syntax)) return true;
  if (low.textOnly && page.isText) return true;
  if (low.inBlock && output.isInBlock) return true;
  if (output.kind === 'raw' && page.captured.has(variableOf(output.expression) ?? '')) return true;
  const { start, end } = output;
  if (low.quoted && output.kind === 'escaped' && isInQuotes(page.masked, start, end)) return true;
  if (low.inName && isPartOfName(page.masked, start, end)) return true;
  // A script that is nothing but a value is one, whatever it is called.
  const isWhole = isIndented(page.syntax) && !/^[#!]\{/.test(page.masked.slice(start, start + 2));
  if (low.unwritten && !isWhole && !namesWrittenText(output.expression)) return true;
  return low.expression?.test(output.expression) ?? false;
}

function fits(rule: TemplateRule, expression: string): boolean {
  if (rule.expression && !rule.expression.test(expression)) return false;
  return !rule.unless?.test(expression);
}

function elementFinding(
  rule: TemplateRule,
  element: Element,
  page: Page,
  text: string,
  add: (rule: TemplateRule, start: number, end: number, isLow?: boolean) => void,
): void {
  if (rule.element && !rule.element.test(element.name)) return;
  if (rule.without && element.attributes.some(({ name }) => rule.without!.test(name))) return;
  if (rule.having && !element.attributes.some(({ name, value }) => rule.having!.test(`${name}=${value}`)))
    return;
  if (rule.lacks) {
    const close = text.indexOf(`</${element.name}`, element.end);
    if (rule.lacks.test(text.slice(element.start, close < 0 ? text.length : close))) return;
  }
  if (!rule.attribute) {
    add(rule, element.start, element.end);
    return;
  }
  for (const { name, value, start, end } of element.attributes)
    if (rule.attribute.test(name) && fits(rule, value)) {
      if (rule.places?.includes('output') && !hasOutput(page, start, end)) continue;
      const { low } = rule;
      add(rule, start, end, low?.expression?.test(value) || (low?.unwritten && !namesWrittenText(value)));
    }
}

/** Two headings of Markdown: what is made of it is a page only after it was rendered. */
const hasHeadings = /^#{1,4} [^\n]*\n[\s\S]*?\n#{1,4} /m;
/** Whether something is put in between two places. Outputs are in their order; a page may have many of both. */
function hasOutput({ outputs }: Page, start: number, end: number): boolean {
  let [low, high] = [0, outputs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (outputs[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low < outputs.length && outputs[low]!.start < end;
}

const quotedText = /'[^'\n]*'|"[^"\n]*"/g;
const interpolation = /^"[\s\S]*(?:\{|\$\w|#[@$])/;
const maxHead = 1_000;
const action = /^<[\w-]+:[\w.-]+\s(?:[^>"']|"[^"]*"|'[^']*')*["'][^"'>]*$/;

/** Pages are written by people; what is larger was made by a program. */
const maxCode = 240;
