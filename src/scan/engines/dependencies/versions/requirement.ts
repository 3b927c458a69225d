import { compareDigits, compareInTurn, trimZeros, type VersionScheme } from './version-scheme.ts';

/** How an ecosystem writes what it accepts. */
export type RequirementStyle = 'npm' | 'cargo' | 'composer' | 'ruby' | 'pep440' | 'brackets' | 'exact';

export interface Bound {
  version: string;
  inclusive: boolean;
}

/** From `min` to `max`; open where one is absent. */
export interface Interval {
  min?: Bound;
  max?: Bound;
}

const maxLength = 1024;

/** Reads a requirement as a union of intervals; undefined where it is not one (a URL, a tag, nonsense). Exclusions (`!=`) are omitted. */
export function parseRequirement(text: string, style: RequirementStyle): Interval[] | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return undefined;
  if (style === 'exact') return trimmed === '' ? undefined : [exactly(trimmed)];
  if (style === 'brackets') return parseBrackets(trimmed);
  const intervals: Interval[] = [];
  for (const alternative of trimmed.split(/\s*\|\|?\s*|\s+or\s+/)) {
    const interval = parseAlternative(alternative, style);
    if (!interval) return undefined;
    intervals.push(interval);
  }
  return intervals;
}

/** The one version that a requirement accepts, where it accepts only one. */
export function exactVersion(intervals: readonly Interval[]): string | undefined {
  const [only, ...rest] = intervals;
  if (!only?.min?.inclusive || !only.max?.inclusive || rest.length > 0) return undefined;
  return only.min.version === only.max.version ? only.min.version : undefined;
}

/** Pre-releases are accepted only where a bound names one, as every installer has it. */
export function accepts(intervals: readonly Interval[], version: string, scheme: VersionScheme): boolean {
  return intervals.some(({ min, max }) => {
    if (scheme.isPrerelease(version)) {
      const asksForOne = [min, max].some((bound) => bound && scheme.isPrerelease(bound.version));
      if (!asksForOne) return false;
    }
    if (min) {
      const order = scheme.compare(version, min.version);
      if (order < 0 || (order === 0 && !min.inclusive)) return false;
    }
    if (max) {
      const order = scheme.compare(version, max.version);
      if (order > 0 || (order === 0 && !max.inclusive)) return false;
    }
    return true;
  });
}

function exactly(version: string): Interval {
  return { min: { version, inclusive: true }, max: { version, inclusive: true } };
}

const comparatorPattern = /(\^|~>|~=|~|>=|=>|<=|=<|>|<|===|==|=|!=)?\s*v?([\w*][\w.*+!-]*)/y;

function parseAlternative(text: string, style: RequirementStyle): Interval | undefined {
  if (text === 'latest' || text === 'any') return {};
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(text);
  if (hyphen && (style === 'npm' || style === 'composer')) {
    return intersect(comparator('>=', hyphen[1]!, style), comparator('<=', hyphen[2]!, style));
  }
  let interval: Interval = {};
  for (let at = 0; ; ) {
    const gap = /[\s,]*(?:and\s+)?/y;
    gap.lastIndex = at;
    at += gap.exec(text)![0].length;
    if (at >= text.length) return interval;
    comparatorPattern.lastIndex = at;
    const match = comparatorPattern.exec(text);
    if (!match || !/^[\dxX*]/.test(match[2]!)) return undefined;
    at += match[0].length;
    if (match[1] !== '!=') interval = intersect(interval, comparator(match[1] ?? '', match[2]!, style));
  }
}

function comparator(operator: string, version: string, style: RequirementStyle): Interval {
  // Build data has no place in the order; a wildcard ends the numbers that count.
  const text = version.replace(/\+.*$/, '');
  const numbers = leadingNumbers(text);
  const isPartial =
    /(^|\.)[xX*]/.test(text) || (style !== 'ruby' && style !== 'pep440' && numbers.length < 3);
  if (numbers.length === 0) return {};
  const floor = /[xX*]/.test(text) ? numbers.join('.') : text;
  const from: Bound = { version: floor, inclusive: true };
  switch (operator) {
    case '^':
      return { min: from, max: below(caretCeiling(numbers)) };
    case '~':
      return { min: from, max: below(tildeCeiling(numbers, style)) };
    case '~>':
    case '~=':
      return { min: from, max: below(bump(numbers, Math.max(0, numbers.length - 2))) };
    case '>=':
    case '=>':
      return { min: from };
    case '>':
      return {
        min: isPartial
          ? { version: bump(numbers, numbers.length - 1), inclusive: true }
          : { version: floor, inclusive: false },
      };
    case '<=':
    case '=<':
      return { max: isPartial ? below(bump(numbers, numbers.length - 1)) : from };
    case '<':
      return { max: below(floor) };
    default:
      return withoutOperator(operator, floor, numbers, text, style, isPartial);
  }
}

