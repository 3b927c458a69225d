import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spread } from './spread.ts';

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

test('products of vectors are what they were, whatever their dimensions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1e6 }), (dims, seed) => {
      const vector = (step: number) =>
        Float32Array.from({ length: dims }, (_, i) => Math.sin(seed * step + i * i));
      const [a, b] = [vector(1), vector(2)];
      const spread = new Spread(dims);
      expect(dot(spread.apply(a), spread.apply(b))).toBeCloseTo(dot(a, b), 3);
      expect(dot(spread.apply(a), spread.apply(a))).toBeCloseTo(dot(a, a), 3);
    }),
  );
});

test('vectors whose first components say most are spread evenly', () => {
  const dims = 384;
  const spread = new Spread(dims);
  const energy = new Float64Array(3);
  for (let n = 0; n < 200; n++) {
    const vector = Float32Array.from({ length: dims }, (_, i) => Math.sin(n * 7 + i * i * 3) / (1 + i / 64));
    spread.apply(vector).forEach((x, i) => {
      energy[Math.floor(i / 128)]! += x * x;
    });
  }
  expect(Math.max(...energy) / Math.min(...energy)).toBeLessThan(1.5);
});
