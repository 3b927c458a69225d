import { expect, test } from 'vitest';
import type { WindowRows } from '../vectors/window-rows.ts';
import { withWindows } from './nearest-windows.ts';

const query = Float32Array.of(1);

/** Windows of some rows, and which rows were asked for. */
function windowsOf(cosines: Readonly<Record<number, number>>) {
  const asked: number[] = [];
  const nearest = (_: Float32Array, row: number) => {
    asked.push(row);
    return cosines[row];
  };
  const windows = { isEmpty: Object.keys(cosines).length === 0, nearest } as unknown as WindowRows;
  return { windows, asked };
}

function ranked(
  windows: WindowRows,
  cosines: readonly number[],
  by: (row: number, cosine: number) => number,
  vector: Float32Array | undefined = query,
) {
  const found = {
    rows: Uint32Array.from(cosines, (_, i) => i + 10),
    cosines: Float64Array.from(cosines) as never,
  };
  const ranks = Float64Array.from(cosines, (cosine, i) => by(i + 10, cosine));
  const { cosines: nearer, nearest } = withWindows(windows, vector, found, ranks, by);
  return {
    nearer: [...nearer],
    nearest: [...nearest],
    ranks: [...ranks],
    isSame: nearer === found.cosines && nearest === found.cosines,
  };
}
const half = (_: number, cosine: number) => cosine / 2;

test('a row goes seven tenths of the way to its nearest window, where that is nearer than itself, and keeps what that window says', () => {
  const { windows } = windowsOf({ 10: 0.9, 11: 0.3, 13: 0.5 });
  const { nearer, nearest, ranks } = ranked(windows, [0.4, 0.4, 0.4, 0.5], half);
  expect(nearest).toEqual([expect.closeTo(0.9), 0.4, 0.4, 0.5]);
  expect(nearer).toEqual([expect.closeTo(0.75), 0.4, 0.4, 0.5]);
  expect(ranks).toEqual([expect.closeTo(0.375), 0.2, 0.2, 0.25]);
});

test('the fifty best by rank are compared, those that rank alike with the last of them too', () => {
  const { windows, asked } = windowsOf({ 10: 1 });
  const cosines = Array.from({ length: 53 }, (_, i) => (i < 2 ? 0.1 : i < 5 ? 0.2 : 0.3 + i / 1000));
  ranked(windows, cosines, half);
  expect(asked).toEqual(Array.from({ length: 51 }, (_, i) => i + 12));
  asked.length = 0;
  ranked(windows, cosines.slice(3), half);
  expect(asked).toHaveLength(50);
});

test('where no row has windows, or the search has no vector, nothing is looked at', () => {
  const { windows, asked } = windowsOf({});
  expect(ranked(windows, [0.4], half)).toEqual({ nearer: [0.4], nearest: [0.4], ranks: [0.2], isSame: true });
  const other = windowsOf({ 10: 1 });
  expect(ranked(other.windows, [0.4], half, null as never)).toMatchObject({ nearer: [0.4], isSame: true });
  expect([...asked, ...other.asked]).toEqual([]);
});
