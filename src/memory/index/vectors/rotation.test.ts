import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Rotation } from './rotation.ts';
import { VectorArena } from './vector-arena.ts';
import { VectorRows } from './vector-rows.ts';

const arena = await VectorArena.create();

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

test('products of vectors are what they were, whatever their dimensions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1e6 }), (dims, seed) => {
      const vector = (step: number) =>
        Float32Array.from({ length: dims }, (_, i) => Math.sin(seed * step + i * i));
      const [a, b] = [vector(1), vector(2)];
      const rotation = new Rotation(arena, dims);
      expect(dot(rotation.apply(a), rotation.apply(b))).toBeCloseTo(dot(a, b), 3);
      expect(dot(rotation.apply(a), rotation.apply(a))).toBeCloseTo(dot(a, a), 3);
    }),
  );
});

test('vectors whose first components say most are spread evenly', () => {
  const dims = 384;
  const rotation = new Rotation(arena, dims);
  const energy = new Float64Array(3);
  for (let n = 0; n < 200; n++) {
    const vector = Float32Array.from({ length: dims }, (_, i) => Math.sin(n * 7 + i * i * 3) / (1 + i / 64));
    rotation.apply(vector).forEach((x, i) => {
      energy[Math.floor(i / 128)]! += x * x;
    });
  }
  expect(Math.max(...energy) / Math.min(...energy)).toBeLessThan(1.5);
});

// What vectors were turned and coded by before: codes that are on disk must be those that the same vector has today.
test('a vector has the same code to the last bit as in plain arithmetic, whatever its dimensions', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(0, 1e-20, 1, 1e20),
      (dims, seed, size) => {
        const vector = Float32Array.from({ length: dims }, (_, i) => size * Math.sin(seed + i * i));
        const turned = turnedPlainly(vector);
        expect(arena.rotationOf(dims).apply(vector)).toEqual(turned);
        const rows = new VectorRows(arena, dims);
        rows.append(vector);
        rows.append(vector);
        const largest = turned.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        const scale = largest / 32_639 || 1;
        const coded = Array.from(turned, (x) => Math.fround(Math.round(x / scale) * Math.fround(scale)));
        for (const row of [0, 1]) {
          const held = rows.exact(row);
          expect([...held.subarray(0, dims)].map((x) => x + 0)).toEqual(coded.map((x) => x + 0));
          expect(held.subarray(dims).every((x) => x === 0)).toBe(true);
        }
        rows.release();
      },
    ),
  );
});

function turnedPlainly(vector: Float32Array): Float32Array {
  const dims = vector.length;
  const size = 2 ** Math.floor(Math.log2(dims));
  const work = Float64Array.from(vector);
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < dims; i++) work[i]! *= sign(round * dims + i);
    const first = round % 2 === 0 ? 0 : dims - size;
    for (let half = 1; half < size; half *= 2) {
      for (let start = first; start < first + size; start += 2 * half) {
        for (let i = start; i < start + half; i++) {
          const [a, b] = [work[i]!, work[i + half]!];
          work[i] = a + b;
          work[i + half] = a - b;
        }
      }
    }
    const scale = 1 / Math.sqrt(size);
    for (let i = first; i < first + size; i++) work[i]! *= scale;
  }
  return Float32Array.from(work);
}

function sign(index: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x ^= x >>> 13;
  return x & 1 ? 1 : -1;
}
