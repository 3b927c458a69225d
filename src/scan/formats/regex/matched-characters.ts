import { type CharacterSet, type PatternPart, readPattern } from './pattern-reader.ts';

/** What a match of a regular expression says about a text. */
export interface MatchedText {
  /** The characters that a text may hold that matches from its beginning to its end; undefined where more than the match may stand in it. */
  readonly whole: CharacterSet | undefined;
  /** All texts that match are written out in the expression. */
  readonly isListed: boolean;
  /** The characters that a text cannot hold that does not match; undefined where such a text may hold any. */
  readonly absent: CharacterSet | undefined;
  /** Texts that cannot occur in one that does not match, such as `..`. */
  readonly absentTexts: readonly string[];
}

/**
 * Reads what matching proves. `anchors` says what the call adds to the expression: `whole` for functions that match all of a text, `start` for those
 * that begin at its start. With `lines` the characters `^` and `$` stand for the ends of any line, which says nothing about the text.
 */
export function matchedText(
  pattern: string,
  anchors: 'whole' | 'start' | 'none',
  lines: boolean,
): MatchedText | undefined {
  const root = readPattern(pattern);
  if (!root) return undefined;
  const choices = root.k === 'any' ? root.choices : [root];
  const parts = choices.map((choice) => (choice.k === 'all' ? ungrouped(choice.parts) : [choice]));
  const isWhole =
    anchors === 'whole' ||
    parts.every(
      (list) =>
        (anchors === 'start' || isPlace(list[0], lines ? ['\\A'] : ['\\A', '^'])) &&
        isPlace(list.at(-1), lines ? ['\\z', '\\Z'] : ['\\z', '\\Z', '$']),
    );
  const whole = isWhole ? charactersOf(root) : undefined;
  const literals = parts.map((list) => literalOf(list));
  const singles = anchors === 'none' ? parts.map((list) => oneCharacter(list)) : [];
  const known = singles.filter((set) => set !== undefined);
  return {
    whole,
    isListed: whole !== undefined && isWrittenOut(root),
    absent: known.length > 0 ? union(known) : undefined,
    absentTexts:
      anchors === 'none'
        ? (literals.filter((text) => text !== undefined && text.length > 1) as string[])
        : [],
  };
}

/** `^(?:…)$` has its anchors outside, `(^…$)` inside of its one group. */
function ungrouped(parts: readonly PatternPart[]): readonly PatternPart[] {
  const [only] = parts;
  return parts.length === 1 && only?.k === 'all' ? ungrouped(only.parts) : parts;
}

function isPlace(part: PatternPart | undefined, signs: readonly string[]): boolean {
  return part?.k === 'place' && signs.includes(part.sign);
}

function charactersOf(part: PatternPart): CharacterSet {
  switch (part.k) {
    case 'set':
      return part.set;
    case 'place':
      // What an atomic or possessive part reads is not known.
      return part.sign === '?>' || part.sign === 'possessive' ? all() : none();
    case 'all':
      return union(part.parts.map(charactersOf));
    case 'any':
      return union(part.choices.map(charactersOf));
    case 'repeat':
      return charactersOf(part.part);
  }
}

/** Only single characters, one behind the other, in any number of choices. */
function isWrittenOut(part: PatternPart): boolean {
  switch (part.k) {
    case 'set':
      return holdsOne(part.set);
    case 'place':
      return part.sign !== '?>' && part.sign !== 'possessive';
    case 'all':
      return part.parts.every(isWrittenOut);
    case 'any':
      return part.choices.every(isWrittenOut);
    case 'repeat':
      return part.most === 1 && isWrittenOut(part.part);
  }
}

/** The one character, repeated or not, that a text must hold to match. */
function oneCharacter(parts: readonly PatternPart[]): CharacterSet | undefined {
  const [only] = parts;
  if (parts.length !== 1 || !only) return undefined;
  if (only.k === 'set') return only.set;
  if (only.k === 'repeat' && only.least <= 1 && only.least > 0) return oneCharacter([only.part]);
  if (only.k === 'all') return oneCharacter(only.parts);
  if (only.k !== 'any') return undefined;
  const sets = only.choices.map((choice) => oneCharacter([choice]));
  return sets.includes(undefined) ? undefined : union(sets as CharacterSet[]);
}

function literalOf(parts: readonly PatternPart[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.k !== 'set' || !holdsOne(part.set)) return undefined;
    const code = part.set.indexOf(1);
    if (code > 127) return undefined;
    text += String.fromCharCode(code);
  }
  return text;
}

/** One character and no other; the last place stands for all beyond ASCII. */
function holdsOne(set: CharacterSet): boolean {
  const first = set.indexOf(1);
  return first >= 0 && first < 128 && !set.includes(1, first + 1);
}

function union(sets: readonly CharacterSet[]): CharacterSet {
  const all = none();
  for (const set of sets) for (let i = 0; i < set.length; i++) all[i]! |= set[i]!;
  return all;
}

function none(): CharacterSet {
  return new Uint8Array(129);
}

function all(): CharacterSet {
  return none().fill(1);
}
