import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, EmbedKind } from '../../src/memory/embedding/embedder.ts';

/** Vectors of a list of texts, embedded once and kept on disk outside the repository: tuning runs must not cost minutes. */
export async function cachedVectors(
  folder: string,
  embedder: Embedder,
  texts: readonly string[],
  kind: EmbedKind,
): Promise<Float32Array[]> {
  const hash = createHash('sha256').update(`${embedder.id}\0${kind}\0`);
  for (const text of texts) hash.update(`${text.length}\0${text}`);
  const file = join(folder, `${embedder.id}-${hash.digest('hex').slice(0, 24)}.f32`);
  if (existsSync(file)) {
    const bytes = readFileSync(file);
    const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    return texts.map((_, i) => all.subarray(i * embedder.dims, (i + 1) * embedder.dims));
  }
  const vectors: Float32Array[] = [];
  for (let i = 0; i < texts.length; i += 2048) {
    vectors.push(...(await embedder.embed(texts.slice(i, i + 2048), kind)));
    console.error(`embedded ${vectors.length} of ${texts.length}`);
  }
  const all = new Float32Array(texts.length * embedder.dims);
  vectors.forEach((vector, i) => {
    all.set(vector, i * embedder.dims);
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, new Uint8Array(all.buffer));
  return vectors;
}
