/** Replaces what is different in every recording: ids and secrets, each by one that is the same wherever it occurs. */
export class Stand {
  readonly #seen = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  in(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.in(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, fixed[name]?.(inner) ?? this.in(inner)]),
    );
  }

  #text(text: string): string {
    return text
      .replace(
        /\bkey_([0-9A-Z]{26})_[A-Za-z0-9_-]{20,}/g,
        (_, id: string) => `key_${this.#ulid('key', id)}_…`,
      )
      .replace(/\bwhsec_[A-Za-z0-9+/=]{20,}/g, 'whsec_…')
      .replace(
        /\b([a-z]+)_([0-9A-HJKMNP-TV-Z]{26})\b/g,
        (_, kind: string, id: string) => `${kind}_${this.#ulid(kind, id)}`,
      );
  }

  /** Counted by kind: a request more or less in the recording does not change every other id. */
  #ulid(kind: string, id: string): string {
    let known = this.#seen.get(id);
    if (known === undefined) {
      const count = (this.#counts.get(kind) ?? 0) + 1;
      this.#counts.set(kind, count);
      known = `01KA3Z${String(count).padStart(20, '0')}`;
      this.#seen.set(id, known);
    }
    return known;
  }
}

/** Fields that are different on every machine, or too long to read. */
const fixed: Record<string, (value: unknown) => unknown> = {
  nextCursor: () => 'eyJhIjoxfQ',
  score: round,
  embedding: (value) => `${String(value).slice(0, 32)}…`,
};

/** The last digits of a score are the processor's business. */
function round(score: unknown): unknown {
  return typeof score === 'number' ? Math.round(score * 100) / 100 : score;
}
