import { callSegment, type QualifiedName } from './qualified-name.ts';

/**
 * A pattern over qualified names: `flask.request.{args,form}`, `sqlite3.connect().cursor().execute`, `**.objects.raw`.
 * `*` is one segment, `**` any number, `{a,b}` alternatives, `~req` the unknown variable `req`, `/…/` a segment by expression.
 */
export class NamePattern {
  readonly #text: string;
  #reversed: SegmentPattern[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Last segment first, since names are matched from their end. Most patterns of a rule set are never looked at, so they wait for it. */
  get reversed(): readonly SegmentPattern[] {
    this.#reversed ??= splitSegments(this.#text).reverse().map(compileSegment);
    return this.#reversed;
  }

  /** The literal last segment, under which the pattern is indexed; undefined where it has none. */
  get last(): string | undefined {
    const text = this.#text;
    const from = Math.max(text.lastIndexOf('.'), text.lastIndexOf(')'), text.lastIndexOf('`')) + 1;
    return plainSegment(text.slice(from)) ?? literal(this.reversed[0]);
  }

  /** Any object that has a member of this name: `**.getHeader`. */
  get isMemberOnly(): boolean {
    return this.#text.startsWith('**.') && !/[.()]/.test(this.#text.slice(3));
  }

  /** The literal first segment: a module or global. */
  get first(): string | undefined {
    const text = this.#text;
    // Searching is quicker than an expression as long as nothing is compiled, and thousands of these are looked at when rules are loaded.
    if (text.startsWith('`')) return text.slice(1, text.indexOf('`', 1));
    const dot = text.indexOf('.');
    const call = text.indexOf('(');
    const end = dot < 0 || (call >= 0 && call < dot) ? call : dot;
    return plainSegment(end < 0 ? text : text.slice(0, end)) ?? literal(this.reversed.at(-1));
  }
}

export type SegmentPattern = string | RegExp | typeof anySegment | typeof anySegments;
export const anySegment = Symbol('*');
export const anySegments = Symbol('**');

export function compileNamePattern(text: string): NamePattern[] {
  return expandAlternatives(text).map((plain) => new NamePattern(plain));
}

export function matchesName<M>(pattern: NamePattern, name: QualifiedName<M>): boolean {
  return matchFrom(pattern.reversed, 0, name);
}

function matchFrom<M>(
  segments: readonly SegmentPattern[],
  from: number,
  name: QualifiedName<M> | undefined,
): boolean {
  let at = name;
  for (let i = from; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment === anySegments) {
      if (i === segments.length - 1) return true;
      for (let rest = at; rest; rest = rest.parent) if (matchFrom(segments, i + 1, rest)) return true;
      return false;
    }
    if (!at?.parent) return false;
    if (segment !== anySegment) {
      if (typeof segment === 'string' ? segment !== at.segment : !(segment as RegExp).test(at.segment))
        return false;
    }
    at = at.parent;
  }
  return at !== undefined && at.parent === undefined;
}

/** An end of a pattern that is surely a whole segment; for any other the pattern has to be taken apart. */
function plainSegment(text: string): string | undefined {
  return text === '' || text.includes('*') || text.includes('/') ? undefined : text;
}

function literal(segment: SegmentPattern | undefined): string | undefined {
  return typeof segment === 'string' ? segment : undefined;
}

function compileSegment(segment: string): SegmentPattern {
  if (segment === '**') return anySegments;
  if (segment === '*') return anySegment;
  if (segment.length > 2 && segment.startsWith('/') && segment.endsWith('/'))
    return new RegExp(segment.slice(1, -1));
  return segment;
}

/** Dots and calls separate segments; a package name such as `@nestjs/common` or `lodash.merge` is quoted by backticks. */
function splitSegments(text: string): string[] {
  const segments: string[] = [];
  for (const part of text.match(/`[^`]*`|\/[^/]+\/|\(\)|[^.()`]+/g) ?? [])
    segments.push(
      part.startsWith('`') && part.length > 1 ? part.slice(1, -1) : part === '()' ? callSegment : part,
    );
  return segments;
}

/** Every choice of `{a,b}` written out. */
export function expandAlternatives(text: string): string[] {
  const open = text.indexOf('{');
  const close = text.indexOf('}', open);
  if (open < 0 || close < 0) return [text];
  return text
    .slice(open + 1, close)
    .split(',')
    .flatMap((choice) => expandAlternatives(text.slice(0, open) + choice.trim() + text.slice(close + 1)));
}
