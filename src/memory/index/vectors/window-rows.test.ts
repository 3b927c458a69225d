import { expect, test } from 'vitest';
import { windowCodes } from '../../embedding/passages/window-codes.ts';
import { WindowRows } from './window-rows.ts';

const [east, north, south] = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0, -1)];

function filled(): WindowRows {
  const windows = new WindowRows();
  windows.append(2, windowCodes([east, south]));
  windows.append(3, windowCodes([north]));
  windows.append(7, windowCodes([south]));
  return windows;
}
const nearestOf = (windows: WindowRows, query: Float32Array, rows: number) =>
  Array.from({ length: rows }, (_, row) => {
    const cosine = windows.nearest(query, row);
    return cosine && Math.round(cosine);
  });
const none = undefined;

test('each row has its windows, those in between and behind have none', () => {
  const windows = filled();
  expect(nearestOf(windows, north, 9)).toEqual([none, none, 0, 1, none, none, none, -1, none]);
  expect(nearestOf(windows, east, 9)).toEqual([none, none, 1, 0, none, none, none, 0, none]);
});

test('they are empty until the first is added, and take no memory', () => {
  const windows = new WindowRows();
  expect([windows.isEmpty, windows.memoryBytes]).toEqual([true, 0]);
  windows.append(0, windowCodes([east]));
  expect(windows.isEmpty).toBe(false);
  expect(windows.memoryBytes).toBe(16 + 16 * 4);
});

test('what is frozen does not show what is added later, and comes back as it was', () => {
  const windows = filled();
  const { codes, starts } = windows.frozen();
  const [kept, places] = [codes.slice(), starts.slice()];
  windows.append(9, windowCodes([east, east, east, east, east, east]));
  expect([codes, starts]).toEqual([kept, places]);
  const restored = new WindowRows({ codes, starts });
  expect(nearestOf(restored, north, 9)).toEqual(nearestOf(filled(), north, 9));
  restored.append(8, windowCodes([east]));
  expect(nearestOf(restored, east, 10)).toEqual([none, none, 1, 0, none, none, none, 0, 1, none]);
});

test('rows without windows behind the last are not in a snapshot', () => {
  expect(new WindowRows().frozen()).toEqual({ codes: new Uint8Array(0), starts: new Uint32Array(0) });
  expect(filled().frozen().starts).toHaveLength(8);
});

test('compacted, the rows that stay keep their windows under their new places', () => {
  const newRows = Int32Array.of(-1, 0, 1, -1, 2, -1, 3, 4);
  expect(nearestOf(filled().compacted(newRows), south, 6)).toEqual([none, 1, none, none, 1, none]);
  const first = nearestOf(filled().compacted(Int32Array.of(-1, -1, 0, 1)), south, 3);
  expect(first).toEqual([1, -1, none]);
  // Rows that were added since it began are told of again.
  expect(nearestOf(filled().compacted(newRows.subarray(0, 4)), south, 6)).toEqual([
    none,
    1,
    none,
    none,
    none,
    none,
  ]);
});
