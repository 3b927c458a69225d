import { expect, test } from 'vitest';
import { ArenaScratch } from './arena-scratch.ts';
import { BitRows } from './bit-rows.ts';
import { codedRows } from './giants/giant-search.ts';
import { instantiateKernel } from './kernel.ts';
import { foundNear, nearQueryBytes, putNearQuery } from './near-queries.ts';
import { queryCodes } from './query-codes.ts';
import { queryWorths } from './query-worths.ts';
import { VectorArena } from './vector-arena.ts';
import { VectorRows } from './vector-rows.ts';

const arena = await VectorArena.create();
const kernels = {
  relaxed: instantiateKernel(arena.memory, 'relaxed'),
  plain: instantiateKernel(arena.memory, 'plain'),
};

const groups = 200;
const sampled = new Set(Array.from({ length: 32 }, (_, i) => Math.floor((i * groups) / 32)));

// Widths that fill their last bytes and that do not; both builds.
for (const dims of [32, 100, 256])
  for (const [build, kernel] of Object.entries(kernels))
    test(`${build}: several queries in one pass find the nearest rows by their bits, as counting does: ${dims} dimensions`, () => {
      const random = randomNumbers(dims);
      const vector = () => Float32Array.from({ length: dims }, () => random() - 0.5);
      const count = 1_203;
      const rows = new VectorRows(arena, dims);
      const bits = new BitRows(arena, dims);
      const scratch = new ArenaScratch(arena);
      const coded = () => codedRows(rows.stretches[0]!);
      for (let i = 0; i < count; i++) {
        rows.append(vector());
        // In the midst of a group as well: the bits of the rows before stay.
        if (i === 1_000 || i === 1_001 || i === 1_023) bits.update(scratch, coded(), false);
      }
      bits.update(scratch, coded(), false);
      const centre = bits.centre!;
      const patterns = Array.from({ length: count }, (_, row) => {
        const above = Array.from(rows.exact(row), (x, j) => Number(x > centre[j]!));
        return Uint8Array.from({ length: Math.ceil(dims / 4) }, (_, j) =>
          above.slice(4 * j, 4 * j + 4).reduce((bits, bit, b) => bits | (bit << b), 0),
        );
      });
      // Few different components, so that many rows are at the same distance.
      const queries = [1, 0.5, 0.02].map((share) => {
        const query = vector().map((x) => Math.round(x * 4));
        const mask = Uint8Array.from({ length: count }, () => Number(random() < share));
        return { query, mask, isMasked: share < 1, want: share < 0.1 ? 20 : 150 };
      });
      const table = scratch.put(bits.chunks);
      const places = queries.map(({ query, mask, isMasked, want }) =>
        putNearQuery(scratch, {
          ...queryWorths(query, bits.bytes),
          mask: isMasked ? scratch.put(mask) : 0,
          want,
        }),
      );
      const together = scratch.room(places.length * nearQueryBytes);
      const bytes = new Uint8Array(arena.memory.buffer);
      for (const [i, { at }] of places.entries())
        bytes.copyWithin(together + i * nearQueryBytes, at, at + nearQueryBytes);
      const [first, last] = [32, count - 5];
      kernel.nearest(table, first, last, bits.chunkRows, bits.bytes, together, places.length);

      for (const [i, { query, mask, want }] of queries.entries()) {
        const found = foundNear(arena.memory, together + i * nearQueryBytes);
        const nearest = [...new Uint32Array(arena.memory.buffer, places[i]!.out, found)];
        const { worths } = queryWorths(query, bits.bytes);
        const distance = (row: number) =>
          patterns[row]!.reduce((sum, pattern, j) => sum + worths[j * 16 + pattern]!, 0);
        const expected = [...Array(count).keys()]
          .filter((row) => row >= first && row < last && mask[row] === 1)
          .map((row) => [distance(row), row] as const)
          .sort(([a, r], [b, s]) => a - b || r - s)
          .slice(0, want)
          .map(([, row]) => row)
          .sort((a, b) => a - b);
        expect(nearest).toEqual(expected);
      }
      scratch.release();
      rows.release();
      bits.release();
    });

