import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/git-folder.ts';
import { removeOldCaches } from './cache-retention.ts';

/** Caches of three repositories, 10 bytes each, written 1, 2 and 3 seconds after the epoch. */
async function left(limits: { maxAgeMs: number; maxBytes: number }): Promise<[string, number]> {
  const names = ['a/one', 'a/two', 'b/three'];
  const folder = temporaryFolder(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/x`, '12345'],
        [`${name}/y`, '12345'],
      ]),
    ),
  );
  names.forEach((name, i) => {
    for (const file of ['x', 'y']) utimesSync(join(folder, name, file), i + 1, i + 1);
  });
  const removed = await removeOldCaches(folder, limits, 4_000);
  return [names.filter((name) => existsSync(join(folder, name))).join(' '), removed];
}

test.for([
  [0, 0, 'a/one a/two b/three', 0],
  [2_000, 0, 'a/two b/three', 1],
  [1_999, 0, 'b/three', 2],
  [0, 20, 'a/two b/three', 1],
  [0, 19, 'b/three', 2],
  [0, 9, '', 3],
  [1_000, 20, 'b/three', 2],
] as const)('with an age of %i ms and %i bytes %s stay', async ([maxAgeMs, maxBytes, expected, removed]) => {
  expect(await left({ maxAgeMs, maxBytes })).toEqual([expected, removed]);
});

test('a folder that is not there holds nothing', async () => {
  expect(await removeOldCaches('/nowhere/at/all', { maxAgeMs: 1, maxBytes: 1 }, 5)).toBe(0);
});
