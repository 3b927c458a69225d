import { describe, expect, test } from 'vitest';
import { IndexMemoryFull } from '../../index-memory-full.ts';
import { carryOut } from '../scan-call.ts';
import { type ScanSource, ScanWorkers } from '../scan-workers.ts';
import { VectorArena } from '../vector-arena.ts';
import { VectorRows } from '../vector-rows.ts';

const dims = 40;
const stretchRows = 4_096;
const arena = await VectorArena.create(undefined, { stretchRows, cellsFrom: 0 });

/** Around some middles, as far from them as the middles are from one another. */
const vectorOf = (seed: number, spread = 0.5) => {
  const random = randomNumbers(seed);
  const middle = randomNumbers(1_000_000 + Math.floor(random() * 50));
  const vector = Float32Array.from({ length: dims }, () => middle() - 0.5 + spread * (random() - 0.5));
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
};

const vectors: Float32Array[] = [];
const rowOf = (row: number) => {
  while (vectors.length <= row) vectors.push(vectorOf(vectors.length));
  return vectors[row]!;
};

const rowsOf = (count: number, own = arena) => {
  const rows = new VectorRows(own, dims);
  for (let i = 0; i < count; i++) rows.append(rowOf(i));
  return rows;
};

const product = (a: Float32Array, b: Float32Array) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

const bytesOf = (rows: VectorRows) => {
  const section = rows.section('vectors');
  const bytes = new Uint8Array(section.byteLength);
  section.copy(0, bytes);
  return bytes;
};

const count = 2 * stretchRows + 1_000;
const rows = rowsOf(count);
const queries = Array.from({ length: 12 }, (_, i) => vectorOf(50_000 + i));

describe('rows beyond the first stretch', () => {
  test('are thin: ten bits a component, at an error of a few ten-thousandths', () => {
    expect(rows.stretches.map((stretch) => [stretch.first, stretch.count, stretch.isThin(0)])).toEqual([
      [0, 4_096, false],
      [4_096, 4_096, true],
      [8_192, 1_000, true],
    ]);
    const all = Uint32Array.from({ length: count }, (_, row) => row);
    for (const query of queries.slice(0, 3)) {
      const turned = rows.search.turn(query);
      const cosines = rows.search.cosines(turned, all);
      let worst = 0;
      for (let row = 0; row < count; row++) {
        const error = Math.abs(cosines[row]! - product(rowOf(row), query));
        if (row < stretchRows) expect(error).toBeLessThan(0.0001);
        worst = Math.max(worst, error);
        if (row % 997 === 0)
          expect(product(rows.exact(row), Float32Array.of(...turned.turned, ...zeros))).toBeCloseTo(
            cosines[row]!,
            5,
          );
      }
      expect(worst).toBeLessThan(0.002);
    }
    // Its product with what it stands for is right whatever was rounded.
    const row = stretchRows + 77;
    const self = rows.search.cosines(rows.search.turn(vectorOf(row)), Uint32Array.of(row));
    expect(self[0]).toBeCloseTo(1, 6);
  });

  test('come back from a snapshot as they were, wherever they lie then', async () => {
    const bytes = bytesOf(rows);
    expect(bytes.length).toBe(rows.bytesOf(count));
    const own = await VectorArena.create(undefined, { stretchRows, cellsFrom: 0 });
    const written = new VectorRows(own, dims);
    written.addEmpty(count);
    for (let at = 0; at < bytes.length; at += 100_003)
      written.writeBytes(at, bytes.subarray(at, at + 100_003));
    expect(Buffer.compare(bytesOf(written), bytes)).toBe(0);
    for (const query of queries.slice(0, 5)) {
      const turned = rows.search.turn(query);
      const found = await rows.search.top(turned, 20, { rows: 'all' });
      expect(await written.search.top(turned, 20, { rows: 'all' })).toEqual(found);
    }
    written.release();
  });

  test('keep what they are when they are copied, and become rows with low bytes in front', () => {
    const copied = new VectorRows(arena, dims);
    for (let row = 1; row < count; row += 2) copied.copy(rows, row);
    expect(copied.stretches.map((stretch) => stretch.isThin(0))).toEqual([false, true]);
    for (let at = 0; at < copied.count; at += 61) expect(copied.exact(at)).toEqual(rows.exact(2 * at + 1));
    // The first stretch may not be behind.
    expect(() => {
      for (let i = 0; i < stretchRows; i++) copied.copy(rows, 0);
    }).toThrow('A row cannot be copied as a thin one.');
    copied.release();
  });
});

