import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import type { TopicTexts } from './topic-texts.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';

/** The vectors of the first texts, one after the other; made once and kept under LOREKEEP_BENCH_CACHE. */
export async function topicVectors(
  embedder: Embedder,
  texts: TopicTexts,
  rows: number,
): Promise<Float32Array> {
  const { dims } = embedder;
  const file = join(cache, `topics-${rows}.f32`);
  if (existsSync(file)) {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const vectors = new Float32Array(rows * dims);
  for (let i = 0; i < rows; i += 1_000) {
    const list = Array.from({ length: Math.min(1_000, rows - i) }, (_, k) => texts.text(i + k));
    for (const [k, vector] of (await embedder.embed(list, 'document', { tenant: 'bench' })).entries())
      vectors.set(vector, (i + k) * dims);
  }
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, new Uint8Array(vectors.buffer));
  return vectors;
}

/** The ten nearest of the rows that are 1 modulo `step`, or of all where it is 1, by comparing with each. */
export function exactTop(vectors: Float32Array, dims: number, query: Float32Array, step: number): number[] {
  let best: Array<[score: number, row: number]> = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let row = step === 1 ? 0 : 1; row < vectors.length / dims; row += step) {
    let score = 0;
    for (let j = 0, at = row * dims; j < dims; j++, at++) score += query[j]! * vectors[at]!;
    if (score <= least) continue;
    best.push([score, row]);
    best = best.sort((a, b) => b[0] - a[0]).slice(0, 10);
    if (best.length === 10) least = best[9]![0];
  }
  return best.map(([, row]) => row);
}
