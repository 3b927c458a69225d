import type { Segment } from './segments.ts';

export interface Attribute {
  readonly name: string;
  /** The value as it is in the page, with its marks. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

export interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly start: number;
  /** Behind the opening tag. */
  readonly end: number;
}

/** Where in a page something is put in. */
export interface Context {
  readonly place: 'text' | 'attribute' | 'unquoted' | 'tag' | 'script' | 'style';
  readonly element: string;
  readonly attribute: string;
  /** Nothing is before it in the value. */
  readonly isFirst: boolean;
}

interface Region {
  readonly start: number;
  readonly end: number;
  readonly context: Context;
}

/** The tags of a page, with what template marks stand for blanked out, and what each place of it means to a browser. */
export class Markup {
  readonly elements: Element[] = [];
  /** What is between the tags of scripts that a browser runs. */
  readonly scripts: Array<{ readonly start: number; readonly end: number }> = [];
  /** The page with outputs as letters and code as blanks. */
  readonly masked: string;
  readonly #regions: Region[] = [];
  readonly #text: string;

  constructor(text: string, segments: readonly Segment[]) {
    this.#text = text;
    this.masked = masked(text, segments);
    this.#read(this.masked);
  }

  contextAt(offset: number): Context {
    let low = 0;
    let high = this.#regions.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const region = this.#regions[middle]!;
      if (offset < region.start) high = middle - 1;
      else if (offset >= region.end) low = middle + 1;
      else return region.context;
    }
    return textContext;
  }

  #read(page: string): void {
    let at = 0;
    for (;;) {
      const open = page.indexOf('<', at);
      if (open < 0) return;
      if (page.startsWith('<!--', open)) {
        at = commentEnd(page, open);
        continue;
      }
      const name = /^<([a-zA-Z][\w:-]*)/.exec(page.slice(open, open + maxName))?.[1]?.toLowerCase();
      if (name === undefined) {
        at = open + 1;
        continue;
      }
      at = this.#element(page, open, name);
      if (name === 'script' || name === 'style') {
        const end = closingTag(page, name, at);
        const { attributes } = this.elements.at(-1)!;
        const type = attributes.find((attribute) => attribute.name === 'type')?.value ?? '';
        const isCode = name === 'style' || isScriptType(type);
        if (isCode) this.#region(at, end, { place: name, element: name, attribute: '', isFirst: false });
        if (isCode && name === 'script' && end > at) this.scripts.push({ start: at, end });
        // Templates inside a page are markup again.
        if (isCode) at = end;
      }
    }
  }

  /** Reads one opening tag; gives the place behind it. */
  #element(page: string, open: number, name: string): number {
    const attributes: Attribute[] = [];
    let at = open + 1 + name.length;
    const limit = Math.min(page.length, open + maxTag);
    while (at < limit) {
      while (at < limit && /[\s/]/.test(page[at]!)) at++;
      if (at >= limit || page[at] === '>') break;
      if (page[at] === '<') break;
      const from = at;
      while (at < limit && !/[\s=>/]/.test(page[at]!)) at++;
      const attribute = this.#text.slice(from, at);
      let next = at;
      while (next < limit && /\s/.test(page[next]!)) next++;
      if (page[next] !== '=') {
        if (at === from) at++;
        attributes.push({ name: attribute.toLowerCase(), value: '', start: from, end: at, isQuoted: true });
        continue;
      }
      at = next + 1;
      while (at < limit && /\s/.test(page[at]!)) at++;
      const quote = page[at];
      const isQuoted = quote === '"' || quote === "'";
      let end: number;
      if (isQuoted) {
        at++;
        end = page.indexOf(quote, at);
        if (end < 0 || end > limit) end = limit;
      } else {
        end = at;
        while (end < limit && !/[\s>]/.test(page[end]!)) end++;
      }
      const value = this.#text.slice(at, end);
      attributes.push({ name: attribute.toLowerCase(), value, start: from, end, isQuoted });
      this.#valueRegions(page, at, end, name, attribute.toLowerCase(), isQuoted);
      at = isQuoted ? end + 1 : end;
    }
    // A tag that is not closed ends where the next one begins.
    const end = page[at] === '>' ? at + 1 : Math.min(page.length, at);
    this.elements.push({ name, attributes, start: open, end });
    return end;
  }

  /** What stands first in a value can choose the scheme of a URL. */
  #valueRegions(
    page: string,
    from: number,
    to: number,
    element: string,
    attribute: string,
    isQuoted: boolean,
  ): void {
    const place = isQuoted ? 'attribute' : 'unquoted';
    let first = from;
    while (first < to && /\s/.test(page[first]!)) first++;
    const firstEnd = Math.min(to, first + 1);
    this.#region(from, firstEnd, { place, element, attribute, isFirst: true });
    this.#region(firstEnd, to, { place, element, attribute, isFirst: false });
  }

  #region(start: number, end: number, context: Context): void {
    if (end > start) this.#regions.push({ start, end, context });
  }
}

/** Outputs become letters, code and comments blanks: neither ends a tag or a value. */
function masked(text: string, segments: readonly Segment[]): string {
  let result = '';
  let from = 0;
  for (const { kind, start, end } of segments) {
    const isOutput = kind === 'raw' || kind === 'escaped';
    result += text.slice(from, start);
    result += text.slice(start, end).replace(/[^\n\r]/g, isOutput ? 'x' : ' ');
    from = end;
  }
  return result + text.slice(from);
}

/** A comment that is not closed in its line and holds no markup is taken to end there: a browser would hide the rest of the page. */
function commentEnd(page: string, open: number): number {
  const close = page.indexOf('-->', open + 4);
  const lineEnd = page.indexOf('\n', open);
  const line = page.slice(open + 4, lineEnd < 0 ? page.length : lineEnd);
  const bracket = line.indexOf('>');
  if (
    (close < 0 || (lineEnd >= 0 && close > lineEnd)) &&
    bracket >= 0 &&
    !line.slice(0, bracket).includes('<')
  )
    return open + 4 + bracket + 1;
  return close < 0 ? page.length : close + 3;
}

function closingTag(page: string, name: 'script' | 'style', from: number): number {
  const closing = name === 'script' ? /<\/script/gi : /<\/style/gi;
  closing.lastIndex = from;
  return closing.exec(page)?.index ?? page.length;
}

function isScriptType(type: string): boolean {
  return type === '' || /javascript|ecmascript|^module$|babel|jsx/i.test(type);
}

const textContext: Context = { place: 'text', element: '', attribute: '', isFirst: false };
const maxName = 64;
const maxTag = 20_000;
