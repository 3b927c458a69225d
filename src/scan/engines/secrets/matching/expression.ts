/**
 * The expressions of rules: a subset of the usual notation that can always be matched in linear time. Literals, classes, groups,
 * alternatives and repetition; no back-references, no look-around. An open repetition (`+`, `*`, `{n,}`) ends at `maxRepeat`.
 */
export type Expression =
  | { kind: 'bytes'; set: Uint8Array }
  | { kind: 'sequence'; items: Expression[] }
  | { kind: 'choice'; options: Expression[] }
  | { kind: 'repeat'; item: Expression; min: number; max: number }
  | { kind: 'secret'; item: Expression };

const maxRepeat = 512;
/** Bytes of an expression after repetitions are written out: bounds the work of one step of the automaton. */
const maxExpandedSize = 6000;

export class ExpressionError extends Error {
  constructor(message: string, source: string) {
    super(`${message} in the expression ${JSON.stringify(source)}`);
    this.name = 'ExpressionError';
  }
}

export interface ParsedExpression {
  root: Expression;
  ignoreCase: boolean;
}

export function parseExpression(source: string): ParsedExpression {
  const ignoreCase = source.startsWith('(?i)');
  const parser = new Parser(ignoreCase ? source.slice(4) : source, ignoreCase, source);
  const root = parser.parse();
  if (expandedSize(root) > maxExpandedSize) {
    throw new ExpressionError(
      `More than ${maxExpandedSize} positions once repetitions are written out`,
      source,
    );
  }
  return { root, ignoreCase };
}

/** The longest text that the expression can match. */
export function maxLength(expression: Expression): number {
  switch (expression.kind) {
    case 'bytes':
      return 1;
    case 'sequence':
      return expression.items.reduce((sum, item) => sum + maxLength(item), 0);
    case 'choice':
      return Math.max(...expression.options.map(maxLength));
    case 'repeat':
      return expression.max * maxLength(expression.item);
    case 'secret':
      return maxLength(expression.item);
  }
}

function expandedSize(expression: Expression): number {
  switch (expression.kind) {
    case 'bytes':
      return 1;
    case 'sequence':
      return expression.items.reduce((sum, item) => sum + expandedSize(item), 0);
    case 'choice':
      return expression.options.reduce((sum, item) => sum + expandedSize(item), 0);
    case 'repeat':
      return expression.max * expandedSize(expression.item);
    case 'secret':
      return expandedSize(expression.item);
  }
}

class Parser {
  readonly #source: string;
  readonly #ignoreCase: boolean;
  readonly #whole: string;
  #at = 0;
  #depth = 0;

  constructor(source: string, ignoreCase: boolean, whole: string) {
    this.#source = source;
    this.#ignoreCase = ignoreCase;
    this.#whole = whole;
  }

