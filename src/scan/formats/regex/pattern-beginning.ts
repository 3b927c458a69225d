import { type CharacterSet, type PatternPart, readPattern } from './pattern-reader.ts';

/** How a text begins that matches a regular expression. */
export interface PatternBeginning {
  /** The characters that it begins with, as far as each of them is written out. */
  readonly text: string;
  /** The same for each choice of the expression, and whether the text ends there. */
  readonly ways: ReadonlyArray<{ readonly text: string; readonly ends: boolean }>;
  /** What may be first, and what may be behind it where there is something. */
  readonly first: CharacterSet;
  readonly second: CharacterSet;
}

/**
 * Reads how matching texts begin. `anchors` says what the call adds to the expression: `none` where the match may be anywhere. With `lines` the character `^`
 * stands for the beginning of any line, which says nothing about the text. Undefined where nothing is said about the beginning.
 */
export function beginningOf(
  pattern: string,
  anchors: 'whole' | 'start' | 'none',
  lines: boolean,
): PatternBeginning | undefined {
  const literal = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern);
  // Whatever is behind the match; what is looked for ahead of it counts for it.
  const root = readPattern(literal ? `/(?:${literal[1]})[\\s\\S]/${literal[2]}` : `(?:${pattern})[\\s\\S]`);
  if (!root) return undefined;
  const ways = waysOf([root], maxWays);
  if (!ways || ways.length === 0) return undefined;
  const begins = ways.map((parts) => beginning(parts, anchors !== 'none', lines));
  return begins.every((one) => one !== undefined) ? begins.reduce(either) : undefined;
}

/** Each choice of an expression as one sequence; undefined where there are too many. */
export function waysOf(parts: readonly PatternPart[], most: number): PatternPart[][] | undefined {
  let ways: PatternPart[][] = [[]];
  for (const part of parts) {
    const heads =
      part.k === 'all'
        ? waysOf(part.parts, most)
        : part.k === 'any'
          ? part.choices.flatMap((choice) => waysOf([choice], most) ?? [undefined])
          : [[part]];
    if (!heads || heads.includes(undefined) || heads.length * ways.length > most) return undefined;
    ways = ways.flatMap((way) => heads.map((head) => [...way, ...head!]));
  }
  return ways;
}

function beginning(
  parts: readonly PatternPart[],
  isAtStart: boolean,
  lines: boolean,
): PatternBeginning | undefined {
  const isAnchor = (part: PatternPart) => part.k === 'place' && (part.sign === '\\A' || part.sign === '^');
  const anchored =
    isAtStart || parts.some((part, i) => i === 0 && isAnchor(part) && !(lines && isCaret(part)));
  if (!anchored) return undefined;
  const sets: CharacterSet[] = [];
  let text = '';
  let isText = true;
  let ends = false;
  // What may be missing lets the next part be at the same place.
  let open: CharacterSet[] = [];
  for (const part of parts) {
    if (sets.length === 2 && !isText) break;
    if (part.k === 'place') {
      if (isEnd(part, lines)) {
        ends = isText;
        break;
      }
      continue;
    }
    const { set, least, most } = counted(part);
    if (!set) return undefined;
    if (isText && least === 1 && most === 1 && onlyOne(set) !== undefined) text += onlyOne(set);
    else {
      // `https://host` and then one of `/`, `?` and `#`: the host ends there.
      if (isText && least === 1 && isBehindHost(set)) ends = true;
      isText = false;
    }
    open.push(set);
    if (least === 0) continue;
    const here = union(open);
    open = most > 1 ? [set] : [];
    for (let i = 0; i < least && sets.length < 2; i++) sets.push(i === 0 ? here : set);
  }
  const [first, second = union(open)] = sets;
  return first ? { text, ways: [{ text, ends }], first, second } : undefined;
}

/** A set of characters with how often it occurs. */
export function counted(part: PatternPart): { set: CharacterSet | undefined; least: number; most: number } {
  if (part.k === 'set') return { set: part.set, least: 1, most: 1 };
  if (part.k === 'repeat')
    return { set: part.part.k === 'set' ? part.part.set : undefined, least: part.least, most: part.most };
  return { set: undefined, least: 0, most: 0 };
}

function isCaret(part: PatternPart): boolean {
  return part.k === 'place' && part.sign === '^';
}

function isEnd(part: PatternPart & { k: 'place' }, lines: boolean): boolean {
  return ['\\z', '\\Z'].includes(part.sign) || (part.sign === '$' && !lines);
}

/** The character that is alone in a set. */
export function onlyOne(set: CharacterSet): string | undefined {
  const at = set.indexOf(1);
  return at >= 0 && at < 128 && set.lastIndexOf(1) === at ? String.fromCharCode(at) : undefined;
}

function either(a: PatternBeginning, b: PatternBeginning): PatternBeginning {
  let same = 0;
  while (same < a.text.length && a.text[same] === b.text[same]) same++;
  return {
    text: a.text.slice(0, same),
    ways: [...a.ways, ...b.ways],
    first: union([a.first, b.first]),
    second: union([a.second, b.second]),
  };
}

function isBehindHost(set: CharacterSet): boolean {
  return set.every((on, code) => !on || '/?#'.includes(String.fromCharCode(code)));
}

function union(sets: readonly CharacterSet[]): CharacterSet {
  const all: CharacterSet = new Uint8Array(129);
  for (const set of sets) for (let i = 0; i < set.length; i++) all[i]! |= set[i]!;
  return all;
}

export const maxWays = 64;
