import {
  type PatternCharacter,
  type PatternClass,
  PatternError,
  type PatternNode,
  parsePattern,
} from '../../../formats/regex/parse-pattern.ts';

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
const maxDepth = 16;
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
  const root = readBytes(ignoreCase ? source.slice(4) : source, ignoreCase, source);
  if (expandedSize(root) > maxExpandedSize) {
    throw new ExpressionError(
      `More than ${maxExpandedSize} positions once repetitions are written out`,
      source,
    );
  }
  return { root, ignoreCase };
}

function readBytes(pattern: string, ignoreCase: boolean, source: string): Expression {
  try {
    return new ByteReader(ignoreCase).read(parsePattern(pattern, { bracketMayComeFirst: true }));
  } catch (error) {
    throw error instanceof PatternError ? new ExpressionError(error.message, source) : error;
  }
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

/** What of a pattern can be matched in linear time, over bytes; everything else is an error for whoever writes the rule. */
class ByteReader {
  readonly #ignoreCase: boolean;
  #depth = 0;

  constructor(ignoreCase: boolean) {
    this.#ignoreCase = ignoreCase;
  }

  read(node: PatternNode): Expression {
    switch (node.k) {
      case 'choice':
        return { kind: 'choice', options: node.options.map((option) => this.read(option)) };
      case 'sequence': {
        const items = node.items.map((item) => this.read(item));
        return items.length === 1 ? items[0]! : { kind: 'sequence', items };
      }
      case 'group':
        return this.#group(node);
      case 'repeat':
        return this.#repeat(node);
      case 'dot':
        return { kind: 'bytes', set: singleByte(10).map((bit) => 1 - bit) };
      case 'set':
        return { kind: 'bytes', set: this.#set(node) };
      case 'char':
        return { kind: 'bytes', set: this.#fold(literalByte(node)) };
      case 'class':
        return { kind: 'bytes', set: this.#fold(namedClass(node)) };
      case 'place':
        throw new PatternError(
          node.sign.startsWith('\\') ? `"${node.sign}" is not supported` : misplaced(node.sign),
        );
      case 'reference':
        throw new PatternError(`"\\${node.escape}" is not supported`);
    }
  }

  #group({ opening, body }: PatternNode & { k: 'group' }): Expression {
    if (opening !== '' && opening !== '?:' && opening !== '?<secret>')
      throw new PatternError('Only (?:…) and (?<secret>…) groups are supported');
    if (++this.#depth > maxDepth) throw new PatternError('Groups are nested too deeply');
    const item = this.read(body);
    this.#depth--;
    return opening === '?<secret>' ? { kind: 'secret', item } : item;
  }

  #repeat({ item, least, most, mode }: PatternNode & { k: 'repeat' }): Expression {
    if (mode !== 'greedy') throw new PatternError('Two repetitions in a row');
    const max = most === Number.POSITIVE_INFINITY ? Math.max(least, maxRepeat) : most;
    if (max < least || max > 4 * maxRepeat) throw new PatternError('A repetition is out of range');
    return { kind: 'repeat', item: this.read(item), min: least, max };
  }

  #set({ isNegated, members }: PatternNode & { k: 'set' }): Uint8Array {
    const set = new Uint8Array(256);
    for (const member of members) {
      if (member.k !== 'range') addTo(set, member.k === 'class' ? namedClass(member) : byteOf(member));
      else {
        if (member.to.k === 'class') throw new PatternError('A range ends in a class');
        const [from, to] = [byteOf(member.from).indexOf(1), byteOf(member.to).indexOf(1)];
        if (to < from) throw new PatternError('A range runs backwards');
        set.fill(1, from, to + 1);
      }
    }
    const folded = this.#fold(set);
    return isNegated ? folded.map((bit) => 1 - bit) : folded;
  }

  #fold(set: Uint8Array): Uint8Array {
    if (!this.#ignoreCase) return set;
    const folded = set.slice();
    for (let byte = 65; byte <= 90; byte++) folded[byte] = folded[byte + 32] = set[byte]! | set[byte + 32]!;
    return folded;
  }
}

/** A character outside of brackets: characters of the notation must be escaped there. */
function literalByte(node: PatternCharacter): Uint8Array {
  if (node.escape !== undefined) return byteOf(node);
  if ('*+?{}'.includes(node.char)) throw new PatternError(misplaced(node.char));
  if (node.char.charCodeAt(0) > 126) throw new PatternError('Only ASCII is supported');
  return byteOf(node);
}

function byteOf({ char, escape: written }: PatternCharacter): Uint8Array {
  if (written === '') throw new PatternError('A backslash at the end');
  if (written === 'x') throw new PatternError('\\x needs two hexadecimal digits');
  if (written !== undefined && /^[A-Za-z0-9]/.test(written) && !/^(?:[nrt]|x..)$/.test(written))
    throw new PatternError(`"\\${written}" is not supported`);
  const code = char.charCodeAt(0);
  if (code > 255) throw new PatternError('Only ASCII is supported');
  return singleByte(code);
}

function namedClass({ letter }: PatternClass): Uint8Array {
  const set = byteClasses[letter];
  if (!set) throw new PatternError(`"\\${letter}" is not supported`);
  return set;
}

function misplaced(sign: string): string {
  return sign === '{'
    ? 'A repetition is not of the form {n}, {n,} or {n,m}, or "{" must be escaped'
    : `"${sign}" must be escaped or does not belong here`;
}

function addTo(set: Uint8Array, more: Uint8Array): void {
  for (let byte = 0; byte < 256; byte++) set[byte]! |= more[byte]!;
}

function singleByte(byte: number): Uint8Array {
  const set = new Uint8Array(256);
  set[byte] = 1;
  return set;
}

/** From pairs of a first and a last character. */
function ranges(pairs: string): Uint8Array {
  const set = new Uint8Array(256);
  for (let i = 0; i < pairs.length; i += 2) set.fill(1, pairs.charCodeAt(i), pairs.charCodeAt(i + 1) + 1);
  return set;
}

const byteClasses: Readonly<Record<string, Uint8Array>> = {
  d: ranges('09'),
  w: ranges('AZaz09__'),
  s: ranges('  \t\t\r\r\n\n'),
  S: ranges('  \t\t\r\r\n\n').map((bit) => 1 - bit),
};
