import { counted, maxWays, onlyOne, waysOf } from './pattern-beginning.ts';
import { type CharacterSet, type PatternPart, readPattern } from './pattern-reader.ts';

/** What a text cannot begin with that does not match a regular expression. */
export interface RefusedBeginning {
  /** The first character and the one behind it. */
  readonly pairs: ReadonlyArray<readonly [CharacterSet, CharacterSet]>;
  /** The name of a protocol with its colon. */
  readonly scheme: boolean;
}

/** Reads how texts that do not match cannot begin: from each choice that asks for nothing behind. */
export function refusedBeginning(pattern: string, anchors: 'whole' | 'start' | 'none'): RefusedBeginning {
  const root = anchors === 'whole' ? undefined : readPattern(pattern);
  const ways = (root && waysOf([root], maxWays)) ?? [];
  const pairs: Array<readonly [CharacterSet, CharacterSet]> = [];
  let scheme = false;
  for (const [first, ...others] of ways) {
    const isAnchor = first?.k === 'place' && (first.sign === '^' || first.sign === '\\A');
    // What occurs nowhere does not occur at the beginning either.
    const rest = isAnchor ? others : first ? [first, ...others] : [];
    const [one, two, ...more] = rest.flatMap((part) => leastOf(part) ?? [undefined]);
    if (one && rest.length > 0 && !more.length && (two ?? rest.every((part) => leastOf(part))))
      pairs.push([one, two ?? any]);
    scheme ||= isScheme(rest);
  }
  return { pairs, scheme };
}

/** The characters that a part asks for at least; undefined where that cannot be said. */
function leastOf(part: PatternPart): CharacterSet[] | undefined {
  if (part.k === 'repeat' && part.least === 0) return [];
  const { set, least } = counted(part);
  return set && least <= 2 ? Array.from({ length: least }, () => set) : undefined;
}

/** `[a-z][a-z0-9+.-]*:` in both cases, or shorter, such as `[a-z]+:`. */
function isScheme(parts: readonly PatternPart[]): boolean {
  const sets = parts.map(counted);
  const colon = sets.pop();
  if (colon?.least !== 1 || !colon.set || onlyOne(colon.set) !== ':') return false;
  const [first, second = first, ...more] = sets;
  if (!first || !second || more.length > 0 || first.least !== 1) return false;
  return (
    second.most > longestScheme && second.least <= 1 && holdsLetters(first.set) && holdsLetters(second.set)
  );
}

function holdsLetters(set: CharacterSet | undefined): boolean {
  return set !== undefined && [...letters].every((char) => set[char.charCodeAt(0)]);
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const any: CharacterSet = new Uint8Array(129).fill(1);
const longestScheme = 10;
