import { expect, test } from 'vitest';
import type { EngineId } from '../../model/finding.ts';
import { FileBatch, workOf } from './file-batch.ts';

const file = (bytes: number, ...engineIds: EngineId[]) => ({
  path: 'a',
  bytes: new Uint8Array(bytes),
  engineIds,
  done: () => undefined,
});
/** Whether the batch is full after each of these files. */
const filled = (...files: Array<ReturnType<typeof file>>) => {
  const batch = new FileBatch();
  return files.map((each) => batch.add(each));
};

// biome-ignore format: one line for each row
test.each([
  [['code'], 1600], [['secrets'], 100], [['secrets', 'code'], 1600], [['code', 'infrastructure'], 1600],
] as Array<[EngineId[], number]>)('1600 bytes for %j are work of %i bytes', (engines, work) => {
  expect(workOf(1600, engines)).toBe(work);
});

test('a batch is full with 32 KiB, with 2 MiB for secrets alone, or with 256 files', () => {
  expect(filled(file(32 * 1024 - 1, 'code'), file(1, 'code'))).toEqual([false, true]);
  expect(filled(file(2 * 1024 ** 2 - 1, 'secrets'), file(1, 'secrets'))).toEqual([false, true]);
  expect(filled(file(1024 ** 2, 'secrets'), file(16 * 1024, 'secrets', 'code'))).toEqual([false, true]);
  expect(filled(...Array.from({ length: 256 }, () => file(0, 'code')))).toEqual([
    ...Array(255).fill(false),
    true,
  ]);
});

test('what is taken is gone, with its work', () => {
  const batch = new FileBatch();
  expect(batch.isEmpty).toBe(true);
  const first = file(20 * 1024, 'code');
  batch.add(first);
  expect(batch.isEmpty).toBe(false);
  expect(batch.take()).toEqual([first]);
  expect(batch.isEmpty).toBe(true);
  expect(batch.add(file(20 * 1024, 'code'))).toBe(false);
  expect(batch.take()).toHaveLength(1);
  expect(batch.take()).toEqual([]);
});
