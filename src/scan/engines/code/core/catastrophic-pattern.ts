/**
 * Whether a regular expression takes exponential time on some text: a repeated group whose content can match the same text in two ways.
 * Two forms are recognised, which are nearly all that occur: a repetition at the edge of a repeated group (`(a+)+`, `(\w+\s?)*`) and
 * alternatives that begin alike inside one (`(a|ab)*`). Bounded in the length of the pattern and in depth; what is not understood is not reported.
 */
export function isCatastrophic(pattern: string): boolean {
  const literal = /^\/([\s\S]*)\/[a-z]*$/.exec(pattern);
  const source = literal ? literal[1]! : pattern;
  if (source.length > maxLength || !/\)[*+{]/.test(source)) return false;
  const reader = new PatternReader(source);
  const root = reader.alternatives(0);
  return root !== undefined && reader.isComplete && hasDoubtfulRepetition(root);
}

/** The characters an item may match, as flags over ASCII; others count as one. */
type Characters = Uint8Array;

interface Item {
  readonly characters: Characters | undefined;
  readonly group: Item[][] | undefined;
  readonly least: number;
  readonly isUnbounded: boolean;
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isComplete(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Undefined where the pattern is broken or nested too deeply. */
  alternatives(depth: number): Item[][] | undefined {
    if (depth > maxDepth) return undefined;
    const found: Item[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        found.push([]);
        continue;
      }
      const item = this.#item(depth);
      if (!item) return undefined;
      if (item !== 'nothing') found.at(-1)!.push(item);
    }
    return found;
  }

  #item(depth: number): Item | 'nothing' | undefined {
    const char = this.#source[this.#at++]!;
    if (char === '^' || char === '$') return 'nothing';
    let characters: Characters | undefined;
    let group: Item[][] | undefined;
    let isLookaround = false;
    if (char === '(') {
      const opening = /^\?(?::|<?[=!]|P?<[\w$]+>|[a-z-]+:|>)/.exec(
        this.#source.slice(this.#at, this.#at + 60),
      );
      isLookaround = opening !== null && /^\?<?[=!]$/.test(opening[0]);
      this.#at += opening?.[0].length ?? 0;
      group = this.alternatives(depth + 1);
      if (!group || this.#source[this.#at++] !== ')') return undefined;
    } else if (char === '[') {
      characters = this.#set();
      if (!characters) return undefined;
    } else if (char === '\\') {
      const meant = this.#escape();
      if (meant === 'nothing') return 'nothing';
      characters = meant;
    } else characters = char === '.' ? every() : only(char);
    const { least, isUnbounded } = this.#quantifier();
    return isLookaround ? 'nothing' : { characters, group, least, isUnbounded };
  }

  #quantifier(): { least: number; isUnbounded: boolean } {
    const match = /^(?:[*+?]|\{(\d*)(,?)(\d*)\})([?+]?)/.exec(this.#source.slice(this.#at, this.#at + 24));
    if (!match || match[0] === '{}') return { least: 1, isUnbounded: false };
    this.#at += match[0].length;
    const sign = match[0][0];
    if (sign === '*' || sign === '+') return { least: sign === '+' ? 1 : 0, isUnbounded: match[4] !== '+' };
    if (sign === '?') return { least: 0, isUnbounded: false };
    const most = match[3] ? Number(match[3]) : match[2] ? Number.POSITIVE_INFINITY : Number(match[1]);
    return { least: Number(match[1] || 0), isUnbounded: most >= manyTimes };
  }

