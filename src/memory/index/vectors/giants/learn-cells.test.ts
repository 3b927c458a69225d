import { expect, test } from 'vitest';
import { ArenaScratch } from '../arena-scratch.ts';
import { BitRows, centreOf } from '../bit-rows.ts';
import { instantiateKernel } from '../kernel.ts';
import { VectorArena } from '../vector-arena.ts';
import { VectorRows } from '../vector-rows.ts';
import { Cells } from './cells.ts';
import { codedRows } from './giant-search.ts';
import { learnCells, workBytes } from './learn-cells.ts';

// Widths that fill their last bytes and that do not.
test.each([40, 100, 128])(
  'rows are in the nearest cell but for a few, and in the same by both builds: %d dimensions',
  async (dims) => {
    const arena = await VectorArena.create();
    const rows = new VectorRows(arena, dims);
    const random = randomNumbers(dims);
    const middles = Array.from({ length: 60 }, () =>
      Float32Array.from({ length: dims }, () => random() - 0.5),
    );
    const count = 2_016;
    for (let i = 0; i < count; i++) {
      const middle = middles[Math.floor(random() * middles.length)]!;
      const vector = middle.map((x) => x + 0.6 * (random() - 0.5));
      const length = Math.hypot(...vector);
      rows.append(vector.map((x) => x / length));
    }
    const [stretch] = rows.stretches;
    const { width } = stretch!;
    const bitBytes = BitRows.bytesOf(dims);
    const centre = centreOf(codedRows(stretch!));
    const learnt = (['relaxed', 'plain'] as const).map((build) => {
      const scratch = new ArenaScratch(arena);
      const { scan } = new Cells(arena, count, width, bitBytes);
      const job = {
        arena: 0,
        table: scratch.put(stretch!.blockTable),
        rows: count,
        width,
        dims,
        centre: scratch.put(centre),
        bitBytes,
        cells: scan,
        work: scratch.room(workBytes(count, scan.count, width, bitBytes)),
      };
      learnCells({ memory: arena.memory, kernel: instantiateKernel(arena.memory, build) }, job);
      const { buffer } = arena.memory;
      const places = new Uint32Array(buffer, scan.places, scan.count * 2).slice();
      const held = Array.from({ length: scan.count }, (_, cell) => [
        ...new Uint32Array(buffer, scan.order + places[cell * 2]! * 4, places[cell * 2 + 1]),
      ]);
      const codes = new Uint8Array(buffer, scan.centres, scan.count * width);
      const sizes = new Float32Array(buffer, scan.sizes, scan.count * 2);
      const centres = held.map((_, cell) =>
        Float32Array.from(centre, (x, i) => x + ((codes[cell * width + i]! - 64) * sizes[cell * 2]!) / 256),
      );
      const shapes = new Float32Array(buffer, scan.shapes, scan.count * 3).slice();
      const bits = held.map((_, cell) => {
        const groups = Math.ceil(held[cell]!.length / 32);
        return new Uint8Array(
          buffer,
          scan.bits + places[cell * 2]! * bitBytes,
          groups * 32 * bitBytes,
        ).slice();
      });
      return { held, centres, shapes, bits };
    });
    expect(learnt[1]).toEqual(learnt[0]);
    const { held, centres, shapes } = learnt[0]!;
    expect(held.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, row) => row));
    const distance = (row: Float32Array, cell: number) =>
      row.reduce((sum, x, i) => sum + (x - centres[cell]![i]!) ** 2, 0);
    let [right, compared] = [0, 0];
    for (const [cell, list] of held.entries()) {
      let squares = 0;
      for (const row of list) {
        const vector = rows.exact(row);
        const own = distance(vector, cell);
        squares += own;
        if (row % 8 > 0) continue;
        compared++;
        if (centres.every((_, other) => distance(vector, other) > own - 0.02)) right++;
      }
      if (list.length > 0) expect(shapes[cell * 3]).toBeCloseTo(Math.sqrt(squares / list.length / dims), 2);
    }
    expect(right / compared).toBeGreaterThan(0.95);
  },
);

test('rows of rare clusters have cells of their own, as far as there are cells', async () => {
  const dims = 64;
  const count = 8_192;
  const arena = await VectorArena.create(undefined, { stretchRows: count, cellsFrom: 0 });
  const rows = new VectorRows(arena, dims);
  const random = randomNumbers(5);
  // Some more cells than clusters, of which the greatest has a sixth of all rows and most have twenty.
  const middles = Array.from({ length: 320 }, () =>
    Float32Array.from({ length: dims }, () => random() - 0.5),
  );
  const clusterOf: number[] = [];
  for (let i = 0; i <= count; i++) {
    const cluster = Math.floor(middles.length * random() ** 3);
    const vector = middles[cluster]!.map((x) => x + 0.6 * (random() - 0.5));
    const length = Math.hypot(...vector);
    clusterOf.push(cluster);
    rows.append(vector.map((x) => x / length));
  }
  await rows.search.top(rows.search.turn(rows.exact(0).slice(0, dims)), 10, { rows: 'all' });
  const { buffer } = arena.memory;
  const { scan } = rows.stretches[0]!.cells!;
  expect(scan.count).toBe(384);
  const places = new Uint32Array(buffer, scan.places, scan.count * 2);
  let among = 0;
  for (let cell = 0; cell < scan.count; cell++) {
    const list = new Uint32Array(buffer, scan.order + places[cell * 2]! * 4, places[cell * 2 + 1]);
    const sizes = new Map<number, number>();
    for (const row of list) sizes.set(clusterOf[row]!, (sizes.get(clusterOf[row]!) ?? 0) + 1);
    among += Math.max(0, ...sizes.values());
  }
  expect(among / count).toBeGreaterThan(0.97);
  rows.release();
});

function randomNumbers(seed: number): () => number {
  let state = Math.floor(seed) + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
