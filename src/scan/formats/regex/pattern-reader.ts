/** A part of a regular expression, as far as the question matters in how many ways it can match. */
export type PatternPart =
  | { readonly k: 'set'; readonly set: CharacterSet }
  | { readonly k: 'all'; readonly parts: readonly PatternPart[] }
  | { readonly k: 'any'; readonly choices: readonly PatternPart[] }
  | { readonly k: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number }
  /** Matches the empty text at some places only: an anchor, a border, what lies ahead. */
  | { readonly k: 'place'; readonly sign: string };

/** The characters that may stand at a place, as flags over ASCII; all others count as one. */
export type CharacterSet = Uint8Array;

/** Reads a regular expression of JavaScript or Python. Undefined where it is broken, too long or nested too deeply. */
export function readPattern(pattern: string): PatternPart | undefined {
  const literal = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern);
  const source = literal ? literal[1]! : pattern;
  if (source.length > maxLength) return undefined;
  const flags = literal?.[2] ?? /^\(\?([a-z]+)\)/.exec(source)?.[1] ?? '';
  const reader = new PatternReader(
    source.replace(/^\(\?[a-zA-Z]+\)/, ''),
    flags.includes('i'),
    flags.includes('s'),
  );
  const root = reader.choices(0);
  return reader.isComplete ? root : undefined;
}

class PatternReader {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  readonly #dotIsAll: boolean;
  #at = 0;
  /** What the next character must not be, by a look ahead in front of it. */
  #forbidden: CharacterSet | undefined;

  constructor(source: string, ignoresCase: boolean, dotIsAll: boolean) {
    this.#source = source;
    this.#ignoresCase = ignoresCase;
    this.#dotIsAll = dotIsAll;
  }

  get isComplete(): boolean {
    return this.#at >= this.#source.length;
  }

