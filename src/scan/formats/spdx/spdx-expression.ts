/** An SPDX licence expression: licences, joined by a choice or by a duty to all of them. */
export type SpdxExpression =
  | { kind: 'licence'; id: string; exception?: string }
  | { kind: 'and' | 'or'; left: SpdxExpression; right: SpdxExpression };

/** Undefined where the text is no expression. Names need not be on the list of licences, and operators may be lower-case, as packages write them. */
export function parseSpdxExpression(text: string): SpdxExpression | undefined {
  if (text.length > maxLength) return undefined;
  const parser = new ExpressionParser(text.match(/[()]|[^\s()]+/g) ?? []);
  return parser.whole();
}

class ExpressionParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): SpdxExpression | undefined {
    const expression = this.#either(0);
    return this.#at === this.#tokens.length ? expression : undefined;
  }

  #either(depth: number): SpdxExpression | undefined {
    let left = this.#both(depth);
    while (left && this.#take('or')) left = joined('or', left, this.#both(depth));
    return left;
  }

  #both(depth: number): SpdxExpression | undefined {
    let left = this.#single(depth);
    while (left && this.#take('and')) left = joined('and', left, this.#single(depth));
    return left;
  }

  #single(depth: number): SpdxExpression | undefined {
    if (this.#take('(')) {
      const inner = depth < maxDepth ? this.#either(depth + 1) : undefined;
      return this.#take(')') ? inner : undefined;
    }
    const id = this.#name();
    if (id === undefined) return undefined;
    if (!this.#take('with')) return { kind: 'licence', id };
    const exception = this.#name();
    return exception === undefined ? undefined : { kind: 'licence', id, exception };
  }

  #name(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || reserved.has(token.toLowerCase())) return undefined;
    this.#at++;
    return token;
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }
}

function joined(
  kind: 'and' | 'or',
  left: SpdxExpression,
  right: SpdxExpression | undefined,
): SpdxExpression | undefined {
  return right && { kind, left, right };
}

const reserved = new Set(['(', ')', 'and', 'or', 'with']);
const maxLength = 1000;
const maxDepth = 50;
