import { expect, test } from 'vitest';
import { CachedEmbedder } from './cached-embedder.ts';
import type { Embedder } from './embedder.ts';
import { TokenTable } from './token-table.ts';

const [dims, pieces] = [20, 50];
const pairs = [
  [0, 1],
  [3, 0],
  [3, 4],
  [3, 49],
  [7, 7],
  [49, 49],
] as const;
const rows = pieces + pairs.length;

function tableBytes(list: ReadonlyArray<readonly [number, number]>): Uint8Array {
  const codes = Int8Array.from({ length: rows * dims }, (_, i) => ((i * 7_919) % 255) - 127);
  const scales = Float32Array.from({ length: rows }, (_, row) => 1 / (row + 3));
  const parts = [codes, scales, Uint32Array.from(list.flat())];
  return Uint8Array.from(parts.flatMap((part) => [...new Uint8Array(part.buffer)]));
}

/** Row after row, each number rounded after each. */
function added(list: readonly number[]): Float32Array {
  const bytes = tableBytes(pairs);
  const codes = new Int8Array(bytes.buffer, 0, rows * dims);
  const scales = new Float32Array(bytes.buffer, rows * dims, rows);
  const vector = new Float32Array(dims);
  for (const row of list) for (let i = 0; i < dims; i++) vector[i]! += scales[row]! * codes[row * dims + i]!;
  return vector;
}

test('a text is the sum of its pieces and of the pairs among them, to the last bit, whatever their number', () => {
  const table = new TokenTable(tableBytes(pairs), { dims, rows, pairs: pairs.length });
  const unknown = 9;
  const cases: Array<[tokens: number[], rows: number[]]> = [
    [[], []],
    [[9, 9], []],
    [
      [0, 1],
      [0, pieces, 1],
    ],
    [
      [1, 0],
      [1, 0],
    ],
    [
      [3, 4, 9, 3, 49, 49, 49, 7, 7, 2],
      [3, pieces + 2, 4, 3, pieces + 3, 49, pieces + 5, 49, pieces + 5, 49, 7, pieces + 4, 7, 2],
    ],
    [
      [3, 9, 0, 3, 0],
      [3, 0, 3, pieces + 1, 0],
    ],
  ];
  for (const [tokens, expected] of cases) expect(table.sum(tokens, unknown)).toEqual(added(expected));
});

test('a table whose pairs are not in order is refused', () => {
  for (const [i, j] of [
    [0, 1],
    [2, 3],
  ] as const) {
    const swapped = pairs.with(i, pairs[j]!).with(j, pairs[i]!);
    expect(() => new TokenTable(tableBytes(swapped), { dims, rows, pairs: pairs.length })).toThrow('order');
  }
});

test('only the kinds that are to be remembered are', async () => {
  const asked: string[] = [];
  const inner: Embedder = {
    id: 'model',
    dims: 2,
    calibration: { points: [[0, 0]] },
    embed: async (texts) => texts.map((text) => Float32Array.of(asked.push(text), 0)),
    countTokens: () => 1,
    split: () => [],
    close: async () => {},
  };
  const cached = new CachedEmbedder(inner, 1_000_000, ['query']);
  for (const kind of ['query', 'query', 'document', 'document'] as const) await cached.embed([kind], kind);
  expect(asked).toEqual(['query', 'document', 'document']);
});
