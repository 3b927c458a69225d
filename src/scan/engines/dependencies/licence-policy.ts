import type { LicencePolicy } from '../../model/licence-policy.ts';

/** The policy of a configuration; nothing where it names no licence at all. */
export function licencePolicyOf({ allow, deny }: Required<LicencePolicy>): { licencePolicy?: LicencePolicy } {
  if (allow.length === 0 && deny.length === 0) return {};
  return { licencePolicy: { ...(allow.length > 0 ? { allow } : {}), deny } };
}

/**
 * The licence that a package may not have under a policy; undefined where it may. `OR` lets the user choose, `AND` binds to both. What cannot be
 * read as an SPDX expression counts as one name.
 */
export function refusedLicence(expression: string, policy: LicencePolicy): string | undefined {
  const tokens = expression.slice(0, 1000).match(/\(|\)|[^\s()]+/g) ?? [];
  const parser = new ExpressionParser(tokens, policy);
  return parser.parse() ?? undefined;
}

/** `null` is accepted, a text is what is refused. */
type Verdict = string | null;

class ExpressionParser {
  readonly #tokens: readonly string[];
  readonly #policy: LicencePolicy;
  #at = 0;

  constructor(tokens: readonly string[], policy: LicencePolicy) {
    this.#tokens = tokens;
    this.#policy = policy;
  }

  parse(): Verdict {
    const verdict = this.#either(0);
    return this.#at < this.#tokens.length ? judge(this.#tokens.join(' '), this.#policy) : verdict;
  }

  #either(depth: number): Verdict {
    let verdict = this.#both(depth);
    while (this.#take('or')) {
      const other = this.#both(depth);
      verdict = verdict === null || other === null ? null : verdict;
    }
    return verdict;
  }

  #both(depth: number): Verdict {
    let verdict = this.#single(depth);
    while (this.#take('and')) verdict = verdict ?? this.#single(depth) ?? null;
    return verdict;
  }

  #single(depth: number): Verdict {
    if (depth < 50 && this.#take('(')) {
      const verdict = this.#either(depth + 1);
      this.#take(')');
      return verdict;
    }
    const name = this.#tokens[this.#at++] ?? '';
    // An exception only ever widens what a licence permits.
    if (this.#take('with')) this.#at++;
    return judge(name, this.#policy);
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }
}

function judge(name: string, { allow, deny }: LicencePolicy): Verdict {
  const matches = (list: readonly string[]): boolean =>
    list.some((each) => each.toLowerCase() === name.toLowerCase());
  if (deny && matches(deny)) return name;
  return allow && !matches(allow) ? name : null;
}
