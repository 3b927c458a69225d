import { expect, test } from 'vitest';
import { ArenaScratch } from './arena-scratch.ts';
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
        // Few bits set, so that many rows are at the same distance.
        const byte = () => (random() < 0.3 ? 1 << (random() * 8) : 0);
        const rows = Array.from({ length: count }, () => Uint8Array.from({ length: bytes }, byte));
        const query = Uint8Array.from({ length: bytes }, byte);
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
        const out = scratch.room(want * 8);
        const found = arena.kernel.nearest(
          scratch.put(Uint32Array.from(chunks)),
          first,
          last,
          chunkRows,
          scratch.put(query),
          bytes,
          share === 1 ? 0 : scratch.put(mask),
          isWide,
          byWords,
          want,
          scratch.room(want * 4),
          scratch.room((bytes * 8 + 1) * 4),
          out,
        );
        const nearest = [...new Uint32Array(arena.memory.buffer, out, found)];
        scratch.release();

        const distance = (row: Uint8Array) => row.reduce((sum, x, i) => sum + ones(x ^ query[i]!), 0);
        const expected = [...rows.keys()]
          .filter((row) => row >= first && row < last && (share === 1 || mask[row] === 1))
          .map((row) => [distance(rows[row]!), row] as const)
          .sort(([a, i], [b, j]) => a - b || i - j)
          .slice(0, want)
          .map(([, row]) => row)
          .sort((a, b) => a - b);
        expect(nearest).toEqual(expected);
      });

function ones(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

function randomNumbers(seed: number): () => number {
  let state = Math.floor(seed) + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
