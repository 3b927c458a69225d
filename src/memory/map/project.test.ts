import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, project } from './project.ts';

/** Numbers that look random and are the same in every run. */
function noise(count: number, seed = 1): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

/** Rows that differ most along the first dimension, then along the fourth. */
function stretched(count: number, width = 8): Float32Array {
  const values = Float32Array.from(noise(count * width));
  return values.map((value, i) => value * (i % width === 0 ? 10 : i % width === 3 ? 5 : 0.1) + 2);
}

test('the axes are the directions in which the rows differ most, and the shares are those of the variance', () => {
  const { axes, variance } = project({ values: stretched(2_000), width: 8 });
  expect(axes[0][0]).toBeCloseTo(1, 2);
  expect(axes[1][3]).toBeCloseTo(1, 2);
  expect(variance[0]).toBeCloseTo(0.8, 1);
  expect(variance[1]).toBeCloseTo(0.2, 1);
});

test('the same rows give the same picture, and points fill it without leaving it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(1e6),
      (count, width, seed) => {
        const values = Float32Array.from(noise(count * width, seed + 1));
        const [one, two] = [project({ values, width }), project({ values: values.slice(), width })];
        expect(one).toEqual(two);
        expect(one.x).toHaveLength(count);
        for (const value of [...one.x, ...one.y]) expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(one.variance[0] + one.variance[1]).toBeLessThanOrEqual(1.000_1);
      },
    ),
    { numRuns: 50 },
  );
});

test('a row that is placed later is where it was', () => {
  const values = stretched(500);
  const projection = project({ values, width: 8 });
  const { x, y } = placeOf(values.subarray(80, 88), projection);
  expect(x).toBeCloseTo(projection.x[10]!, 4);
  expect(y).toBeCloseTo(projection.y[10]!, 4);
});

test('equal rows, one row and no row give a picture as well', () => {
  expect([...project({ values: new Float32Array(24).fill(0.5), width: 8 }).x]).toEqual([0, 0, 0]);
  expect([...project({ values: Float32Array.of(1, 2, 3), width: 3 }).y]).toEqual([0]);
  expect(project({ values: new Float32Array(0), width: 8 })).toMatchObject({
    x: new Float32Array(0),
    variance: [0, 0],
  });
  expect(project({ values: new Float32Array(0), width: 0 }).x).toHaveLength(0);
});