  #escape(): Characters | 'nothing' {
    const char = this.#source[this.#at++] ?? '';
    if (/[bBAZzGk1-9]/.test(char)) return char === 'k' || /\d/.test(char) ? every() : 'nothing';
    return classOf(char) ?? only(escaped.get(char) ?? char);
  }

  #set(): Characters | undefined {
    const isNegated = this.#source[this.#at] === '^';
    if (isNegated) this.#at++;
    const set = new Uint8Array(129);
    for (let first = true; ; first = false) {
      const char = this.#source[this.#at++];
      if (char === undefined) return undefined;
      if (char === ']' && !first) break;
      if (char === '\\') {
        const next = this.#source[this.#at++] ?? '';
        const known = classOf(next);
        if (known) for (const [i, on] of known.entries()) set[i]! |= on;
        else mark(set, escaped.get(next) ?? next, escaped.get(next) ?? next);
        continue;
      }
      const isRange = this.#source[this.#at] === '-' && (this.#source[this.#at + 1] ?? ']') !== ']';
      if (!isRange) mark(set, char, char);
      else {
        this.#at++;
        let end = this.#source[this.#at++]!;
        if (end === '\\') end = this.#source[this.#at++] ?? '';
        mark(set, char, end);
      }
    }
    return isNegated ? set.map((on) => (on ? 0 : 1)) : set;
  }
}

function hasDoubtfulRepetition(alternatives: readonly Item[][]): boolean {
  return alternatives.some((items) =>
    items.some((item) => {
      if (!item.group) return false;
      return (item.isUnbounded && isDoubtful(item.group)) || hasDoubtfulRepetition(item.group);
    }),
  );
}

/** Whether what is repeated can be split into repetitions in more than one way. */
function isDoubtful(alternatives: readonly Item[][]): boolean {
  for (const [i, items] of alternatives.entries()) {
    if (items.some((item, at) => splitsFreely(items, item, at))) return true;
    for (const other of alternatives.slice(i + 1))
      if (items.length && other.length && beginsAlike(items, other)) return true;
  }
  return false;
}

/** An unbounded part next to which all others may be absent: `a+`, `\s*a+`, `(a+)`. The border between two rounds is then anywhere. */
function splitsFreely(items: readonly Item[], item: Item, at: number): boolean {
  const bare = unwrapped(item);
  const inner = bare.isUnbounded ? charactersOf(bare) : undefined;
  if (inner === undefined) {
    const only = item.group && items.length === 1 && !item.isUnbounded ? item.group : undefined;
    return only !== undefined && isDoubtful(only);
  }
  return items.every((other, i) => {
    if (i === at || other.least === 0) return true;
    const set = charactersOf(other);
    // A part that must be there but may be one of the same characters gives no border either.
    return set !== undefined && overlaps(set, inner);
  });
}

/** `(a+)` is `a+`. */
function unwrapped(item: Item): Item {
  if (item.isUnbounded || item.least !== 1 || item.group?.length !== 1 || item.group[0]!.length !== 1)
    return item;
  return unwrapped(item.group[0]![0]!);
}

/** One alternative is a single character set that can take the whole other one, in one round or in several. */
function beginsAlike(a: readonly Item[], b: readonly Item[]): boolean {
  const [single, other] = a.length === 1 ? [a[0]!, b] : [b[0]!, a];
  if ((a.length !== 1 && b.length !== 1) || !single.characters) return false;
  return other.every(
    (item) => item.characters !== undefined && overlaps(item.characters, single.characters!),
  );
}

function charactersOf(item: Item): Characters | undefined {
  if (item.characters) return item.characters;
  const single = item.group?.length === 1 && item.group[0]!.length === 1 ? item.group[0]![0]! : undefined;
  return single ? charactersOf(single) : undefined;
}

function overlaps(a: Characters, b: Characters): boolean {
  return a.some((on, i) => on === 1 && b[i] === 1);
}

function every(): Characters {
  return new Uint8Array(129).fill(1);
}

function only(char: string): Characters {
  const set = new Uint8Array(129);
  mark(set, char, char);
  return set;
}

function mark(set: Characters, from: string, to: string): void {
  const end = Math.min(128, to.codePointAt(0) ?? 128);
  for (let code = Math.min(128, from.codePointAt(0) ?? 128); code <= end; code++) set[code] = 1;
}

function classOf(char: string): Characters | undefined {
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
]);
const maxLength = 1_000;
const maxDepth = 30;
/** From this count on a bounded repetition is as bad as an unbounded one. */
const manyTimes = 20;
