import { expect, test } from 'vitest';
import { nearestWindow, windowBytes, windowCodes } from './window-codes.ts';

const unit = (...values: number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const nearest = (query: Float32Array, codes: Uint8Array, start = 0, end = codes.length) =>
  nearestWindow(query, new Int8Array(codes.buffer), new DataView(codes.buffer), { start, end });

test('a window takes a byte for each number and four more', () => {
  expect(windowBytes(384)).toBe(388);
  expect(windowCodes([])).toHaveLength(0);
  expect(windowCodes([unit(1, 2, 3), unit(3, 2, 1)])).toHaveLength(2 * 7);
});

test('the greatest number is 127, the others in proportion', () => {
  const codes = windowCodes([Float32Array.of(0.5, -0.25, 0, -0.5)]);
  expect([...new Int8Array(codes.buffer, 4)]).toEqual([127, -63, 0, -127]);
  expect(new DataView(codes.buffer).getFloat32(0, true)).toBeCloseTo(1 / Math.hypot(127, 63, 127), 7);
});

test('the nearest window gives the cosine, right to a few thousandths', () => {
  const vectors = [unit(1, 0, 0, 0), unit(1, 2, 3, 4), unit(-1, 0.1, 0, 0)];
  const codes = windowCodes(vectors);
  const query = unit(4, 3, 2, 1);
  expect(nearest(query, codes)).toBeCloseTo(4 / Math.hypot(4, 3, 2, 1), 2);
  expect(nearest(unit(1, 2, 3, 4), codes)).toBeCloseTo(1, 2);
  expect(nearest(unit(1, 0, 0, 0), codes, windowBytes(4))).toBeCloseTo(1 / Math.hypot(1, 2, 3, 4), 2);
  expect(nearest(unit(1, 0, 0, 0), codes, 2 * windowBytes(4))).toBeCloseTo(-1, 1);
});

test('no window is near to nothing, and a window without any meaning has a cosine of 0', () => {
  expect(nearest(unit(1, 0), windowCodes([]))).toBeUndefined();
  expect(nearest(unit(1, 0), windowCodes([new Float32Array(2)]))).toBe(0);
});
