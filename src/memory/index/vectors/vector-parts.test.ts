import { describe, expect, test } from 'vitest';
import { IndexMemoryFull } from '../index-memory-full.ts';
import { ArenaScratch } from './arena-scratch.ts';
import { BitRows } from './bit-rows.ts';
import { codedRows } from './giants/giant-search.ts';
import { queryCodes } from './query-codes.ts';
import { queryWorths } from './query-worths.ts';
import { VectorArena } from './vector-arena.ts';
import { VectorRows } from './vector-rows.ts';

const arena = await VectorArena.create();
const pageBytes = 65_536;

describe('the arena', () => {
  test('gives memory in multiples of 16 bytes, none of it twice, and none at 0, which means nothing', async () => {
    const own = await VectorArena.create(2 ** 20);
    const starts = [1, 16, 17, 32].map((bytes) => own.allocate(bytes));
    expect(starts).toEqual([64, 80, 96, 128]);
    expect(own.allocatedBytes).toBe(16 + 16 + 32 + 32);
  });

  test('gives what was given back to the next that wants as much', async () => {
    const own = await VectorArena.create(2 ** 20);
    const [a, b] = [own.allocate(20), own.allocate(20)];
    own.free(a, 20);
    own.free(b, 32);
    expect(own.allocatedBytes).toBe(0);
    expect(own.allocate(16)).toBe(128);
    expect([own.allocate(32), own.allocate(17), own.allocate(32)]).toEqual([b, a, 144]);
    expect(own.allocatedBytes).toBe(16 + 3 * 32);
  });

  test('grows by 4 MiB, and by what is missing where that does not fit any more, to the last page', async () => {
    const own = await VectorArena.create(100 * pageBytes + 1);
    expect(own.memory.buffer.byteLength).toBe(pageBytes);
    own.allocate(pageBytes - 64);
    expect(own.memory.buffer.byteLength).toBe(pageBytes);
    own.allocate(16);
    expect(own.memory.buffer.byteLength).toBe(65 * pageBytes);
    own.allocate(65 * pageBytes);
    expect(own.memory.buffer.byteLength).toBe(67 * pageBytes);
    own.allocate(34 * pageBytes - 16);
    expect(own.memory.buffer.byteLength).toBe(100 * pageBytes);
    const before = own.allocatedBytes;
    expect(() => own.allocate(16)).toThrow(IndexMemoryFull);
    expect(() => own.allocate(16)).toThrow(/: 16 more bytes were needed/);
    expect(own.allocatedBytes).toBe(before);
  });

  test('has one rotation for each number of dimensions', () => {
    expect(arena.rotationOf(48)).toBe(arena.rotationOf(48));
    expect(arena.rotationOf(48)).not.toBe(arena.rotationOf(47));
  });
});

test.each([
  [0, 64],
  [64, 64],
  [65, 128],
  [128, 128],
  [129, 256],
])('room for %i bytes of a search takes %i, and all of it is given back', async (bytes, taken) => {
  const own = await VectorArena.create(2 ** 20);
  const scratch = new ArenaScratch(own);
  scratch.room(bytes);
  expect(own.allocatedBytes).toBe(taken);
  const values = Float32Array.of(0, 1.5, -2, 0).subarray(1, 3);
  expect([...new Float32Array(own.memory.buffer, scratch.put(values), 2)]).toEqual([1.5, -2]);
  scratch.release();
  scratch.release();
  expect(own.allocatedBytes).toBe(0);
});

test.each([
  [[1, 0.5, -1, 0], 4, [127, 96, 1, 64]],
  [[0.25, -0.5], 4, [96, 1, 64, 64]],
  [[0, 0], 3, [64, 64, 64]],
  [[-3e-30, 1e-30], 2, [1, 85]],
])('the codes of %o', (query, width, codes) => {
  expect([...queryCodes(Float32Array.from(query), width)]).toEqual(codes);
});

test('a query of zeros is equally far from all, one of fewer components than bits too in those that it has not', () => {
  expect(queryWorths(new Float32Array(8), 1)).toEqual({ worths: new Uint8Array(32), longest: 0, scale: 1 });
  const { worths, longest } = queryWorths(Float32Array.of(1, -1, 1, 1, 2), 4);
  expect(worths).toHaveLength(4 * 2 * 16);
  // The fifth component alone: missed by each pattern without its first bit.
  expect([...worths.subarray(16, 32)]).toEqual(Array.from({ length: 16 }, (_, i) => (i & 1 ? 0 : 16)));
  expect(longest).toBe(31 + 16);
  expect(worths.subarray(32).every((worth) => worth === 0)).toBe(true);
});

const vectorOf = (seed: number, dims: number) =>
  Float32Array.from({ length: dims }, (_, i) => Math.sin(seed * 13 + i * i + seed / (i + 1)));
