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
  #parts: PatternVariant[] | undefined;
  readonly #variants: VariantMatcher[] = [];
  #value: ByteAutomaton | undefined;
  #steps = 0;

  constructor(rule: ScanRule) {
    this.#rule = rule;
  }

  /** Grows a match from the keyword of variant `variant` that ends at `keywordEnd`. */
  matchAt(bytes: Uint8Array, variant: number, keywordEnd: number): FormatMatch | undefined {
    this.#parts ??= patternVariants(
      this.#rule.pattern!,
      this.#rule.keywords.map((keyword) => keyword.text),
    );
    this.#variants[variant] ??= new VariantMatcher(this.#parts[variant]!, this.#rule.boundary ?? 'word');
    const matcher = this.#variants[variant];
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

/** One reading of a pattern. Hardly any occurrence of a keyword is followed by what the pattern wants, so that only what is asked first is built at once. */
class VariantMatcher {
  readonly #parts: PatternVariant;
  readonly #keyword: Uint8Array;
  readonly #ignoreCase: boolean;
  /** The bytes that must follow the keyword at once: nearly every occurrence in plain text ends there. */
  readonly #lead: Lead | undefined;
  readonly #reachAfter: number;
  readonly #boundary: 'word' | 'none';
  #after: ByteAutomaton | undefined;
  #leadSteps = 0;
  #before: { automaton: ByteAutomaton; reach: number } | undefined;
  #secret: { upTo: ByteAutomaton; own: ByteAutomaton; behind: ByteAutomaton } | undefined;

  constructor(parts: PatternVariant, boundary: 'word' | 'none') {
    this.#parts = parts;
    this.#keyword = Buffer.from(parts.keyword, 'latin1');
    this.#ignoreCase = parts.ignoreCase;
    this.#boundary = boundary;
    const after: Expression = { kind: 'sequence', items: parts.after };
    this.#reachAfter = maxLength(after);
    this.#lead = leadOf(after);
  }

  get steps(): number {
    return this.#leadSteps + (this.#after?.steps ?? 0) + (this.#before?.automaton.steps ?? 0);
  }

  matchAt(bytes: Uint8Array, keywordEnd: number): FormatMatch | undefined {
    const keywordStart = keywordEnd - this.#keyword.length;
    if (!this.#ignoreCase) {
      for (let i = 0; i < this.#keyword.length; i++)
        if (bytes[keywordStart + i] !== this.#keyword[i]) return undefined;
    }
    const startsWithKeyword = this.#parts.before.length === 0;
    if (startsWithKeyword && this.#boundary === 'word' && !startsAlone(bytes, keywordStart)) return undefined;
    if (!this.#leads(bytes, keywordEnd)) return undefined;
    this.#after ??= new ByteAutomaton({ kind: 'sequence', items: this.#parts.after }, 'forwards');
    const end = this.#after.longest(bytes, keywordEnd, Math.min(bytes.length, keywordEnd + this.#reachAfter));
    if (end < 0) return undefined;
    const start = startsWithKeyword ? keywordStart : this.#startBefore(bytes, keywordStart);
    if (start < 0) return undefined;
    if (this.#boundary === 'word' && !this.#standsAlone(bytes, start, end)) return undefined;
    return { start, end, ...this.#secretWithin(bytes, start, end) };
  }

  #leads(bytes: Uint8Array, keywordEnd: number): boolean {
    if (!this.#lead) return true;
    const { set, length } = this.#lead;
    for (let at = keywordEnd; at < keywordEnd + length; at++) {
      this.#leadSteps++;
      // Beyond the end there is no byte, and no set has it.
      if (set[bytes[at]!] !== 1) return false;
    }
    return true;
  }

  #startBefore(bytes: Uint8Array, keywordStart: number): number {
    if (!this.#before) {
      const before: Expression = { kind: 'sequence', items: this.#parts.before };
      this.#before = { automaton: new ByteAutomaton(before, 'backwards'), reach: maxLength(before) };
    }
    const { automaton, reach } = this.#before;
    return automaton.longest(bytes, keywordStart, Math.max(0, keywordStart - reach));
  }

  /**
   * The secret is what is left between the longest match of what is before it and the shortest of what is behind, and no
   * more than its own form allows: what is behind may begin in many places.
   */
  #secretWithin(bytes: Uint8Array, start: number, end: number): { secretStart: number; secretEnd: number } {
    const { items, secretAt } = this.#parts;
    if (secretAt < 0) return { secretStart: start, secretEnd: end };
    this.#secret ??= {
      upTo: new ByteAutomaton({ kind: 'sequence', items: items.slice(0, secretAt) }, 'forwards'),
      own: new ByteAutomaton(items[secretAt]!, 'forwards'),
      behind: new ByteAutomaton({ kind: 'sequence', items: items.slice(secretAt + 1) }, 'backwards'),
    };
    const { upTo, own, behind } = this.#secret;
    const secretStart = upTo.longest(bytes, start, end);
    const secretEnd = behind.shortest(bytes, end, start);
    if (secretStart < 0 || secretEnd <= secretStart) return { secretStart: start, secretEnd: end };
    const ownEnd = own.longest(bytes, secretStart, secretEnd);
    return { secretStart, secretEnd: ownEnd > secretStart ? ownEnd : secretEnd };
  }

  #standsAlone(bytes: Uint8Array, start: number, end: number): boolean {
    if (!startsAlone(bytes, start)) return false;
    if (end >= bytes.length || !isWord(bytes[end - 1]!)) return true;
    const next = bytes[end]!;
    return !(isWord(next) || (next === 0x2d && mayEndWith(this.#parts.items.at(-1), 0x2d)));
  }
}

interface Lead {
  set: Uint8Array;
  length: number;
}

/** How many bytes of one set every text begins with that the expression matches. */
function leadOf(expression: Expression): Lead | undefined {
  switch (expression.kind) {
    case 'bytes':
      return { set: expression.set, length: 1 };
    case 'repeat':
      return expression.item.kind === 'bytes' && expression.min > 0
        ? { set: expression.item.set, length: expression.min }
        : undefined;
    case 'secret':
      return leadOf(expression.item);
    case 'sequence':
      return expression.items[0] && leadOf(expression.items[0]);
    case 'choice':
      return undefined;
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

const alphanumeric = new Uint8Array(256);
for (const sign of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  alphanumeric[sign.charCodeAt(0)] = 1;

function isAlphanumeric(byte: number): boolean {
  return alphanumeric[byte] === 1;
}

function isWord(byte: number): boolean {
  return isAlphanumeric(byte) || byte === 0x5f;
}
