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

test('a cross is a cross: its longer beam lies along x, whatever its middle is', () => {
  const rows = [
    [3, 0],
    [-3, 0],
    [0, 1],
    [0, -1],
  ].flatMap(([a, b]) => [a! + 5, b! + 7]);
  const projection = project({ values: Float32Array.from(rows), width: 2 });
  const near = (expected: number[]) => expected.map((value) => expect.closeTo(value, 5));
  expect([...projection.mean]).toEqual(near([5, 7]));
  expect(projection.axes.map((axis) => [...axis])).toEqual([near([1, 0]), near([0, 1])]);
  expect([...projection.x]).toEqual(near([1, -1, 0, 0]));
  expect([...projection.y]).toEqual(near([0, 0, 1 / 3, -1 / 3]));
  expect(projection.variance).toEqual(near([0.9, 0.1]));
  expect(projection.scale).toBeCloseTo(3, 5);
  expect(placeOf(Float32Array.of(11, 10), projection)).toEqual({
    x: expect.closeTo(2, 5),
    y: expect.closeTo(1, 5),
  });
});

test('a picture of one direction has no second one', () => {
  const { x, y, axes, variance } = project({ values: Float32Array.of(1, 1, 2, 2, 4, 4), width: 2 });
  expect([...axes[1]]).toEqual([0, 0]);
  expect([...y]).toEqual([0, 0, 0]);
  expect(variance).toEqual([expect.closeTo(1, 5), 0]);
  // The mean is 7/3; the farthest is 5/3 from it.
  expect([...x]).toEqual([-0.8, -0.2, 1].map((value) => expect.closeTo(value, 5)));
  // Its strongest part is above zero, whichever way it was found.
  const falling = project({ values: Float32Array.of(0, 3, 0, -3, 0, 0), width: 2 });
  expect([...falling.axes[0]]).toEqual([expect.closeTo(0, 5), expect.closeTo(1, 5)]);
});

test('of more than 5,000 rows as many at even distances say what the axes are', () => {
  // Every second row is looked at: those differ along x, the others along y, and more.
  const pairs = Float32Array.from({ length: 20_000 }, (_, i) => {
    const [row, column] = [Math.floor(i / 2), i % 2];
    const sign = Math.floor(row / 2) % 2 === 0 ? 1 : -1;
    return row % 2 === column ? sign * (column === 0 ? 1 : 10) : 0;
  });
  const looked = project({ values: pairs, width: 2 });
  expect(Math.abs(looked.axes[0][0]!)).toBeCloseTo(1, 5);
  expect(looked.x).toHaveLength(10_000);
  const all = project({ values: pairs.subarray(0, 10_000), width: 2 });
  expect(Math.abs(all.axes[0][1]!)).toBeCloseTo(1, 5);
});
