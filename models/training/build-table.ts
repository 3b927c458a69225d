// Builds the table of the fast tier from the model and its vocabulary alone: `node models/training/build-table.ts [weight] [dims]`.
// Each word piece goes through the model by itself; the vectors are centred and reduced to 256 dimensions (PCA), and frequent pieces are
// made shorter, since they say less. How frequent a piece is follows from its place in the vocabulary, which is sorted by frequency: the
// frequencies of words fall with their rank (Zipf), so no text is needed at all. Takes about five minutes on one core.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { OnnxModel } from '../../src/memory/embedding/onnx-model.ts';
import { principalAxes } from './principal-axes.ts';

const folder = new URL('../', import.meta.url);
const weightScale = Number(process.argv[2] ?? 1e-3);
const dims = Number(process.argv[3] ?? 256);

const tokenizer = JSON.parse(readFileSync(new URL('tokenizer.json', folder), 'utf8')) as {
  model: { vocab: Record<string, number> };
};
const pieces = Object.entries(tokenizer.model.vocab).sort((a, b) => a[1] - b[1]);
const rows = await embedPieces();
writeTable(reduced(rows));

async function embedPieces(): Promise<Float32Array[]> {
  const model = await OnnxModel.load(readFileSync(new URL('gte-small-int8.onnx', folder)), 1);
  const vectors: Float32Array[] = [];
  for (let i = 0; i < pieces.length; i += 64) {
    vectors.push(...(await model.run(pieces.slice(i, i + 64).map(([, id]) => [101, id, 102]))));
  }
  await model.close();
  return vectors;
}

/** Centres on the mean of real pieces, turns to the main axes, scales by how little the piece is expected. */
function reduced(vectors: readonly Float32Array[]): Float32Array[] {
  const real = vectors.filter((_, id) => weightOf(id) > 0);
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of real) vector.forEach((x, i) => (mean[i]! += x / real.length));
  const centred = vectors.map((vector) => vector.map((x, i) => x - mean[i]!));
  const axes = principalAxes(centred.filter((_, id) => weightOf(id) > 0), dims);
  const turned = centred.map((vector) => Float32Array.from(axes, (axis) => dot(axis, vector)));
  return turned.map((vector, id) => {
    const length = Math.sqrt(dot(vector, vector)) || 1;
    return vector.map((x) => (x / length) * weightOf(id));
  });
}

/** Special and unused places of the vocabulary count nothing; single characters little; words by their rank. */
function weightOf(id: number): number {
  const firstCharacter = 999;
  const firstWord = 1996;
  const [piece] = pieces[id]!;
  if (id < firstCharacter || piece.startsWith('[')) return 0;
  if (id < firstWord) return /[\p{L}\p{N}]/u.test(piece) ? 0.3 : 0.05;
  const frequency = 0.08 / (id - firstWord + 1.5);
  return weightScale / (weightScale + frequency);
}

function writeTable(table: readonly Float32Array[]): void {
  const codes = new Int8Array(table.length * dims);
  const scales = new Float32Array(table.length);
  table.forEach((vector, row) => {
    const largest = vector.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
    scales[row] = largest / 127;
    if (largest > 0) vector.forEach((x, i) => (codes[row * dims + i] = Math.round((x / largest) * 127)));
  });
  const bytes = Buffer.concat([Buffer.from(codes.buffer), Buffer.from(scales.buffer)]);
  writeFileSync(new URL('gte-table.bin', folder), bytes);
  console.log(`gte-table.bin: ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