describe('where rows become thin within a stretch', () => {
  const wideRows = 2_048;
  const mixedCount = 6_001;

  async function mixedRows(): Promise<VectorRows> {
    const own = await VectorArena.create(undefined, { stretchRows: 8_192, wideRows });
    const mixed = new VectorRows(own, dims);
    for (let row = 0; row < mixedCount; row++) mixed.append(rowOf(row));
    return mixed;
  }

  test('those before are as they would be anywhere, and those behind as thin as in a stretch of their own', async () => {
    const mixed = await mixedRows();
    expect(mixed.stretches.map((stretch) => [stretch.first, stretch.count, stretch.wide])).toEqual([
      [0, mixedCount, wideRows],
    ]);
    const wideBytes = 32 * (2 * mixed.width + 4);
    const thinBytes = 32 * (mixed.width + 4 + mixed.width / 4);
    expect(mixed.bytesOf(mixedCount)).toBe(64 * wideBytes + 124 * thinBytes);
    expect(mixed.memoryBytes).toBe(mixed.bytesOf(mixedCount));
    for (const row of [0, 31, wideRows - 1]) expect(mixed.exact(row)).toEqual(rows.exact(row));
    const all = Uint32Array.from({ length: mixedCount }, (_, row) => mixedCount - 1 - row);
    const query = queries[0]!;
    const cosines = mixed.search.cosines(mixed.search.turn(query), all);
    for (const [i, row] of all.entries()) {
      const error = Math.abs(cosines[i]! - product(rowOf(row), query));
      expect(error).toBeLessThan(row < wideRows ? 0.0001 : 0.002);
    }
    mixed.release();
  });

  test('a snapshot, searches by bits and copies are right on both sides', async () => {
    const mixed = await mixedRows();
    const bytes = bytesOf(mixed);
    const own = await VectorArena.create(undefined, { stretchRows: 8_192, wideRows });
    const written = new VectorRows(own, dims);
    written.addEmpty(mixedCount);
    for (let at = 0; at < bytes.length; at += 100_003)
      written.writeBytes(at, bytes.subarray(at, at + 100_003));
    expect(Buffer.compare(bytesOf(written), bytes)).toBe(0);
    for (const query of queries) {
      const turned = mixed.search.turn(query);
      const found = await mixed.search.top(turned, 40, { rows: 'all' });
      expect(await written.search.top(turned, 40, { rows: 'all' })).toEqual(found);
      const exact = Array.from({ length: mixedCount }, (_, row) => product(rowOf(row), query));
      const best = [...exact.keys()].sort((a, b) => exact[b]! - exact[a]!).slice(0, 5);
      expect([...found.rows]).toEqual(expect.arrayContaining(best));
    }
    const copied = new VectorRows(own, dims);
    for (let row = 500; row < mixedCount; row++) copied.copy(mixed, row);
    for (const row of [0, wideRows - 1, wideRows, copied.count - 1])
      expect(copied.exact(row)).toEqual(mixed.exact(row + 500));
    const before = own.allocatedBytes;
    const freed = copied.memoryBytes;
    copied.release();
    expect(before - own.allocatedBytes).toBe(freed);
    written.release();
    mixed.release();
  });
});

const zeros = new Float32Array(Math.ceil(dims / 16) * 16 - dims);

