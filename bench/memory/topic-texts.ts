import { readFileSync } from 'node:fs';

/**
 * Short texts for benchmarks, the same in every run: each is about one of some thousand topics, which have words of their own, and holds common words as well. So
 * vectors lie in clusters of very different sizes and words follow a power law, as with real texts.
 */
export class TopicTexts {
  readonly #words: string[];
  readonly #topics: number;

  constructor(topics = 4_000) {
    const path = new URL('../../models/tokenizer.json', import.meta.url);
    const { model } = JSON.parse(readFileSync(path, 'utf8')) as { model: { vocab: Record<string, number> } };
    this.#words = Object.keys(model.vocab).filter((word) => /^[a-z]{3,}$/.test(word));
    this.#topics = topics;
  }

  text(i: number): string {
    const next = numbers(i + 1);
    // A few topics are common, most are rare.
    const topic = Math.floor(this.#topics * next() ** 3);
    const length = 12 + Math.floor(next() * 10);
    const own = numbers(topic * 7_919 + 13);
    const vocabulary = Array.from({ length: 30 }, () => this.#words[Math.floor(this.#words.length * own())]!);
    return Array.from({ length }, () =>
      next() < 0.55
        ? vocabulary[Math.floor(vocabulary.length * next() ** 2)]!
        : this.#words[Math.floor(this.#words.length ** next()) - 1]!,
    ).join(' ');
  }

  /** A question about what a text is about, in a few words, most of them the text's own. */
  query(i: number): string {
    const next = numbers(i * 31 + 5);
    const words = this.text(i).split(' ');
    const picked = Array.from({ length: 6 }, () => words[Math.floor(words.length * next())]!);
    return `${picked.join(' ')} ${this.#words[Math.floor(this.#words.length * next())]}`;
  }
}

/** Numbers from 0 to 1 that depend on the seed alone. */
export function numbers(seed: number): () => number {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