// The kernel estimates how far the nearest rows are by 32 groups at even distances.
for (const [name, isNear] of Object.entries({
  'rows of one kind': () => false,
  'groups of the sample that are nearer than all others': (group: number) => sampled.has(group),
  'groups of the sample that are farther than all others': (group: number) => !sampled.has(group),
}))
  test(`the nearest rows are found by a sample of them, whatever the sample says of the others: ${name}`, () => {
    const random = randomNumbers(name.length);
    const scratch = new ArenaScratch(arena);
    const [bitBytes, count, want] = [16, groups * 32, 1_100];
    const { worths, longest } = queryWorths(
      Float32Array.from({ length: bitBytes * 8 }, () => random() - 0.5),
      bitBytes,
    );
    const tables = bitBytes * 2;
    const best = Array.from({ length: tables }, (_, t) => {
      const patterns = worths.subarray(t * 16, t * 16 + 16);
      return patterns.indexOf(Math.min(...patterns));
    });
    const patterns = Array.from({ length: count }, (_, row) =>
      Uint8Array.from({ length: tables }, (_, t) =>
        isNear(row >> 5) && random() < 0.8 ? best[t]! : Math.floor(random() * 16),
      ),
    );
    const bits = new Uint8Array(count * bitBytes);
    for (const [row, list] of patterns.entries())
      for (const [t, pattern] of list.entries())
        bits[(row >> 5) * bitBytes * 32 + t * 16 + (row & 15)]! |= pattern << (row & 16 ? 4 : 0);
    const table = scratch.put(Uint32Array.of(scratch.put(bits)));
    const distance = (row: number) =>
      patterns[row]!.reduce((sum, pattern, t) => sum + worths[t * 16 + pattern]!, 0);
    const ordered = Array.from({ length: count }, (_, row) => [distance(row), row] as const)
      .sort(([a, r], [b, s]) => a - b || r - s)
      .map(([, row]) => row);
    // All rows, those that most filters leave, none or only those of the sample, and fewer than are wanted.
    const lets = [
      () => true,
      (row: number) => row % 2 === 0,
      (row: number) => row % 7 !== 3,
      (row: number) => !sampled.has(row >> 5),
      (row: number) => sampled.has(row >> 5),
      (row: number) => row % 10 === 1,
    ];
    for (const [i, isLet] of lets.entries()) {
      const mask = Uint8Array.from({ length: count }, (_, row) => Number(isLet(row)));
      const masked = i === 0 ? 0 : scratch.put(mask);
      const { at, out } = putNearQuery(scratch, { worths, longest, mask: masked, want });
      const expected = ordered
        .filter((row) => mask[row] === 1)
        .slice(0, want)
        .sort((a, b) => a - b);
      for (const kernel of Object.values(kernels)) {
        kernel.nearest(table, 0, count, count, bitBytes, at, 1);
        const found = new Uint32Array(arena.memory.buffer, out, foundNear(arena.memory, at));
        expect([...found]).toEqual(expected);
      }
    }
    scratch.release();
  });

test('the distance by bits is the sum of what a row misses of the query, rounded for four components at a time', () => {
  const query = Float32Array.of(3, -1, 0.5, -2, 1, 1, -1, 0);
  const { worths, longest } = queryWorths(query, 4);
  const scale = 31 / 6.5;
  const missed = (first: number, pattern: number) => {
    let sum = 0;
    for (let b = 0; b < 4; b++) {
      const [x, isOne] = [query[first + b]!, (pattern >> b) & 1];
      if (isOne ? x < 0 : x > 0) sum += Math.abs(x);
    }
    return Math.round(sum * scale);
  };
  for (let pattern = 0; pattern < 16; pattern++) {
    expect(worths[pattern]).toBe(missed(0, pattern));
    expect(worths[16 + pattern]).toBe(missed(4, pattern));
  }
  expect(longest).toBe(31 + Math.round(3 * scale));
});

test('both builds choose the same rows by their codes, and their scores are those of multiplying', () => {
  const random = randomNumbers(7);
  const dims = 48;
  const rows = new VectorRows(arena, dims);
  for (let i = 0; i < 100; i++) rows.append(Float32Array.from({ length: dims }, () => random() - 0.5));
  const scratch = new ArenaScratch(arena);
  const codes = queryCodes(
    Float32Array.from({ length: dims }, () => random() - 0.5),
    rows.width,
  );
  const results = Object.values(kernels).map((kernel) => {
    const [scores, out] = [scratch.room(400), scratch.room(400)];
    const table = scratch.put(rows.stretches[0]!.blockTable);
    const found = kernel.scan(
      table,
      0,
      100,
      rows.blockRows,
      rows.width,
      scratch.put(codes),
      0,
      100,
      scores,
      out,
      0,
    );
    const { buffer } = arena.memory;
    return {
      rows: [...new Uint32Array(buffer, out, found)],
      scores: [...new Float32Array(buffer, scores, found)],
    };
  });
  expect(results[0]).toEqual(results[1]);
  for (const [i, row] of results[0]!.rows.entries()) {
    const values = rows.coarse(row);
    const expected = values.reduce((sum, x, j) => sum + (x / 256) * (codes[j]! - 64), 0);
    expect(results[0]!.scores[i]).toBeCloseTo(expected, 4);
  }
  scratch.release();
  rows.release();
});

function randomNumbers(seed: number): () => number {
  let state = Math.floor(seed) + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
