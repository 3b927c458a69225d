import { createHash } from 'node:crypto';
import type { Embedder, PassageRange } from '../../src/memory/embedding/embedder.ts';

const passageUnits = 800;
const overlapUnits = 80;

/**
 * An embedder for tests and benchmarks: every word points in a direction of its own, so that texts which share words are near each
 * other. It takes no time and needs no model. The service cannot be configured to use it.
 */
export class StubEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly calibration = { points: [[0, 0] as const, [1, 1] as const] };
  /** How many texts it was given so far. */
  texts = 0;
  /** Awaited before every answer; a test may put in a delay or a failure. */
  before: () => Promise<void> = async () => {};

  constructor(id = 'stub', dims = 32) {
    this.id = id;
    this.dims = dims;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    await this.before();
    this.texts += texts.length;
    return texts.map((text) => this.#vector(text));
  }

  countTokens(text: string): number {
    return text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
  }

  split(content: string): PassageRange[] {
    const ranges: PassageRange[] = [];
    for (let start = 0; ; start += passageUnits - overlapUnits) {
      const end = Math.min(content.length, start + passageUnits);
      ranges.push({ start, end });
      if (end === content.length) return ranges;
    }
  }

  async close(): Promise<void> {}

  #vector(text: string): Float32Array {
    const vector = new Float32Array(this.dims);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
      const digest = createHash('sha1').update(this.id).update(word).digest();
      for (let i = 0; i < this.dims; i++) vector[i]! += (digest[i % digest.length]! - 127.5) * (1 + (i >> 4));
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  }
}
