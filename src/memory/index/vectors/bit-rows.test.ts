import { expect, test } from 'vitest';
import { ArenaScratch } from './arena-scratch.ts';
import { queryPlanes } from './query-planes.ts';
import { VectorArena } from './vector-arena.ts';

const arena = await VectorArena.create();
const chunkRows = 1024;

// 16, 32 and 48 bytes a row; with and without words of 64 bits; every row, half of them (chosen before and after), few.
for (const bytes of [16, 32, 48])
  for (const byWords of [0, 1])
    for (const [share, isWide] of [
      [1, 0],
      [0.5, 0],
      [0.5, 1],
      [0.02, 0],
    ] as const)
      test(`the nearest rows by bits are those of counting: ${bytes} bytes, by words ${byWords}, a share of ${share}, wide ${isWide}`, () => {
        const random = randomNumbers(bytes + byWords * 7 + share * 100);
        const scratch = new ArenaScratch(arena);
        const count = 5_003;
        const byte = () => (random() < 0.3 ? 1 << (random() * 8) : 0);
        const rows = Array.from({ length: count }, () => Uint8Array.from({ length: bytes }, byte));
        // Few different components, so that many rows are at the same distance.
        const query = Float32Array.from({ length: bytes * 8 }, () => Math.round(random() * 4) - 2);
        const asked = queryPlanes(query, bytes, byWords === 1);
        const chunks: number[] = [];
        for (let first = 0; first < count; first += chunkRows) {
          const chunk = new Uint8Array(chunkRows * bytes);
          rows.slice(first, first + chunkRows).forEach((row, i) => {
            chunk.set(row, i * bytes);
          });
          chunks.push(scratch.put(chunk));
        }
        const mask = Uint8Array.from({ length: count }, () => Number(random() < share));
        const [first, last, want] = [32, count, 150];
        const table = scratch.put(Uint32Array.from(chunks));
        const planes = scratch.put(asked.planes);
        const maskAt = share === 1 ? 0 : scratch.put(mask);
        const [distances, histogram] = [scratch.room(want * 4), scratch.room((asked.longest + 1) * 4)];
        const out = scratch.room(want * 8);
        const found = arena.kernel.nearest(
          table,
          first,
          last,
          chunkRows,
          planes,
          asked.base,
          asked.longest,
          bytes,
          maskAt,
          isWide,
          byWords,
          want,
          distances,
          histogram,
          out,
        );
        const nearest = [...new Uint32Array(arena.memory.buffer, out, found)];
        scratch.release();

        const largest = query.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        const codes = Array.from(query, (x) => Math.round((x / largest) * 3));
        const distance = (row: Uint8Array) =>
          -codes.reduce((sum, code, i) => sum + ((row[i >> 3]! >> (i & 7)) & 1) * code, 0);
        const expected = [...rows.keys()]
          .filter((row) => row >= first && row < last && (share === 1 || mask[row] === 1))
          .map((row) => [distance(rows[row]!), row] as const)
          .sort(([a, i], [b, j]) => a - b || i - j)
          .slice(0, want)
          .map(([, row]) => row)
          .sort((a, b) => a - b);
        expect(nearest).toEqual(expected);
      });

function randomNumbers(seed: number): () => number {
  let state = Math.floor(seed) + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
