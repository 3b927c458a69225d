// What windows cost a search: `node bench/memory/window-cost.ts SET.json [ENTRIES]`. The same entries with and without five windows each, vectors made up, searched in turns. SET gives texts and questions.
import { windowCodes } from '../../src/memory/embedding/passages/window-codes.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { readSet } from './retrieval-set.ts';

const [file = '', entries = '10000'] = process.argv.slice(2);
const set = readSet(file);
const [dims, windowsOfEntry, rounds] = [384, 5, 12];
const calibration = { points: [[0.62, 0] as const, [0.78, 0.5] as const, [1, 1] as const] };
const arena = await VectorArena.create();
const [bare, windowed] = [0, 1].map(() => new NamespaceIndex({ dims, calibration, arena })) as [
  NamespaceIndex,
  NamespaceIndex,
];
let state = 1;
for (let i = 0; i < Number(entries); i++) {
  const { text } = set.docs[i % set.docs.length]!;
  const vector = madeUp();
  const windows = windowCodes(Array.from({ length: windowsOfEntry }, madeUp));
  const entry = { id: `entry ${i}`, metadata: {}, createdAt: i, updatedAt: i };
  bare.put([{ ...entry, passages: [{ text, vector }] }]);
  windowed.put([{ ...entry, passages: [{ text, vector, windows }] }]);
}
console.log(`memory: ${megabytes(bare)} MB without windows, ${megabytes(windowed)} MB with`);
const questions = set.queries.slice(0, 100).map(({ text }) => ({ text, vector: madeUp() }));
for (const mode of ['dense', 'blended'] as const) {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    for (const [i, index] of [bare, windowed].entries()) {
      const start = process.cpuUsage();
      for (const question of questions) await index.search({ ...question, mode, limit: 10, now: 0 });
      const { user, system } = process.cpuUsage(start);
      least[i] = Math.min(least[i]!, (user + system) / 1000 / questions.length);
    }
  }
  const [without, withThem] = least.map((ms) => ms.toFixed(2));
  console.log(
    `${mode}: ${without} ms of CPU a search without windows, ${withThem} with (least of ${rounds} rounds)`,
  );
}

/** All point a little the same way, as vectors of texts do. */
function madeUp(): Float32Array {
  const vector = Float32Array.from({ length: dims }, () => random() + random() + 0.8);
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

function random(): number {
  state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
  return state / 0x7f_ff_ff_ff - 0.5;
}

function megabytes({ memoryBytes }: NamespaceIndex): string {
  return (memoryBytes / 1e6).toFixed(0);
}