const rowsOf = (count: number, dims: number, first = 0) => {
  const rows = new VectorRows(arena, dims);
  for (let i = 0; i < count; i++) rows.append(vectorOf(first + i, dims));
  return rows;
};
const bytesOf = (rows: VectorRows) => {
  const section = rows.section('vectors');
  const bytes = new Uint8Array(section.byteLength);
  section.copy(0, bytes);
  return bytes;
};

describe('rows of vectors', () => {
  test.each([
    [0, 16, 0],
    [1, 16, 1],
    [32, 16, 1],
    [33, 17, 2],
  ])('%i rows of %i dimensions take %i blocks', (count, dims, blocks) => {
    // What all rows of a model share stays.
    arena.rotationOf(dims);
    const before = arena.allocatedBytes;
    const rows = rowsOf(count, dims);
    const width = dims === 16 ? 16 : 32;
    expect([rows.width, rows.count]).toEqual([width, count]);
    const blockBytes = 32 * (2 * width + 4);
    expect(rows.memoryBytes).toBe(blocks * blockBytes);
    const section = rows.section('vectors');
    expect([section.byteLength, section.stableBytes]).toEqual([
      blocks * blockBytes,
      Math.floor(count / 32) * blockBytes,
    ]);
    rows.release();
    expect([rows.count, rows.memoryBytes]).toEqual([0, 0]);
    expect(arena.allocatedBytes).toBe(before);
  });

  test('refuse a vector of other dimensions', () => {
    const rows = rowsOf(0, 8);
    expect(() => rows.append(new Float32Array(7))).toThrow('A vector of 7 dimensions among 8.');
    expect(rows.count).toBe(0);
  });

  test('are the same when they were written piece by piece, or copied one by one', () => {
    const rows = rowsOf(70, 20);
    const bytes = bytesOf(rows);
    const written = new VectorRows(arena, 20);
    written.addEmpty(70);
    expect([written.count, written.stretches[0]!.blockTable.length]).toEqual([70, 3]);
    for (let at = 0; at < bytes.length; at += 1_000) written.writeBytes(at, bytes.subarray(at, at + 1_000));
    const copied = new VectorRows(arena, 20);
    const reversed = new VectorRows(arena, 20);
    for (let row = 0; row < 70; row++) {
      copied.copy(rows, row);
      reversed.copy(rows, 69 - row);
    }
    for (let row = 0; row < 70; row++) {
      for (const other of [written, copied]) {
        expect(other.exact(row)).toEqual(rows.exact(row));
        expect(other.coarse(row)).toEqual(rows.coarse(row));
      }
      expect(reversed.exact(69 - row)).toEqual(rows.exact(row));
      expect(reversed.coarse(69 - row)).toEqual(rows.coarse(row));
    }
    // Whatever part of a snapshot is asked for.
    const part = new Uint8Array(3_000);
    written.section('vectors').copy(1_234, part);
    expect(part).toEqual(bytes.subarray(1_234, 4_234));
    for (const each of [rows, written, copied, reversed]) each.release();
  });

  test('have cosines that are right to a hundredth by their high bytes, and to a millionth by all', () => {
    const dims = 40;
    const unit = (seed: number) => {
      const vector = vectorOf(seed, dims);
      return vector.map((x) => x / Math.hypot(...vector));
    };
    const rows = new VectorRows(arena, dims);
    for (let i = 0; i < 50; i++) rows.append(unit(i));
    const query = rows.search.turn(unit(99));
    const list = Uint32Array.from({ length: 50 }, (_, row) => row);
    const exact = rows.search.cosines(query, list);
    const sum = new Float32Array(rows.width);
    for (let row = 0; row < 50; row++) {
      const cosine = unit(row).reduce((total, x, i) => total + x * unit(99)[i]!, 0);
      expect(exact[row]).toBeCloseTo(cosine, 4);
      const near = unit(row).reduce((total, x, i) => total + x * unit(49)[i]!, 0);
      expect(Math.abs(rows.coarseCosine(row, 49) - near)).toBeLessThan(0.01);
      expect(rows.coarseCosine(row, row)).toBeLessThanOrEqual(1);
      rows.stretches[0]!.addCoarse(row, 4, sum);
    }
    const expected = new Float32Array(rows.width);
    for (let row = 0; row < 50; row++) for (const [i, x] of rows.coarse(row).entries()) expected[i]! += x / 4;
    for (const [i, x] of sum.entries()) expect(x).toBeCloseTo(expected[i]!, 4);
    const kept = rows.coarseRow(3);
    rows.append(unit(50));
    expect(kept.codes).toHaveLength(48);
    expect(Array.from(kept.codes, (code) => Math.fround(code * 256 * kept.scale))).toEqual([
      ...rows.coarse(3),
    ]);
    rows.release();
  });

  test('the best of them are found among all, among those of a mask and among those of a list', async () => {
    const rows = rowsOf(200, 24);
    const query = rows.search.turn(vectorOf(500, 24));
    const all = Uint32Array.from({ length: 200 }, (_, row) => row);
    const cosines = rows.search.cosines(query, all);
    const best = (those: Iterable<number>) =>
      [...those].sort((a, b) => cosines[b]! - cosines[a]!).slice(0, 5);
    const mask = Uint8Array.from(all, (row) => Number(row % 3 === 1));
    const list = all.filter((row) => row > 190);
    const before = arena.allocatedBytes;
    for (const [selection, expected] of [
      [{ rows: 'all' } as const, best(all)],
      [{ mask, count: 67 }, best(all.filter((row) => row % 3 === 1))],
      [{ list }, best(list)],
    ] as const) {
      const found = await rows.search.top(query, 5, selection);
      expect([...found.rows].sort((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
      expect([...found.cosines]).toEqual([...found.rows].map((row) => cosines[row]));
    }
    const few = await rows.search.top(query, 5, { list: all.subarray(0, 2) });
    expect([...few.rows].sort((a, b) => a - b)).toEqual([0, 1]);
    expect(arena.allocatedBytes).toBe(before);
    rows.release();
  });

  test.each([
    [4_095, false],
    [4_096, true],
  ])('%i rows have bits: %s', async (count, hasBits) => {
    const rows = new VectorRows(arena, 16);
    rows.addEmpty(count);
    const before = rows.memoryBytes;
    await rows.search.top(rows.search.turn(vectorOf(1, 16)), 5, { rows: 'all' });
    expect(rows.memoryBytes - before).toBe(hasBits ? 4 * 1024 * 4 : 0);
    rows.release();
  });

  test.each([
    // A quarter of the selected rows, 1,024 at least, 4,096 at most, or eight for each that is wanted.
    [5, 4_096, true],
    [5, 4_095, false],
    [129, 4_127, false],
    [129, 4_128, true],
  ])('for %i of %i selected rows bits are read: %s', async (k, selected, areRead) => {
    const rows = new VectorRows(arena, 16);
    rows.addEmpty(5_000);
    const mask = new Uint8Array(5_000).fill(1, 0, selected);
    const before = rows.memoryBytes;
    await rows.search.top(rows.search.turn(vectorOf(1, 16)), k, { mask, count: selected });
    expect(rows.memoryBytes > before).toBe(areRead);
    rows.release();
  });
});

describe('the bits of rows', () => {
  const coded = (count: number, rows: VectorRows, asked: number[] = []) => ({
    ...codedRows(rows.stretches[0]!),
    count,
    addRow: (row: number, parts: number, into: Float32Array) => {
      asked.push(row);
      rows.stretches[0]!.addCoarse(row, parts, into);
    },
  });

  test('are taken from the centre of a sample, which is taken again when there are more than four times as many rows', () => {
    const rows = rowsOf(45, 16);
    const bits = new BitRows(arena, 16);
    const scratch = new ArenaScratch(arena);
    expect(bits.centre).toBeUndefined();
    for (const [count, isRead, isTaken] of [
      [10, true, true],
      [40, false, false],
      [41, true, false],
      [41, false, true],
      [45, false, false],
    ] as const) {
      const asked: number[] = [];
      bits.update(scratch, coded(count, rows, asked), isRead);
      expect(asked).toEqual(isTaken ? [...Array(count).keys()] : []);
    }
    scratch.release();
    rows.release();
    bits.release();
  });

  test('of many rows are taken from a sample of 2,048 at even distances', () => {
    const rows = new VectorRows(arena, 16);
    rows.addEmpty(4_096);
    const bits = new BitRows(arena, 16);
    const scratch = new ArenaScratch(arena);
    const asked: number[] = [];
    bits.update(scratch, coded(4_096, rows, asked), false);
    expect(asked).toEqual(Array.from({ length: 2_048 }, (_, i) => 2 * i));
    scratch.release();
    rows.release();
    bits.release();
  });

  test.each([
    [16, 4, 1_024, 1],
    [32, 4, 1_025, 2],
    [33, 8, 1, 1],
  ])('of %i dimensions take %i bytes a row, in chunks of 1,024 rows', (dims, bytes, count, chunks) => {
    arena.rotationOf(dims);
    const before = arena.allocatedBytes;
    const rows = new VectorRows(arena, dims);
    rows.addEmpty(count);
    const bits = new BitRows(arena, dims);
    const scratch = new ArenaScratch(arena);
    bits.update(scratch, coded(count, rows), false);
    expect([bits.bytes, bits.chunks.length, bits.chunkRows]).toEqual([bytes, chunks, 1_024]);
    expect(bits.memoryBytes).toBe(chunks * 1_024 * bytes);
    scratch.release();
    bits.release();
    expect([bits.memoryBytes, bits.chunks.length]).toEqual([0, 0]);
    rows.release();
    expect(arena.allocatedBytes).toBe(before);
  });
});
