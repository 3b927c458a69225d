import type { Embedder, PassageRange } from '../../src/memory/embedding/embedder.ts';

/**
 * An embedder that takes next to no time: it deals out vectors from a pool made at the start. For benchmarks of everything but the
 * model; the service cannot be configured to use it.
 */
export class PooledEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly calibration = { points: [[0, 0] as const, [1, 1] as const] };
  readonly #pool: Float32Array[];
  #next = 0;

  constructor(dims = 384, size = 4_096) {
    this.id = `pooled-${dims}`;
    this.dims = dims;
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32 - 0.5;
    };
    this.#pool = Array.from({ length: size }, () => {
      const vector = Float32Array.from({ length: dims }, random);
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    });
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.map(() => this.#pool[this.#next++ % this.#pool.length]!);
  }

  countTokens(text: string): number {
    return text.split(' ').length;
  }

  split(content: string): PassageRange[] {
    return [{ start: 0, end: content.length }];
  }

  async close(): Promise<void> {}
}
