// How near our own runtime's vectors are to onnxruntime's, and the CPU that both take: `node bench/memory/encoder-agreement.ts COUNT SET.json … [--write]`.
// Needs onnxruntime: `npm install --no-save onnxruntime-node@1.30.0`. With --write, its vectors of sentences of our own are kept for the tests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { OnnxModel } from '../../src/memory/embedding/onnx-model.ts';
import type { SentenceEncoder } from '../../src/memory/embedding/sentence-encoder.ts';
import { TransformerModel } from '../../src/memory/embedding/transformer/transformer-model.ts';
import { WordPiece } from '../../src/memory/embedding/wordpiece.ts';
import { readSet } from './retrieval-set.ts';

const models = new URL('../../models/', import.meta.url);
const [count, ...rest] = process.argv.slice(2);
const texts = rest
  .filter((name) => name !== '--write')
  .flatMap((file) => {
    const set = readSet(file);
    return [...set.docs.map(({ text }) => text), ...set.queries.map(({ text }) => text)];
  });
const step = Math.max(1, Math.floor(texts.length / Number(count)));
const chosen = texts.filter((_, i) => i % step === 0).slice(0, Number(count));
const tokenizer = WordPiece.parse(readFileSync(new URL('tokenizer.json', models), 'utf8'));
const pieces = chosen.map(encoded);

const ours = TransformerModel.load(readFileSync(new URL('lorekeep-embed-small-6.bin', models)), 1);
const theirs = await OnnxModel.load(readFileSync(new URL('onnx/lorekeep-embed-small-6.onnx', models)), 1);

// Compiled and settled first: what a process pays once is not the cost of a text.
for (const text of pieces.slice(0, 50)) await Promise.all([ours.run([text]), theirs.run([text])]);
const cosines: number[] = [];
const cpu = { ours: 0, onnxruntime: 0 };
for (const text of pieces) {
  const [mine] = await timed('ours', ours, text);
  const [other] = await timed('onnxruntime', theirs, text);
  cosines.push(mine!.reduce((sum, x, j) => sum + x * other![j]!, 0));
  if (cosines.length % 1000 === 0)
    console.error(
      `${cosines.length} texts: least ${Math.min(...cosines)}, CPU ratio ${cpu.ours / cpu.onnxruntime}`,
    );
}
const sorted = cosines.toSorted((a, b) => a - b);
const result = {
  texts: pieces.length,
  pieces: pieces.reduce((sum, text) => sum + text.length, 0),
  cosine: {
    least: sorted[0],
    thousandth: sorted[Math.floor(sorted.length / 1000)],
    mean: cosines.reduce((sum, x) => sum + x, 0) / cosines.length,
  },
  cpuMsPerText: { ours: cpu.ours / pieces.length, onnxruntime: cpu.onnxruntime / pieces.length },
  cpuRatio: cpu.ours / cpu.onnxruntime,
};
console.log(result);
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/memory-encoder-agreement.json', `${JSON.stringify(result, null, 2)}\n`);
if (rest.includes('--write')) {
  const rows = readFileSync(new URL('./paraphrases-elliptic.txt', import.meta.url), 'utf8').split('\n');
  const sentences = rows.filter((row) => row.includes(' | ')).flatMap((row) => row.split(' | ').slice(1));
  const lines: string[] = [];
  for (let i = 0; i < 48; i++) {
    const text = sentences.slice(i * 7, i * 7 + 1 + (i % 6) ** 2).join(' ');
    const [vector] = await theirs.run([encoded(text)]);
    const codes = Int16Array.from(vector!, (x) => Math.round(x * 32_767));
    lines.push(JSON.stringify([text, Buffer.from(codes.buffer).toString('base64')]));
  }
  const file = new URL('../../src/memory/embedding/transformer/onnxruntime-vectors.txt', import.meta.url);
  writeFileSync(file, `${lines.join('\n')}\n`);
}
await Promise.all([ours.close(), theirs.close()]);

function encoded(text: string): number[] {
  return [tokenizer.cls, ...tokenizer.encode(text).slice(0, 510), tokenizer.sep];
}

async function timed(
  name: keyof typeof cpu,
  model: SentenceEncoder,
  text: readonly number[],
): Promise<Float32Array[]> {
  const start = process.cpuUsage();
  const vectors = await model.run([text]);
  const { user, system } = process.cpuUsage(start);
  cpu[name] += (user + system) / 1000;
  return vectors;
}
