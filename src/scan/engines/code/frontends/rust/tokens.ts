import type { Argument, Expr } from '../../ir/ir.ts';
import { callOf } from './calls.ts';
import type { RustLowering } from './lowering.ts';

/** The arguments of a macro, read from its tokens: names, fields, calls and literals; of anything else the names that occur in it. */
export function readTokens(low: RustLowering, tree: number): Expr[] {
  return chunksOf(low, tree).map((tokens) => new TokenReader(low, tokens).read());
}

/** The tokens between the brackets, apart at commas. */
function chunksOf(low: RustLowering, tree: number): number[][] {
  const chunks: number[][] = [];
  let chunk: number[] = [];
  const { skip } = low.tree;
  const tokens: number[] = [];
  for (let child = tree + 1; child < skip[tree]!; child = skip[child]!) tokens.push(child);
  for (const token of tokens.slice(1, -1)) {
    const text = low.slice(token);
    if (text === ',' || text === ';') {
      chunks.push(chunk);
      chunk = [];
    } else if (!text.startsWith('//') && !text.startsWith('/*')) chunk.push(token);
  }
  if (chunk.length) chunks.push(chunk);
  return chunks.filter((each) => each.length > 0).slice(0, maxArguments);
}

class TokenReader {
  readonly #low: RustLowering;
  readonly #tokens: readonly number[];
  #at = 0;

  constructor(low: RustLowering, tokens: readonly number[]) {
    this.#low = low;
    this.#tokens = tokens;
  }

  read(): Expr {
    const value = this.#value();
    if (value && this.#at >= this.#tokens.length) return value;
    // `name = value` of a format.
    if (value?.k === 'name' && this.#text() === '=') {
      this.#at++;
      const given = this.read();
      return { k: 'assign', target: value, value: given, start: value.start, end: given.end };
    }
    return this.#unknown();
  }

  #text(): string {
    const token = this.#tokens[this.#at];
    return token === undefined ? '' : this.#low.slice(token);
  }

  #value(): Expr | undefined {
    while (['&', '*', 'mut'].includes(this.#text())) this.#at++;
    const token = this.#tokens[this.#at];
    if (token === undefined) return undefined;
    let value: Expr;
    if (this.#low.kind(token) === 'token_tree') {
      const [only, ...others] = readTokens(this.#low, token);
      if (!only || others.length) return undefined;
      value = only;
    } else value = this.#low.expression(token);
    this.#at++;
    return this.#rest(value);
  }

  /** What follows a value: fields, methods, calls and elements. */
  #rest(from: Expr): Expr {
    let value = from;
    for (;;) {
      const text = this.#text();
      const token = this.#tokens[this.#at];
      if (token === undefined) return value;
      const span = { start: value.start, end: this.#low.end(token) };
      if (text === '.' || text === '::') {
        const name = this.#tokens[this.#at + 1];
        if (name === undefined) return value;
        this.#at += 2;
        const property = this.#low.slice(name);
        const isCalled = this.#tokens[this.#at] !== undefined && this.#text().startsWith('(');
        value =
          text === '.' && !isCalled
            ? this.#low.fieldOf(value, property, span)
            : { k: 'member', object: value, property, ...span };
      } else if (text === '?') this.#at++;
      else if (this.#low.kind(token) === 'token_tree' && text.startsWith('(')) {
        this.#at++;
        const args: Argument[] = readTokens(this.#low, token).map((each) => ({ value: each }));
        value = callOf(value, args, span);
      } else if (this.#low.kind(token) === 'token_tree' && text.startsWith('[')) {
        this.#at++;
        const [index] = readTokens(this.#low, token);
        value = { k: 'index', object: value, index: index ?? this.#low.missing(), ...span };
      } else return value;
    }
  }

  #unknown(): Expr {
    const parts: Expr[] = [];
    const first = this.#tokens[0]!;
    const last = this.#tokens.at(-1)!;
    const { skip } = this.#low.tree;
    for (let i = first; i < skip[last]! && parts.length < maxArguments; i++)
      if (this.#low.kind(i) === 'identifier') parts.push(this.#low.expression(i));
    return { k: 'unknown', parts, start: this.#low.start(first), end: this.#low.end(last) };
  }
}

const maxArguments = 64;
