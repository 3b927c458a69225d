import { expect, test } from 'vitest';
import { mapping, scalar, sequence } from '../../../formats/document/node.ts';
import { orderedJobs } from './ordered-jobs.ts';
import type { Job } from './workflow-model.ts';

function order(needs: Record<string, string[]>): string[] {
  const jobs = Object.entries(needs).map(([id, names]) => {
    const value = sequence(
      names.map((name) => scalar(name, 1)),
      1,
    );
    return { id, node: mapping([{ key: 'needs', line: 1, value }], 1) } as Job;
  });
  return orderedJobs({ jobs }).map(({ id }) => id);
}

test('jobs come after those they need, and otherwise in the order of the file', () => {
  expect(order({ c: ['b'], a: [], b: ['a', 'elsewhere'], d: [] })).toEqual(['a', 'd', 'b', 'c']);
});

test('a cycle and what needs it come last, in the order of the file', () => {
  expect(order({ z: ['x'], x: ['y'], y: ['x'], a: [] })).toEqual(['a', 'z', 'x', 'y']);
});

test('a long chain takes as many steps as it has jobs', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, i) => [`j${i}`, i === 49_999 ? [] : [`j${i + 1}`]]),
  );
  expect(order(chain).slice(0, 2)).toEqual(['j49999', 'j49998']);
});