describe('a search of several stretches', () => {
  const all = Array.from({ length: count }, (_, row) => row);
  const exact = (query: Float32Array, among: readonly number[], k: number) =>
    among
      .map((row) => [product(rowOf(row), query), row] as const)
      .sort((a, b) => b[0] - a[0])
      .slice(0, k)
      .map(([, row]) => row);

  test.each([
    ['all', 1],
    ['every second one', 2],
    ['every tenth one', 10],
  ])('finds the nearest of %s', async (_, step) => {
    const among = all.filter((row) => row % step === 0);
    const mask = Uint8Array.from(all, (row) => Number(row % step === 0));
    let right = 0;
    for (const query of queries) {
      const selection = step === 1 ? { rows: 'all' as const } : { mask, count: among.length };
      const found = await rows.search.top(rows.search.turn(query), 40, selection);
      expect(found.rows.length).toBe(40);
      expect(new Set(found.rows).size).toBe(40);
      for (const row of found.rows) expect(row % step).toBe(0);
      expect(found.cosines).toEqual(rows.search.cosines(rows.search.turn(query), found.rows));
      right += exact(query, among, 10).filter((row) => found.rows.includes(row)).length;
    }
    expect(right / (queries.length * 10)).toBeGreaterThan(0.98);
  });

  test('finds the best of a list in every stretch', async () => {
    const list = Uint32Array.of(3, 4_095, 4_096, 6_000, 8_191, 8_192, 9_191);
    const query = queries[0]!;
    const found = await rows.search.top(rows.search.turn(query), 4, { list });
    expect([...found.rows]).toEqual(exact(query, [...list], 4));
  });

  test('finds the same on other threads, and where rows lie in several memories', async () => {
    const small = await VectorArena.create(undefined, {
      stretchRows,
      cellsFrom: 0,
      memoryBytes: 64 * 65_536,
    });
    const workers = new ScanWorkers(small, 2, 0);
    // Leaves room for some of the first stretch.
    const others = Array.from({ length: 16 }, () => rowsOf(2_000, small));
    await others[0]!.search.top(rows.search.turn(queries[0]!), 5, { rows: 'all' }, { workers });
    expect(small.all).toHaveLength(1);
    const many = rowsOf(count, small);
    expect(many.stretches.map(({ arena: { number } }) => number)).toEqual([0, 1, 1, 1]);
    expect(many.stretches[2]!.first).toBe(stretchRows);
    expect(Buffer.compare(bytesOf(many), bytesOf(rows))).toBe(0);
    const mask = Uint8Array.from(all, (row) => Number(row % 2));
    const odd = all.filter((row) => row % 2 === 1);
    try {
      for (const query of queries.slice(0, 4)) {
        const turned = rows.search.turn(query);
        const found = await many.search.top(turned, 30, { rows: 'all' }, { workers });
        expect(found).toEqual(await many.search.top(turned, 30, { rows: 'all' }));
        expect(exact(query, all, 10).filter((row) => found.rows.includes(row)).length).toBeGreaterThan(8);
        const half = await many.search.top(turned, 30, { mask, count: odd.length }, { workers });
        expect(half.rows.every((row) => row % 2 === 1)).toBe(true);
        expect(exact(query, odd, 10).filter((row) => half.rows.includes(row)).length).toBeGreaterThan(8);
      }
    } finally {
      await workers.close();
    }
  });

  test.each([
    ['with cells', 0],
    ['without', 2 ** 30],
  ])('finds for many who wait what it finds for each alone, %s', async (_, cellsFrom) => {
    const own = await VectorArena.create(undefined, { stretchRows, cellsFrom });
    const workers = new ScanWorkers(own, 1, 0);
    const many = rowsOf(count, own);
    const mask = Uint8Array.from(all, (row) => Number(row % 3 > 0));
    const selected = mask.reduce((sum, bit) => sum + bit, 0);
    const asked = queries.slice(0, 10).map((query, i) => ({
      turned: many.search.turn(query),
      selection: i % 2 === 0 ? ({ rows: 'all' } as const) : { mask, count: selected },
    }));
    const alone = [];
    for (const { turned, selection } of asked) alone.push(await many.search.top(turned, 30, selection));
    const before = own.allocatedBytes;
    const together = asked.map(({ turned, selection }) =>
      many.search.top(turned, 30, selection, { workers }),
    );
    expect(await Promise.all(together)).toEqual(alone);
    expect(own.allocatedBytes).toBe(before);
    const closing = Promise.allSettled(
      asked.map(({ turned }) => many.search.top(turned, 30, { rows: 'all' }, { workers })),
    );
    await workers.close();
    // Whether they were answered before or not, nothing of them is left.
    await closing;
    expect(own.allocatedBytes).toBe(before);
    many.release();
  });

  test('has no cells before there are very many rows, and finds as much', async () => {
    const own = await VectorArena.create(undefined, { stretchRows, cellsFrom: count + 64 });
    const some = rowsOf(count, own);
    const areMade = () => some.stretches.map(({ cells, bits }) => [cells !== undefined, bits !== undefined]);
    for (const query of queries.slice(0, 4)) {
      const found = await some.search.top(some.search.turn(query), 40, { rows: 'all' });
      expect(exact(query, all, 10).filter((row) => found.rows.includes(row)).length).toBeGreaterThan(8);
    }
    expect(areMade()).toEqual([false, false, false].map((cells) => [cells, true]));
    for (let row = count; row < count + 64; row++) some.append(rowOf(row));
    await some.search.top(some.search.turn(queries[0]!), 40, { rows: 'all' });
    // What the cells replace is given back.
    expect(areMade()).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  test('finds the nearest where more rows without cells could be near than are wanted', async () => {
    const wide = 64;
    const own = await VectorArena.create(undefined, { stretchRows: 8_192, cellsFrom: 0 });
    const random = randomNumbers(7);
    const middle = Float32Array.from({ length: wide }, () => 2 * random() - 1);
    const around = (spread: number) => {
      const vector = middle.map((x) => x + spread * (2 * random() - 1));
      const length = Math.hypot(...vector);
      return vector.map((x) => x / length);
    };
    // One cluster, half of it in cells, which say more about a row than the bits of the other half.
    const cluster = Array.from({ length: 16_000 }, () => around(0.9));
    const many = new VectorRows(own, wide);
    for (const vector of cluster) many.append(vector);
    expect(many.stretches.map(({ count: held }) => held)).toEqual([8_192, 7_808]);
    let right = 0;
    for (let i = 0; i < 12; i++) {
      const query = around(0.15);
      const cosines = cluster.map((vector) => product(vector, query));
      const best = [...cosines.keys()].sort((a, b) => cosines[b]! - cosines[a]!).slice(0, 10);
      const found = new Set((await many.search.top(many.search.turn(query), 40, { rows: 'all' })).rows);
      right += best.filter((row) => found.has(row)).length;
    }
    expect(right / 120).toBeGreaterThan(0.98);
    many.release();
  });

  test('goes on while rows are added', async () => {
    const growing = rowsOf(2 * stretchRows + 10);
    const asked = queries.slice(0, 4).map((query) => growing.search.turn(query));
    const searches = asked.map((turned) => growing.search.top(turned, 10, { rows: 'all' }));
    for (let i = 0; i < stretchRows; i++) growing.append(rowOf(growing.count));
    for (const [i, search] of searches.entries()) {
      const found = await search;
      for (const row of found.rows) expect(row).toBeLessThan(2 * stretchRows + 10);
      expect((await growing.search.top(asked[i]!, 10, { rows: 'all' })).rows).toHaveLength(10);
    }
    growing.release();
  });

  test('finds out how far cells reach when it is searched again, where a thread broke meanwhile', async () => {
    const some = rowsOf(2 * stretchRows + 5);
    const calls: string[] = [];
    let breaks = 1;
    const request = (source: ScanSource) => {
      const { call, done, failed } = source.take()!;
      calls.push(call.name);
      if (call.name === 'giant' && breaks-- > 0) failed(new Error('broken'));
      else done([...carryOut(arena.all, call)]);
    };
    const workers = { minRows: 0, request } as unknown as ScanWorkers;
    const asked = some.search.turn(queries[0]!);
    await expect(some.search.top(asked, 10, { rows: 'all' }, { workers })).rejects.toThrow('broken');
    expect(some.search.storedCells).toBe(0);
    expect((await some.search.top(asked, 10, { rows: 'all' }, { workers })).rows).toHaveLength(10);
    expect(some.search.storedCells).toBe(2);
    expect(calls.filter((name) => name === 'cells')).toHaveLength(2);
    const other = rowsOf(2 * stretchRows + 5);
    await other.search.top(asked, 10, { rows: 'all' });
    const reaches = [some, other].map(({ stretches }) => stretches.map(({ cells }) => cells?.scan.reach));
    expect(reaches[0]).toEqual(reaches[1]);
    for (const each of [some, other]) each.release();
  });

  test('gives back all memory', async () => {
    const own = await VectorArena.create(undefined, { stretchRows, cellsFrom: 0 });
    own.rotationOf(dims);
    const before = own.allocatedBytes;
    const some = rowsOf(2 * stretchRows + 5, own);
    const bytes = some.memoryBytes;
    await some.search.top(some.search.turn(queries[0]!), 5, { rows: 'all' });
    expect(some.memoryBytes).toBeGreaterThan(bytes);
    expect(own.allocatedBytes - before).toBe(some.memoryBytes);
    some.release();
    expect(own.allocatedBytes).toBe(before);
  });
});

test('one memory alone is used to its end', async () => {
  const own = await VectorArena.create(20 * 65_536, { stretchRows });
  expect(() => rowsOf(200_000, own)).toThrow(IndexMemoryFull);
  expect(own.all).toEqual([own]);
  expect(own.allocatedBytes).toBeGreaterThan(19 * 65_536);
});

function randomNumbers(seed: number): () => number {
  let state = Math.floor(seed) + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
