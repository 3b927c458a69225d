import type { ScanRule } from '../../../model/secret-rule.ts';
import { ByteAutomaton } from './byte-automaton.ts';
import { type Expression, maxLength, parseExpression } from './expression.ts';
import { type PatternVariant, patternVariants } from './pattern-variants.ts';

export interface FormatMatch {
  start: number;
  end: number;
  /** The part that is the secret; the whole match unless the pattern marks a part. */
  secretStart: number;
  secretEnd: number;
}

/** Matches the pattern of one rule around an occurrence of one of its keywords. Everything is built at its first use. */
export class FormatMatcher {
  readonly #rule: ScanRule;
  #variants: VariantMatcher[] | undefined;
  #value: ByteAutomaton | undefined;
  #steps = 0;

  constructor(rule: ScanRule) {
    this.#rule = rule;
  }

  /** Grows a match from the keyword of variant `variant` that ends at `keywordEnd`. */
  matchAt(bytes: Uint8Array, variant: number, keywordEnd: number): FormatMatch | undefined {
    this.#variants ??= patternVariants(
      this.#rule.pattern!,
      this.#rule.keywords.map((keyword) => keyword.text),
    ).map((parts) => new VariantMatcher(parts, this.#rule.boundary ?? 'word'));
    const matcher = this.#variants[variant]!;
    const before = matcher.steps;
    const match = matcher.matchAt(bytes, keywordEnd);
    this.#steps += matcher.steps - before;
    return match;
  }

  /** Bytes looked at so far. */
  get steps(): number {
    return this.#steps + (this.#value?.steps ?? 0);
  }

  /** True when the assigned value is of the rule's form. */
  coversValue(bytes: Uint8Array, from: number, to: number): boolean {
    this.#value ??= new ByteAutomaton(parseExpression(this.#rule.value!).root, 'forwards');
    return this.#value.covers(bytes, from, to);
  }
}

class VariantMatcher {
  readonly #keyword: Uint8Array;
  readonly #ignoreCase: boolean;
  readonly #before: ByteAutomaton | undefined;
  readonly #after: ByteAutomaton;
  readonly #reachBefore: number;
  readonly #reachAfter: number;
  readonly #upToSecret: ByteAutomaton | undefined;
  readonly #ofSecret: ByteAutomaton | undefined;
  readonly #behindSecret: ByteAutomaton | undefined;
  readonly #boundary: 'word' | 'none';
  readonly #dashIsInside: boolean;

  constructor(parts: PatternVariant, boundary: 'word' | 'none') {
    this.#keyword = Buffer.from(parts.keyword, 'latin1');
    this.#ignoreCase = parts.ignoreCase;
    this.#boundary = boundary;
    const before: Expression = { kind: 'sequence', items: parts.before };
    const after: Expression = { kind: 'sequence', items: parts.after };
    this.#reachBefore = maxLength(before);
    this.#reachAfter = maxLength(after);
    if (parts.before.length > 0) this.#before = new ByteAutomaton(before, 'backwards');
    this.#after = new ByteAutomaton(after, 'forwards');
    if (parts.secretAt >= 0) {
      const { items, secretAt } = parts;
      this.#upToSecret = new ByteAutomaton({ kind: 'sequence', items: items.slice(0, secretAt) }, 'forwards');
      this.#ofSecret = new ByteAutomaton(items[secretAt]!, 'forwards');
      this.#behindSecret = new ByteAutomaton(
        { kind: 'sequence', items: items.slice(secretAt + 1) },
        'backwards',
      );
    }
    this.#dashIsInside = mayEndWith(parts.items.at(-1), 0x2d);
  }

  get steps(): number {
    return this.#after.steps + (this.#before?.steps ?? 0);
  }

  matchAt(bytes: Uint8Array, keywordEnd: number): FormatMatch | undefined {
    const keywordStart = keywordEnd - this.#keyword.length;
    if (!this.#ignoreCase) {
      for (let i = 0; i < this.#keyword.length; i++)
        if (bytes[keywordStart + i] !== this.#keyword[i]) return undefined;
    }
    if (!this.#before && this.#boundary === 'word' && !startsAlone(bytes, keywordStart)) return undefined;
    const end = this.#after.longest(bytes, keywordEnd, Math.min(bytes.length, keywordEnd + this.#reachAfter));
    if (end < 0) return undefined;
    const start = this.#before
      ? this.#before.longest(bytes, keywordStart, Math.max(0, keywordStart - this.#reachBefore))
      : keywordStart;
    if (start < 0) return undefined;
    if (this.#boundary === 'word' && !this.#standsAlone(bytes, start, end)) return undefined;
    return { start, end, ...this.#secretWithin(bytes, start, end) };
  }

  /**
   * The secret is what is left between the longest match of what stands before it and the shortest of what stands behind, and no
   * more than its own form allows: what stands behind may begin in many places.
   */
  #secretWithin(bytes: Uint8Array, start: number, end: number): { secretStart: number; secretEnd: number } {
    if (!this.#upToSecret || !this.#behindSecret || !this.#ofSecret)
      return { secretStart: start, secretEnd: end };
    const secretStart = this.#upToSecret.longest(bytes, start, end);
    const secretEnd = this.#behindSecret.shortest(bytes, end, start);
    if (secretStart < 0 || secretEnd <= secretStart) return { secretStart: start, secretEnd: end };
    const own = this.#ofSecret.longest(bytes, secretStart, secretEnd);
    return { secretStart, secretEnd: own > secretStart ? own : secretEnd };
  }

  #standsAlone(bytes: Uint8Array, start: number, end: number): boolean {
    if (!startsAlone(bytes, start)) return false;
    if (end >= bytes.length || !isWord(bytes[end - 1]!)) return true;
    const next = bytes[end]!;
    return !(isWord(next) || (next === 0x2d && this.#dashIsInside));
  }
}

function startsAlone(bytes: Uint8Array, start: number): boolean {
  return start === 0 || !isAlphanumeric(bytes[start - 1]!) || !isAlphanumeric(bytes[start]!);
}

function mayEndWith(expression: Expression | undefined, byte: number): boolean {
  if (expression === undefined) return false;
  switch (expression.kind) {
    case 'bytes':
      return expression.set[byte] === 1;
    case 'sequence':
      return mayEndWith(expression.items.at(-1), byte);
    case 'choice':
      return expression.options.some((option) => mayEndWith(option, byte));
    case 'repeat':
    case 'secret':
      return mayEndWith(expression.item, byte);
  }
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

function isWord(byte: number): boolean {
  return isAlphanumeric(byte) || byte === 0x5f;
}