  choices(depth: number): PatternPart | undefined {
    if (depth > maxDepth) return undefined;
    const choices: PatternPart[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        choices.push([]);
        continue;
      }
      const part = this.#part(depth);
      if (!part) return undefined;
      choices.at(-1)!.push(part);
    }
    const parts = choices.map((items): PatternPart => ({ k: 'all', parts: items }));
    return parts.length === 1 ? parts[0] : { k: 'any', choices: parts };
  }

  #part(depth: number): PatternPart | undefined {
    const char = this.#source[this.#at++]!;
    if (char === '^' || char === '$') return { k: 'place', sign: char };
    let part: PatternPart | undefined;
    if (char === '(') {
      part = this.#group(depth);
      if (!part) return undefined;
      if (part.k === 'place') return this.#repeated(part) && part;
    } else if (char === '[') {
      const set = this.#set();
      if (!set) return undefined;
      part = { k: 'set', set };
    } else if (char === '\\') part = this.#escape();
    else part = { k: 'set', set: char === '.' ? (this.#dotIsAll ? every() : notLineEnd()) : only(char) };
    if (part.k === 'place') return part;
    if (part.k === 'set') part = { k: 'set', set: this.#allowed(part.set) };
    return this.#repeated(part);
  }

  #group(depth: number): PatternPart | undefined {
    const opening = /^\?(?::|<?[=!]|P?<[\w$]+>|[a-z-]+:|>|P=\w+)/.exec(
      this.#source.slice(this.#at, this.#at + 60),
    )?.[0];
    this.#at += opening?.length ?? 0;
    const inner = this.choices(depth + 1);
    if (!inner || this.#source[this.#at++] !== ')') return undefined;
    if (opening === '?!') this.#forbidden = singleSet(inner);
    if (opening && /^\?<?[=!]$/.test(opening)) {
      const alwaysHolds = (opening === '?!' && this.#forbidden) || (opening === '?=' && canBeEmpty(inner));
      return { k: 'place', sign: alwaysHolds ? '' : opening };
    }
    // What an atomic group has matched is never tried again.
    return opening === '?>' ? { k: 'place', sign: opening } : inner;
  }

  #repeated(part: PatternPart): PatternPart {
    const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})([?+]?)/.exec(this.#source.slice(this.#at, this.#at + 24));
    if (!match) return part;
    this.#at += match[0].length;
    if (match[4] === '+') return { k: 'place', sign: 'possessive' };
    const sign = match[0][0];
    if (sign === '*') return { k: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
    if (sign === '+') return { k: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY };
    if (sign === '?') return { k: 'repeat', part, least: 0, most: 1 };
    const least = Number(match[1]);
    const most = match[3] ? Number(match[3]) : match[2] ? Number.POSITIVE_INFINITY : least;
    return { k: 'repeat', part, least, most };
  }

  #allowed(set: CharacterSet): CharacterSet {
    const folded = this.#ignoresCase ? withBothCases(set) : set;
    const forbidden = this.#forbidden;
    this.#forbidden = undefined;
    return forbidden ? folded.map((on, i) => (forbidden[i] ? 0 : on)) : folded;
  }

  #escape(): PatternPart {
    const char = this.#source[this.#at++] ?? '';
    if (/[bBAZzG]/.test(char)) return { k: 'place', sign: `\\${char}` };
    if (char === 'k' || /[1-9]/.test(char)) {
      if (char === 'k')
        this.#at += /^<[^>]*>/.exec(this.#source.slice(this.#at, this.#at + 60))?.[0].length ?? 0;
      return { k: 'set', set: every() };
    }
    return { k: 'set', set: this.#escapedSet(char) };
  }

  #escapedSet(char: string): CharacterSet {
    const known = classOf(char);
    if (known) {
      if (/[pP]/.test(char))
        this.#at += /^\{[^}]*\}/.exec(this.#source.slice(this.#at, this.#at + 60))?.[0].length ?? 0;
      return known;
    }
    return only(this.#escapedChar(char));
  }

  #escapedChar(char: string): string {
    const digits = char === 'x' ? /^[0-9a-fA-F]{2}/ : char === 'u' ? /^\{?[0-9a-fA-F]{4,6}\}?/ : undefined;
    const code = digits?.exec(this.#source.slice(this.#at, this.#at + 8))?.[0];
    if (!code) return escaped.get(char) ?? char;
    this.#at += code.length;
    return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code.replace(/[{}]/g, ''), 16)));
  }

  #set(): CharacterSet | undefined {
    const isNegated = this.#source[this.#at] === '^';
    if (isNegated) this.#at++;
    let set: CharacterSet = new Uint8Array(129);
    for (;;) {
      const char = this.#source[this.#at++];
      if (char === undefined) return undefined;
      if (char === ']') break;
      const from = this.#member(char);
      if (typeof from !== 'string') {
        for (const [i, on] of from.entries()) set[i]! |= on;
        continue;
      }
      const isRange = this.#source[this.#at] === '-' && (this.#source[this.#at + 1] ?? ']') !== ']';
      if (!isRange) {
        mark(set, from, from);
        continue;
      }
      this.#at++;
      const to = this.#member(this.#source[this.#at++]!);
      if (typeof to === 'string') mark(set, from, to);
    }
    if (this.#ignoresCase) set = withBothCases(set);
    return isNegated ? set.map((on) => (on ? 0 : 1)) : set;
  }

  /** One character inside brackets, or the set that an escape stands for. */
  #member(char: string): string | CharacterSet {
    if (char !== '\\') return char;
    const next = this.#source[this.#at++] ?? '';
    if (next === 'b') return '\b';
    return classOf(next) ? this.#escapedSet(next) : this.#escapedChar(next);
  }
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

function classOf(char: string): CharacterSet | undefined {
  const matches = classes.get(char.toLowerCase());
  if (!matches) return char === 'p' || char === 'P' ? every() : undefined;
  const isNegated = char !== char.toLowerCase();
  const set = new Uint8Array(129);
  for (let code = 0; code < 128; code++)
    if (matches.test(String.fromCharCode(code)) !== isNegated) set[code] = 1;
  if (isNegated) set[128] = 1;
  return set;
}

const classes = new Map([
  ['d', /\d/],
  ['w', /\w/],
  ['s', /\s/],
]);
const escaped = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);
const maxLength = 2_000;
const maxDepth = 30;
