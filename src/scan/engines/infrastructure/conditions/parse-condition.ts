import type { Condition, Literal, Path } from './condition.ts';

const tokenPattern =
  /\s*(?:("(?:[^"\\]|\\.)*")|(\/(?:[^/\\\n]|\\.)+\/[a-z]*)|(==|!=|<=|>=|<|>|[()[\],:])|(-?\d+(?:\.\d+)?(?![\w.]))|((?:\$?[\w*@-]|`[^`]+`)(?:[\w*@/-]|\.|`[^`]+`)*))/y;

/** Reads the text of a condition; a mistake in it is a mistake in the rule, so it throws. */
export function parseCondition(source: string): Condition {
  const reader = new TokenReader(source);
  const condition = readOr(reader);
  if (reader.token !== undefined) reader.fail('the end');
  return condition;
}

class TokenReader {
  readonly source: string;
  token: string | undefined;
  #pos = 0;

  constructor(source: string) {
    this.source = source;
    this.next();
  }

  next(): string | undefined {
    const current = this.token;
    tokenPattern.lastIndex = this.#pos;
    const match = tokenPattern.exec(this.source);
    if (match) {
      this.#pos = tokenPattern.lastIndex;
      this.token = match[0].trim();
    } else {
      if (this.source.slice(this.#pos).trim() !== '')
        throw new Error(`condition "${this.source}": cannot read at ${this.#pos}`);
      this.token = undefined;
    }
    return current;
  }

  take(token: string): boolean {
    if (this.token !== token) return false;
    this.next();
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(token);
  }

  fail(wanted: string): never {
    throw new Error(`condition "${this.source}": expected ${wanted}, found ${this.token ?? 'the end'}`);
  }
}

function readOr(reader: TokenReader): Condition {
  const parts = [readAnd(reader)];
  while (reader.take('or')) parts.push(readAnd(reader));
  return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
}

function readAnd(reader: TokenReader): Condition {
  const parts = [readUnary(reader)];
  while (reader.take('and')) parts.push(readUnary(reader));
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

function readUnary(reader: TokenReader): Condition {
  if (reader.take('not')) return { kind: 'not', part: readUnary(reader) };
  if (reader.take('(')) {
    const inner = readOr(reader);
    reader.expect(')');
    return inner;
  }
  const word = reader.next();
  if (word === undefined || !/^[\w$`*@]/.test(word)) reader.fail('a path or a test');
  if (word === 'exists' || word === 'missing') return { kind: word, path: parsePath(reader.next()!) };
  if (reader.take('(')) return readCall(reader, word);
  return readPredicate(reader, parsePath(word), false);
}

function readCall(reader: TokenReader, name: string): Condition {
  if (name === 'any' || name === 'every') {
    const path = parsePath(reader.next()!);
    reader.expect(':');
    const part = readOr(reader);
    reader.expect(')');
    return { kind: name, path, part };
  }
  if (name === 'count') {
    const path = parsePath(reader.next()!);
    reader.expect(')');
    return readPredicate(reader, path, true);
  }
  const args: Array<Path | Literal> = [];
  while (!reader.take(')')) {
    args.push(readArgument(reader));
    reader.take(',');
  }
  return { kind: 'test', name, args };
}

function readArgument(reader: TokenReader): Path | Literal {
  const token = reader.next();
  if (token === undefined) reader.fail('an argument');
  const literal = literalOf(token);
  return literal === undefined ? parsePath(token) : { literal };
}

function readPredicate(reader: TokenReader, path: Path, counted: boolean): Condition {
  const negated = reader.take('not');
  const wrap = (condition: Condition): Condition => (negated ? { kind: 'not', part: condition } : condition);
  const operator = reader.next();
  switch (operator) {
    case 'is': {
      const not = reader.take('not');
      const wanted = reader.next();
      if (wanted !== 'true' && wanted !== 'false') reader.fail('true or false');
      const truth: Condition = { kind: 'truth', path, wanted: wanted === 'true' };
      return not ? { kind: 'not', part: truth } : truth;
    }
    case '==':
      return { kind: 'equals', path, values: [String(readLiteral(reader))] };
    case '!=':
      return { kind: 'not', part: { kind: 'equals', path, values: [String(readLiteral(reader))] } };
    case 'in':
      return wrap({ kind: 'equals', path, values: readList(reader) });
    case 'contains':
      return wrap({ kind: 'contains', path, text: String(readLiteral(reader)) });
    case 'matches': {
      const [, body = '', flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(reader.next() ?? '') ?? [];
      return wrap({ kind: 'matches', path, pattern: new RegExp(body, flags) });
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { kind: 'compare', path, counted, operator, number: Number(readLiteral(reader)) };
    default:
      return reader.fail('an operator');
  }
}

function readLiteral(reader: TokenReader): string | number | boolean {
  const token = reader.next();
  const literal = token === undefined ? undefined : literalOf(token);
  if (literal === undefined) reader.fail('a value');
  return literal;
}

function readList(reader: TokenReader): string[] {
  const values: string[] = [];
  reader.expect('[');
  while (!reader.take(']')) {
    values.push(String(readLiteral(reader)));
    reader.take(',');
  }
  return values;
}

function literalOf(token: string): string | number | boolean | undefined {
  if (token.startsWith('"')) return JSON.parse(token) as string;
  if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
  if (token === 'true' || token === 'false') return token === 'true';
  return undefined;
}

function parsePath(token: string): Path {
  const keys = (token.match(/`[^`]+`|[^.]+/g) ?? []).map((key) =>
    key.startsWith('`') ? key.slice(1, -1) : key,
  );
  const root = keys[0]?.startsWith('$') ? keys.shift() : undefined;
  return { root: root?.slice(1), keys: keys[0] === '@' ? keys.slice(1) : keys };
}
