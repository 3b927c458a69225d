// Makes the table of words that mean nearly the same from the models that ship: `node scripts/near-words.ts OUT.bin`. Words are those of the tokenizer; two are as near as the vectors that lorekeep-embed-small-2 gives them alone,
// and a word says as much about its text as its row in the fast model is long.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { configSchema } from '../src/config/schema.ts';
import { openShippedEmbedder } from '../src/memory/embedding/create-embedder.ts';
import { readManifest } from '../src/memory/embedding/model-manifest.ts';
import { mostNear, worthUnit } from '../src/memory/embedding/near-words.ts';
import { TokenTable } from '../src/memory/embedding/token-table.ts';
import { hash53 } from '../src/memory/index/hash.ts';
import { isFunctionWord } from '../src/memory/index/words/function-words.ts';
import { wordsOf } from '../src/memory/index/words/words.ts';

/** Cosines of two words alone: unrelated ones have .68 with a spread of .03; what is above the second is as good as the same. */
const [unrelated, same] = [0.78, 0.95];
/** No word says nothing, and none everything. */
const [leastWorth, mostWorth] = [0.4, 1.6];

const atOnce = 16;

const [to] = process.argv.slice(2);
if (!to) {
  console.error('usage: node scripts/near-words.ts OUT.bin');
  process.exit(2);
}
const models = new URL('../models/', import.meta.url);
const { model } = JSON.parse(readFileSync(new URL('tokenizer.json', models), 'utf8')) as {
  model: { vocab: Record<string, number> };
};
const stems = new Map<string, string[]>();
for (const word of Object.keys(model.vocab)) {
  if (!/^[a-z]{3,}$/.test(word)) continue;
  const stem = wordsOf(word)[0]!;
  if (isFunctionWord(stem)) continue;
  stems.set(stem, [...(stems.get(stem) ?? []), word]);
}
const words = [...stems.keys()].sort((a, b) => hash53(a) - hash53(b));
const vectors = await vectorsOf(words.map((stem) => stems.get(stem)!));
const lengths = await lengthsOf(words.map((stem) => stems.get(stem)!));
const middle = lengths.toSorted((a, b) => a - b)[lengths.length >> 1]!;

const count = words.length;
const file = new Uint8Array(count * (8 + 3 * mostNear + 1));
const keys = new Float64Array(file.buffer, 0, count);
const near = new Uint16Array(file.buffer, count * 8, count * mostNear);
const likeness = new Uint8Array(file.buffer, count * (8 + 2 * mostNear), count * mostNear);
const worths = new Uint8Array(file.buffer, count * (8 + 3 * mostNear), count);
for (let first = 0; first < count; first += atOnce) {
  for (const [i, list] of nearestOf(first).entries()) {
    const word = first + i;
    keys[word] = hash53(words[word]!);
    worths[word] = Math.round(worthUnit * Math.min(mostWorth, Math.max(leastWorth, lengths[word]! / middle)));
    for (const [at, { other, nearness }] of list.entries()) {
      near[word * mostNear + at] = other;
      likeness[word * mostNear + at] = nearness;
    }
  }
}
writeFileSync(to, file);
console.log(
  `${to}: ${count} words, ${file.length} bytes, sha256 ${createHash('sha256').update(file).digest('hex')}`,
);

/** For each stem the mean of the vectors of its words. */
async function vectorsOf(lists: readonly string[][]): Promise<Float32Array[]> {
  // The weights of the score were fitted with the words of this one, which stay as they are.
  const embedder = (await openShippedEmbedder('lorekeep-embed-small-2', configSchema.parse({}).embedding))!;
  const all = lists.flat();
  const vectorOf = new Map<string, Float32Array>();
  for (let i = 0; i < all.length; i += 1024) {
    const some = all.slice(i, i + 1024);
    const found = await embedder.embed(some, 'query');
    for (const [at, word] of some.entries()) vectorOf.set(word, found[at]!);
  }
  await embedder.close();
  return lists.map((list) => {
    const mean = new Float32Array(embedder.dims);
    for (const word of list) for (const [i, value] of vectorOf.get(word)!.entries()) mean[i]! += value;
    const length = Math.hypot(...mean);
    return mean.map((value) => value / length);
  });
}

/** For each stem how long the row of its words in the fast model is at most. */
async function lengthsOf(lists: readonly string[][]): Promise<number[]> {
  const manifest = await readManifest(new URL('lorekeep-embed-fast.json', models).pathname);
  const { dims, pairs } = manifest;
  const rows = Object.keys(model.vocab).length + pairs;
  const table = new TokenTable(readFileSync(new URL(manifest.model.path, models)), { dims, rows, pairs });
  return lists.map((list) =>
    Math.max(...list.map((word) => Math.hypot(...table.sum([model.vocab[word]!], -1)))),
  );
}

/** The near words of some words in a row. These are compared with each other word together, whose vector is then read once. */
function nearestOf(first: number): Array<Array<{ other: number; nearness: number }>> {
  const some = vectors.slice(first, first + atOnce);
  const found: Array<Array<{ other: number; nearness: number }>> = some.map(() => []);
  for (let other = 0; other < count; other++) {
    const vector = vectors[other]!;
    for (let i = 0; i < some.length; i++) {
      if (other === first + i) continue;
      const likeness = (cosine(some[i]!, vector) - unrelated) / (same - unrelated);
      const nearness = Math.round(255 * Math.min(1, likeness));
      if (nearness > 0) found[i]!.push({ other, nearness });
    }
  }
  return found.map((list) =>
    list.sort((a, b) => b.nearness - a.nearness || a.other - b.other).slice(0, mostNear),
  );
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [even, odd] = [0, 0];
  for (let i = 0; i < a.length; i += 2) {
    even += a[i]! * b[i]!;
    odd += a[i + 1]! * b[i + 1]!;
  }
  return even + odd;
}
