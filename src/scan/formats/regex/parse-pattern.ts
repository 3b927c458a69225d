/** A regular expression as it is written. Who reads patterns starts from this, and decides what of it they know and what it means. */
export type PatternNode =
  | PatternCharacter
  | PatternClass
  | { readonly k: 'dot' }
  | { readonly k: 'set'; readonly isNegated: boolean; readonly members: readonly SetMember[] }
  /** Matches the empty text at some places only: `^`, `$`, `\b`, `\A`. */
  | { readonly k: 'place'; readonly sign: string }
  /** What a group before it has matched: `\1`, `\k<name>`. */
  | { readonly k: 'reference'; readonly escape: string }
  /** `opening` is what is after the bracket: empty, `?:`, `?=`, `?<name>` … */
  | { readonly k: 'group'; readonly opening: string; readonly body: PatternNode }
  | { readonly k: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly k: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly k: 'repeat';
      readonly item: PatternNode;
      readonly least: number;
      readonly most: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    };

export interface PatternCharacter {
  readonly k: 'char';
  readonly char: string;
  /** What is after the backslash, such as `n` or `x41`; undefined where there is none. */
  readonly escape: string | undefined;
}

/** `\d`, `\W`, `\p{L}`: the letter. */
export interface PatternClass {
  readonly k: 'class';
  readonly letter: string;
}

export type SetMember =
  | PatternCharacter
  | PatternClass
  | { readonly k: 'range'; readonly from: PatternCharacter; readonly to: PatternCharacter | PatternClass };

export interface PatternDialect {
  /** `[]a]` is a set of two characters, as in POSIX and Python; else it is an empty set and two characters, as in JavaScript. */
  readonly bracketMayComeFirst?: boolean;
}

export class PatternError extends Error {}

/** Throws a `PatternError` where brackets do not fit or are nested too deeply. Characters that mean nothing where they are count as themselves. */
export function parsePattern(source: string, dialect: PatternDialect = {}): PatternNode {
  return new PatternParser(source, dialect).parse();
}

class PatternParser {
  readonly #source: string;
  readonly #dialect: PatternDialect;
  #at = 0;

  constructor(source: string, dialect: PatternDialect) {
    this.#source = source;
    this.#dialect = dialect;
  }

  parse(): PatternNode {
    const root = this.#choice(0);
    if (this.#at < this.#source.length) throw new PatternError(`Unexpected "${this.#source[this.#at]}"`);
    return root;
  }

  #choice(depth: number): PatternNode {
    if (depth > maxDepth) throw new PatternError('Groups are nested too deeply');
    const options: PatternNode[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        options.push([]);
      } else options.at(-1)!.push(this.#item(depth));
    }
    const sequences = options.map((items): PatternNode => ({ k: 'sequence', items }));
    return sequences.length === 1 ? sequences[0]! : { k: 'choice', options: sequences };
  }

  #item(depth: number): PatternNode {
    const char = this.#source[this.#at++]!;
    if (char === '^' || char === '$') return { k: 'place', sign: char };
    const item = this.#atom(char, depth);
    return item.k === 'place' ? item : this.#repeated(item);
  }

  #atom(char: string, depth: number): PatternNode {
    if (char === '(') return this.#group(depth);
    if (char === '[') return this.#set();
    if (char === '.') return { k: 'dot' };
    return char === '\\' ? this.#escape() : { k: 'char', char, escape: undefined };
  }

  #group(depth: number): PatternNode {
    const opening = this.#taken(/^\?(?::|<?[=!]|P?<[\w$]+>|[a-z-]+:|>|P=\w+)/, 60);
    const body = this.#choice(depth + 1);
    if (this.#source[this.#at++] !== ')') throw new PatternError('A group is not closed');
    return { k: 'group', opening, body };
  }

  #repeated(item: PatternNode): PatternNode {
    const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})([?+]?)/.exec(this.#source.slice(this.#at, this.#at + 24));
    if (!match) return item;
    this.#at += match[0].length;
    const [, count, comma, last, suffix] = match;
    const sign = match[0][0];
    const least = sign === '{' ? Number(count) : sign === '+' ? 1 : 0;
    const open = sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    const most = sign !== '{' ? open : last ? Number(last) : comma ? open : least;
    return {
      k: 'repeat',
      item,
      least,
      most,
      mode: suffix === '+' ? 'possessive' : suffix ? 'lazy' : 'greedy',
    };
  }

  /** Outside of brackets. */
  #escape(): PatternNode {
    const char = this.#source[this.#at++] ?? '';
    if (/[bBAZzG]/.test(char)) return { k: 'place', sign: `\\${char}` };
    if (char === 'k') return { k: 'reference', escape: char + this.#taken(/^<[^>]*>/, 60) };
    return /[1-9]/.test(char) ? { k: 'reference', escape: char } : this.#escaped(char);
  }

  #escaped(letter: string): PatternCharacter | PatternClass {
    if (/[pP]/.test(letter)) {
      this.#taken(/^\{[^}]*\}/, 60);
      return { k: 'class', letter };
    }
    if (/[dwsDWS]/.test(letter)) return { k: 'class', letter };
    const digits =
      letter === 'x' ? /^[0-9a-fA-F]{2}/ : letter === 'u' ? /^\{?[0-9a-fA-F]{4,6}\}?/ : undefined;
    const code = digits ? this.#taken(digits, 8) : '';
    const char = code
      ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code.replace(/[{}]/g, ''), 16)))
      : (controls.get(letter) ?? letter);
    return { k: 'char', char, escape: letter + code };
  }

  #set(): PatternNode {
    const isNegated = this.#source[this.#at] === '^';
    if (isNegated) this.#at++;
    const members: SetMember[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const char = this.#source[this.#at++];
      if (char === undefined) throw new PatternError('A class is not closed');
      if (char === ']' && !(isFirst && this.#dialect.bracketMayComeFirst)) break;
      members.push(this.#member(char));
    }
    return { k: 'set', isNegated, members };
  }

  #member(char: string): SetMember {
    const from = this.#single(char);
    const isRange = this.#source[this.#at] === '-' && (this.#source[this.#at + 1] ?? ']') !== ']';
    if (from.k !== 'char' || !isRange) return from;
    this.#at++;
    return { k: 'range', from, to: this.#single(this.#source[this.#at++]!) };
  }

  /** One character inside brackets, or the set that an escape stands for. */
  #single(char: string): PatternCharacter | PatternClass {
    if (char !== '\\') return { k: 'char', char, escape: undefined };
    const letter = this.#source[this.#at++] ?? '';
    return letter === 'b' ? { k: 'char', char: '\b', escape: letter } : this.#escaped(letter);
  }

  /** What an expression matches here, of the next characters; empty where it does not. */
  #taken(expression: RegExp, limit: number): string {
    const text = expression.exec(this.#source.slice(this.#at, this.#at + limit))?.[0] ?? '';
    this.#at += text.length;
    return text;
  }
}

const controls = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);
const maxDepth = 30;
