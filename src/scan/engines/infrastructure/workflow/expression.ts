/** A GitHub expression, as it is between `${{` and `}}` or after `if:`. */
export type Expression =
  | { kind: 'literal'; value: string }
  /** `github.event.issue.title`, names in lower case; `*` for a star, `[]` for an index that is computed. */
  | { kind: 'context'; path: string[] }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'operator'; operator: string; operands: Expression[] };

export interface EmbeddedExpression {
  expression: Expression | undefined;
  source: string;
  /** Offset in the text that holds it. */
  start: number;
  end: number;
}

const maxDepth = 60;

/** All `${{ … }}` of a text; one that cannot be read has no expression. */
export function embeddedExpressions(text: string): EmbeddedExpression[] {
  const found: EmbeddedExpression[] = [];
  let position = 0;
  while (found.length < 500) {
    const start = text.indexOf('${{', position);
    if (start === -1) break;
    const end = endOfExpression(text, start + 3);
    if (end < 0) break;
    const source = text.slice(start + 3, end).trim();
    found.push({ expression: parseExpression(source), source, start, end: end + 2 });
    position = end + 2;
  }
  return found;
}

// `}}` inside a quoted string does not close the expression.
function endOfExpression(text: string, from: number): number {
  let quoted = false;
  for (let i = from; i < text.length - 1; i++) {
    const code = text.charCodeAt(i);
    if (code === 39) quoted = !quoted;
    else if (!quoted && code === 125 && text.charCodeAt(i + 1) === 125) return i;
  }
  return -1;
}

export function parseExpression(source: string): Expression | undefined {
  try {
    const parser = new Parser(source);
    const expression = parser.or(0);
    return parser.done ? expression : undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

class ExpressionError extends Error {}

const token =
  /\s*('(?:[^']|'')*'|[A-Za-z_][\w-]*|-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|&&|\|\||[=!<>]=|[!<>()[\].,*])/y;

class Parser {
  readonly #tokens: string[] = [];
  #index = 0;

  constructor(source: string) {
    token.lastIndex = 0;
    let position = 0;
    while (source.slice(position).trim() !== '') {
      token.lastIndex = position;
      const match = token.exec(source);
      if (!match || this.#tokens.length > 2000) throw new ExpressionError();
      this.#tokens.push(match[1]!);
      position = token.lastIndex;
    }
  }

  get done(): boolean {
    return this.#index >= this.#tokens.length;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#index];
  }

  #take(wanted: string): boolean {
    if (this.#peek() !== wanted) return false;
    this.#index++;
    return true;
  }

  #chain(operators: readonly string[], next: (depth: number) => Expression, depth: number): Expression {
    if (depth > maxDepth) throw new ExpressionError();
    let left = next(depth + 1);
    for (;;) {
      const operator = this.#peek();
      if (operator === undefined || !operators.includes(operator)) return left;
      this.#index++;
      left = { kind: 'operator', operator, operands: [left, next(depth + 1)] };
    }
  }

  or(depth: number): Expression {
    return this.#chain(['||'], (inner) => this.#and(inner), depth);
  }

  #and(depth: number): Expression {
    return this.#chain(['&&'], (inner) => this.#compare(inner), depth);
  }

  #compare(depth: number): Expression {
    return this.#chain(['==', '!=', '<', '<=', '>', '>='], (inner) => this.#unary(inner), depth);
  }

  #unary(depth: number): Expression {
    if (depth > maxDepth) throw new ExpressionError();
    if (this.#take('!')) return { kind: 'operator', operator: '!', operands: [this.#unary(depth + 1)] };
    return this.#postfix(this.#primary(depth + 1), depth + 1);
  }

  #primary(depth: number): Expression {
    const current = this.#tokens[this.#index++];
    if (current === undefined) throw new ExpressionError();
    if (current === '(') {
      const inner = this.or(depth + 1);
      if (!this.#take(')')) throw new ExpressionError();
      return inner;
    }
    if (current.startsWith("'"))
      return { kind: 'literal', value: current.slice(1, -1).replaceAll("''", "'") };
    if (/^-?\d/.test(current)) return { kind: 'literal', value: current };
    if (!/^[A-Za-z_]/.test(current)) throw new ExpressionError();
    if (/^(true|false|null|NaN|Infinity)$/i.test(current) && this.#peek() !== '.')
      return { kind: 'literal', value: current };
    if (this.#take('(')) {
      const args: Expression[] = [];
      while (!this.#take(')')) {
        args.push(this.or(depth + 1));
        if (!this.#take(',') && this.#peek() !== ')') throw new ExpressionError();
      }
      return { kind: 'call', name: current.toLowerCase(), args };
    }
    return { kind: 'context', path: [current.toLowerCase()] };
  }

  #postfix(base: Expression, depth: number): Expression {
    let current = base;
    for (;;) {
      if (this.#take('.')) {
        const name = this.#tokens[this.#index++];
        if (name === undefined) throw new ExpressionError();
        current = step(current, name.toLowerCase());
      } else if (this.#take('[')) {
        const index = this.#take('*') ? undefined : this.or(depth + 1);
        if (!this.#take(']')) throw new ExpressionError();
        current = step(current, index?.kind === 'literal' ? index.value.toLowerCase() : index ? '[]' : '*');
      } else return current;
    }
  }
}

function step(base: Expression, name: string): Expression {
  if (base.kind === 'context') return { kind: 'context', path: [...base.path, name] };
  // A part of a call's result: what taints the whole taints the part.
  return { kind: 'call', name: '.part', args: [base, { kind: 'literal', value: name }] };
}
