import { expect, test } from 'vitest';
import { queryWorths } from '../query-worths.ts';
import { BitMeasure, bitTop, longestDistance } from './bit-measure.ts';

const dims = 128;

test('a row is hardly ever nearer than its bits say it can be, whatever centre they are from', () => {
  const random = normalNumbers(7);
  const vector = (size: number) =>
    Float32Array.from({ length: dims }, () => (size * random()) / Math.sqrt(dims));
  const turned = vector(1);
  const { worths, longest, scale } = queryWorths(turned, dims / 8);
  const query = {
    centre: 0,
    spread: 0,
    length: Math.hypot(...turned),
    sum: turned.reduce((sum, x) => sum + Math.abs(x), 0),
    scale,
    longest,
  };
  const centres = Array.from({ length: 20 }, (_, i) => ({
    at: vector(0.2 + 0.05 * i),
    size: 0.9 - 0.03 * i,
  }));
  const origins = {
    spreads: Float32Array.from(centres, ({ size }) => size / Math.sqrt(dims)),
    tops: Float32Array.from(
      centres,
      ({ at, size }) => product(turned, at) + bitTop(query, size / Math.sqrt(dims), query.length),
    ),
  };
  const measure = new BitMeasure(query, origins);
  let [nearer, farther, all] = [0, 0, 0];
  for (const [i, { at, size }] of centres.entries()) {
    const { factor, offset } = measure.of(origins.tops[i]!, origins.spreads[i]!);
    for (let row = 0; row < 300; row++) {
      const rest = vector(size);
      let bits = 0;
      for (let j = 0; j < dims; j += 4) {
        const pattern = [0, 1, 2, 3].reduce((sum, k) => sum | (Number(rest[j + k]! > 0) << k), 0);
        bits += worths[j * 4 + pattern]!;
      }
      const distance = offset + factor * bits;
      expect(distance).toBeGreaterThanOrEqual(0);
      expect(distance).toBeLessThanOrEqual(longestDistance);
      const cosine = product(turned, at) + product(turned, rest);
      all++;
      if (distance > measure.limitOf(cosine)) nearer++;
      // By more than bits can be wrong.
      if (distance > measure.limitOf(cosine + 0.6)) farther++;
    }
  }
  expect(nearer / all).toBeLessThan(0.005);
  expect(farther / all).toBeGreaterThan(0.99);
});

test('what is as near as anything can be has no distance, and what is farther than all the greatest', () => {
  const query = { centre: 0, spread: 0, length: 1, sum: 8, scale: 60, longest: 500 };
  const measure = new BitMeasure(query, {
    tops: Float32Array.of(0.9, 0.4),
    spreads: Float32Array.of(0.05, 0),
  });
  expect(measure.of(Math.fround(0.9), 0.05).offset).toBe(0);
  expect(measure.limitOf(2)).toBe(0);
  expect(measure.limitOf(Number.NEGATIVE_INFINITY)).toBe(longestDistance);
  // A cell of equal rows.
  expect(measure.of(0.4, 0).factor).toBeGreaterThan(0);
});

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}

function normalNumbers(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}