function withoutOperator(
  operator: string,
  floor: string,
  numbers: string[],
  text: string,
  style: RequirementStyle,
  isPartial: boolean,
): Interval {
  if (style === 'cargo' && operator === '' && !/[xX*]/.test(text)) {
    return { min: { version: floor, inclusive: true }, max: below(caretCeiling(numbers)) };
  }
  const hasWildcard = /[xX*]/.test(text);
  const isLine = hasWildcard || (isPartial && (style === 'npm' || style === 'cargo'));
  if (!isLine) return exactly(floor);
  return { min: { version: floor, inclusive: true }, max: below(bump(numbers, numbers.length - 1)) };
}

function leadingNumbers(version: string): string[] {
  const numbers: string[] = [];
  for (const part of version.replace(/^\d+!/, '').split('.')) {
    const digits = /^\d+/.exec(part)?.[0];
    if (digits === undefined) break;
    numbers.push(digits);
    if (digits.length < part.length) break;
  }
  return numbers;
}

function below(version: string): Bound {
  return { version, inclusive: false };
}

function caretCeiling(numbers: string[]): string {
  const significant = numbers.findIndex((number) => Number(number) !== 0);
  return bump(numbers, significant === -1 ? numbers.length - 1 : significant);
}

/** npm and Cargo let `~1.2.3` and `~1.2` move the last number; Composer lets `~1.2` move the second to last. */
function tildeCeiling(numbers: string[], style: RequirementStyle): string {
  if (style === 'composer') return bump(numbers, Math.max(0, numbers.length - 2));
  return bump(numbers, Math.min(1, numbers.length - 1));
}

/** The first version after the line that the numbers up to `position` name: `bump(1.2.3, 1)` is `1.3.0`. */
function bump(numbers: string[], position: number): string {
  const raised = numbers.slice(0, position + 1);
  raised[position] = String(BigInt(raised[position] ?? '0') + 1n);
  while (raised.length < Math.max(2, numbers.length)) raised.push('0');
  return raised.join('.');
}

// An alternative's comparators are written narrowest last or in order of bounds; the later bound of one side wins only where the
// side was open, or where it is a plain number comparison that narrows. Texts of one requirement are few: no scheme is needed.
function intersect(left: Interval, right: Interval): Interval {
  const min = narrower(left.min, right.min, true);
  const max = narrower(left.max, right.max, false);
  return { ...(min ? { min } : {}), ...(max ? { max } : {}) };
}

function narrower(left: Bound | undefined, right: Bound | undefined, isLower: boolean): Bound | undefined {
  if (!left || !right) return left ?? right;
  const order = compareNumbers(leadingNumbers(left.version), leadingNumbers(right.version));
  if (order === 0) return left.inclusive ? right : left;
  return order > 0 === isLower ? left : right;
}

function compareNumbers(left: string[], right: string[]): number {
  return compareInTurn(left, right, (a = '0', b = '0') => compareDigits(trimZeros(a), trimZeros(b)));
}

/** Interval notation of Maven and NuGet: `[1.0,2.0)`, `[1.5]`, `(,1.0],[1.2,)`. A bare version is what both would take first. */
function parseBrackets(text: string): Interval[] | undefined {
  if (text === '') return undefined;
  if (!/[[(]/.test(text)) {
    if (text.includes('*')) return [comparator('=', text, 'npm')];
    return /^[\w.+-]+$/.test(text) ? [exactly(text)] : undefined;
  }
  const intervals: Interval[] = [];
  for (const match of text.matchAll(/([[(])\s*([^,[\]()]*?)\s*(?:(,)\s*([^,[\]()]*?)\s*)?([\])])/g)) {
    const [, open, low, comma, high, close] = match;
    if (!comma) intervals.push(exactly(low!));
    else {
      intervals.push({
        ...(low ? { min: { version: low, inclusive: open === '[' } } : {}),
        ...(high ? { max: { version: high, inclusive: close === ']' } } : {}),
      });
    }
  }
  return intervals.length > 0 ? intervals : undefined;
}