  parse(): Expression {
    const root = this.#choice();
    if (this.#at < this.#source.length) throw this.#error(`Unexpected "${this.#source[this.#at]}"`);
    return root;
  }

  #choice(): Expression {
    const options = [this.#sequence()];
    while (this.#peek() === '|') {
      this.#at++;
      options.push(this.#sequence());
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #sequence(): Expression {
    const items: Expression[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      items.push(this.#repeated(this.#atom()));
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items };
  }

  #atom(): Expression {
    const char = this.#source[this.#at++]!;
    if (char === '(') return this.#group();
    if (char === '[') return { kind: 'bytes', set: this.#class() };
    if (char === '.') return { kind: 'bytes', set: singleByte(10).map((bit) => 1 - bit) };
    if (char === '\\') return { kind: 'bytes', set: this.#fold(this.#escape()) };
    if ('*+?{}^$'.includes(char)) throw this.#error(`"${char}" must be escaped or does not belong here`);
    const code = char.charCodeAt(0);
    if (code > 126) throw this.#error('Only ASCII is supported');
    return { kind: 'bytes', set: this.#fold(singleByte(code)) };
  }

  #group(): Expression {
    if (++this.#depth > 16) throw this.#error('Groups are nested too deeply');
    let secret = false;
    if (this.#source.startsWith('?:', this.#at)) this.#at += 2;
    else if (this.#source.startsWith('?<secret>', this.#at)) {
      this.#at += '?<secret>'.length;
      secret = true;
    } else if (this.#peek() === '?') throw this.#error('Only (?:…) and (?<secret>…) groups are supported');
    const item = this.#choice();
    if (this.#source[this.#at++] !== ')') throw this.#error('A group is not closed');
    this.#depth--;
    return secret ? { kind: 'secret', item } : item;
  }

  #repeated(item: Expression): Expression {
    const next = this.#peek();
    let range: [number, number] | undefined;
    if (next === '?') range = [0, 1];
    else if (next === '*') range = [0, maxRepeat];
    else if (next === '+') range = [1, maxRepeat];
    if (range) this.#at++;
    else if (next === '{') {
      const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#source.slice(this.#at, this.#at + 12));
      if (!found) throw this.#error('A repetition is not of the form {n}, {n,} or {n,m}');
      this.#at += found[0].length;
      const min = Number(found[1]);
      range = [min, found[2] === undefined ? min : found[3] ? Number(found[3]) : Math.max(min, maxRepeat)];
      if (range[1] < range[0] || range[1] > 4 * maxRepeat) throw this.#error('A repetition is out of range');
    }
    if (!range) return item;
    if ('*+?{'.includes(this.#peek() ?? ' ')) throw this.#error('Two repetitions in a row');
    return { kind: 'repeat', item, min: range[0], max: range[1] };
  }

  #escape(): Uint8Array {
    const char = this.#source[this.#at++];
    if (char === undefined) throw this.#error('A backslash at the end');
    const named = escapes[char];
    if (named) return named;
    if (char === 'x') {
      const code = Number.parseInt(this.#source.slice(this.#at, this.#at + 2), 16);
      if (Number.isNaN(code)) throw this.#error('\\x needs two hexadecimal digits');
      this.#at += 2;
      return singleByte(code);
    }
    if (/[A-Za-z0-9]/.test(char)) throw this.#error(`"\\${char}" is not supported`);
    const code = char.charCodeAt(0);
    return singleByte(code);
  }

  #class(): Uint8Array {
    const set = new Uint8Array(256);
    const negated = this.#peek() === '^';
    if (negated) this.#at++;
    for (let first = true; ; first = false) {
      const char = this.#source[this.#at++];
      if (char === undefined) throw this.#error('A class is not closed');
      if (char === ']' && !first) break;
      const low = char === '\\' ? this.#escape() : singleByte(char.charCodeAt(0));
      const from = low.indexOf(1);
      const single = low.lastIndexOf(1) === from;
      if (single && this.#peek() === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at++;
        const end = this.#source[this.#at++]!;
        const to = end === '\\' ? this.#escape().indexOf(1) : end.charCodeAt(0);
        if (to < from) throw this.#error('A range runs backwards');
        for (let byte = from; byte <= to; byte++) set[byte] = 1;
      } else for (let byte = 0; byte < 256; byte++) set[byte]! |= low[byte]!;
    }
    const folded = this.#fold(set);
    return negated ? folded.map((bit) => 1 - bit) : folded;
  }

  #fold(set: Uint8Array): Uint8Array {
    if (!this.#ignoreCase) return set;
    const folded = set.slice();
    for (let byte = 65; byte <= 90; byte++) folded[byte] = folded[byte + 32] = set[byte]! | set[byte + 32]!;
    return folded;
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #error(message: string): ExpressionError {
    return new ExpressionError(message, this.#whole);
  }
}

function singleByte(byte: number): Uint8Array {
  const set = new Uint8Array(256);
  set[byte] = 1;
  return set;
}

/** From pairs of a first and a last sign. */
function ranges(pairs: string): Uint8Array {
  const set = new Uint8Array(256);
  for (let i = 0; i < pairs.length; i += 2) set.fill(1, pairs.charCodeAt(i), pairs.charCodeAt(i + 1) + 1);
  return set;
}

const escapes: Readonly<Record<string, Uint8Array>> = {
  d: ranges('09'),
  w: ranges('AZaz09__'),
  s: ranges('  \t\t\r\r\n\n'),
  S: ranges('  \t\t\r\r\n\n').map((bit) => 1 - bit),
  n: singleByte(10),
  r: singleByte(13),
  t: singleByte(9),
};
