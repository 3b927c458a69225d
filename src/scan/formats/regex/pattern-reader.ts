import { answeredOnce } from './answered-once.ts';
import { PatternError, type PatternNode, parsePattern, type SetMember } from './parse-pattern.ts';

/** A part of a regular expression, as far as the question matters in how many ways it can match. */
export type PatternPart =
  | { readonly k: 'set'; readonly set: CharacterSet }
  | { readonly k: 'all'; readonly parts: readonly PatternPart[] }
  | { readonly k: 'any'; readonly choices: readonly PatternPart[] }
  | { readonly k: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number }
  /** Matches the empty text at some places only: an anchor, a border, what is ahead. */
  | { readonly k: 'place'; readonly sign: string };

/** The characters that may be at a place, as flags over ASCII; all others count as one. */
export type CharacterSet = Uint8Array;

/** Reads a regular expression of JavaScript or Python. Undefined where it is broken, too long or nested too deeply. */
export function readPattern(pattern: string): PatternPart | undefined {
  return read(pattern).part;
}

/** One expression is asked about in many ways, one behind the other. */
const read = answeredOnce((pattern) => ({ part: partOf(pattern) }));

function partOf(pattern: string): PatternPart | undefined {
  const literal = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern);
  const source = literal ? literal[1]! : pattern;
  if (source.length > maxLength) return undefined;
  const flags = literal?.[2] ?? /^\(\?([a-z]+)\)/.exec(source)?.[1] ?? '';
  try {
    const tree = parsePattern(source.replace(/^\(\?[a-zA-Z]+\)/, ''));
    return new PatternReader(flags.includes('i'), flags.includes('s')).part(tree);
  } catch (error) {
    // A program is not wrong because its pattern cannot be read: nothing is said about such a one.
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

class PatternReader {
  readonly #ignoresCase: boolean;
  readonly #dotIsAll: boolean;
  /** What the next character must not be, by a look ahead in front of it. */
  #forbidden: CharacterSet | undefined;

  constructor(ignoresCase: boolean, dotIsAll: boolean) {
    this.#ignoresCase = ignoresCase;
    this.#dotIsAll = dotIsAll;
  }

  part(node: PatternNode): PatternPart {
    switch (node.k) {
      case 'sequence':
        return { k: 'all', parts: node.items.map((item) => this.part(item)) };
      case 'choice':
        return { k: 'any', choices: node.options.map((option) => this.part(option)) };
      case 'place':
        return { k: 'place', sign: node.sign };
      case 'group':
        return this.#group(node);
      case 'repeat':
        return this.#repeat(node);
      default:
        return { k: 'set', set: this.#allowed(this.#characters(node)) };
    }
  }

  #group({ opening, body }: PatternNode & { k: 'group' }): PatternPart {
    const inner = this.part(body);
    if (opening === '?!') this.#forbidden = singleSet(inner);
    if (/^\?<?[=!]$/.test(opening)) {
      const alwaysHolds = (opening === '?!' && this.#forbidden) || (opening === '?=' && canBeEmpty(inner));
      return { k: 'place', sign: alwaysHolds ? '' : opening };
    }
    // What an atomic group has matched is never tried again.
    return opening === '?>' ? { k: 'place', sign: opening } : inner;
  }

  #repeat({ item, least, most, mode }: PatternNode & { k: 'repeat' }): PatternPart {
    const part = this.part(item);
    if (part.k === 'place') return part;
    return mode === 'possessive' ? { k: 'place', sign: 'possessive' } : { k: 'repeat', part, least, most };
  }

  #allowed(set: CharacterSet): CharacterSet {
    const folded = this.#ignoresCase ? withBothCases(set) : set;
    const forbidden = this.#forbidden;
    this.#forbidden = undefined;
    return forbidden ? folded.map((on, i) => (forbidden[i] ? 0 : on)) : folded;
  }

  #characters(node: Single): CharacterSet {
    switch (node.k) {
      case 'dot':
        return this.#dotIsAll ? every() : notLineEnd();
      // What was matched before may be anything.
      case 'reference':
        return every();
      case 'class':
        return classOf(node.letter);
      case 'char':
        return only(node.char);
      case 'set': {
        const set = setOf(node.members);
        const folded = this.#ignoresCase ? withBothCases(set) : set;
        return node.isNegated ? folded.map((on) => (on ? 0 : 1)) : folded;
      }
    }
  }
}

type Single = PatternNode & { k: 'dot' | 'reference' | 'class' | 'char' | 'set' };

function setOf(members: readonly SetMember[]): CharacterSet {
  const set: CharacterSet = new Uint8Array(129);
  for (const member of members) {
    if (member.k === 'class') for (const [i, on] of classOf(member.letter).entries()) set[i]! |= on;
    else if (member.k === 'char') mark(set, member.char, member.char);
    else if (member.to.k === 'char') mark(set, member.from.char, member.to.char);
  }
  return set;
}

function canBeEmpty(part: PatternPart): boolean {
  if (part.k === 'set' || part.k === 'place') return false;
  if (part.k === 'all') return part.parts.every(canBeEmpty);
  if (part.k === 'any') return part.choices.some(canBeEmpty);
  return part.least === 0 || canBeEmpty(part.part);
}

/** The one set of characters that a part consists of; undefined where it is longer. */
function singleSet(part: PatternPart): CharacterSet | undefined {
  if (part.k === 'set') return part.set;
  if (part.k === 'all') return part.parts.length === 1 ? singleSet(part.parts[0]!) : undefined;
  if (part.k !== 'any') return undefined;
  const union = new Uint8Array(129);
  for (const choice of part.choices) {
    const set = singleSet(choice);
    if (!set) return undefined;
    for (const [i, on] of set.entries()) union[i]! |= on;
  }
  return union;
}

export function overlaps(a: CharacterSet, b: CharacterSet): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] && b[i]) return true;
  return false;
}

function withBothCases(set: CharacterSet): CharacterSet {
  const both = new Uint8Array(set);
  for (let code = 65; code <= 90; code++) {
    const on = set[code]! | set[code + 32]!;
    both[code] = on;
    both[code + 32] = on;
  }
  return both;
}

function every(): CharacterSet {
  return new Uint8Array(129).fill(1);
}

function notLineEnd(): CharacterSet {
  const set = every();
  set[10] = 0;
  set[13] = 0;
  return set;
}

function only(char: string): CharacterSet {
  const set = new Uint8Array(129);
  mark(set, char, char);
  return set;
}

function mark(set: CharacterSet, from: string, to: string): void {
  const end = Math.min(128, to.codePointAt(0) ?? 128);
  for (let code = Math.min(128, from.codePointAt(0) ?? 128); code <= end; code++) set[code] = 1;
}

function classOf(letter: string): CharacterSet {
  const matches = classes.get(letter.toLowerCase());
  if (!matches) return every();
  const isNegated = letter !== letter.toLowerCase();
  const set = new Uint8Array(129);
  for (let code = 0; code < 128; code++)
    if (matches.test(String.fromCharCode(code)) !== isNegated) set[code] = 1;
  if (isNegated) set[128] = 1;
  return set;
}

/** Others, such as `\p{L}`, may be any character. */
const classes = new Map([
  ['d', /\d/],
  ['w', /\w/],
  ['s', /\s/],
]);
const maxLength = 2_000;
