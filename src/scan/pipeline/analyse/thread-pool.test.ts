import { expect, test } from 'vitest';
import type { EngineCrash } from '../../model/engine-crash.ts';
import { Deadline } from './deadline.ts';
import type { FileOutcome } from './file-outcome.ts';
import { ThreadPool } from './thread-pool.ts';

const program = new URL('../../../../test/support/mortal-thread.ts', import.meta.url);

async function analyse(paths: readonly string[], size = 2, crashes: EngineCrash[] = []) {
  const pool = new ThreadPool(size, {
    data: { engineIds: ['code'], settings: {}, identityKey: new Uint8Array(32) },
    deadline: new Deadline({ scanMs: 1e9, scanWallMs: 1e9 }),
    onCrash: (crash) => crashes.push(crash),
    program,
    maxDeaths: 20,
  });
  const outcomes = new Map<string, FileOutcome[]>();
  try {
    for (const path of paths)
      await pool.add({ path, bytes: new Uint8Array(900), engineIds: ['code'] }, (outcome) =>
        outcomes.set(path, [...(outcomes.get(path) ?? []), outcome]),
      );
    await pool.drain();
  } finally {
    await pool.close();
  }
  return { outcomes, crashes };
}

const many = Array.from({ length: 300 }, (_, i) => `src/${i}.js`);

test('a file that ends its thread is the only one that is lost', async () => {
  const deadly = ['src/deadly-a.js', 'src/deadly-b.js', 'src/deadly-c.js'];
  const paths = [
    ...many.slice(0, 3),
    deadly[0]!,
    ...many.slice(3, 150),
    deadly[1]!,
    deadly[2]!,
    ...many.slice(150),
  ];
  const { outcomes, crashes } = await analyse(paths);
  for (const path of many) expect(outcomes.get(path)).toEqual([{ results: { code: path }, passing: [] }]);
  for (const path of deadly) {
    expect(outcomes.get(path)).toHaveLength(1);
    const { notes } = JSON.parse(outcomes.get(path)![0]!.results.code!);
    expect(notes).toMatchObject([{ path, reason: 'engine_error' }]);
    expect(outcomes.get(path)![0]!.passing).toEqual(['code']);
  }
  expect(crashes.map(({ path }) => path).sort()).toEqual(deadly);
});

test('a thread that was stopped in the middle of a file is replaced, and every file is analysed once', async () => {
  const paths = many.map((path, i) => (i % 50 === 7 ? `src/exhausting-${i}.js` : path));
  const { outcomes } = await analyse(paths);
  for (const path of paths) expect(outcomes.get(path)).toEqual([{ results: { code: path }, passing: [] }]);
});

test('a single thread is enough', async () => {
  const { outcomes } = await analyse(['src/deadly.js', 'src/exhausting.js', 'src/a.js'], 1);
  expect(outcomes.get('src/a.js')).toEqual([{ results: { code: 'src/a.js' }, passing: [] }]);
});

test('where every file ends its thread, the scan ends and says what it crashed with', async () => {
  const deadly = Array.from({ length: 30 }, (_, i) => `src/deadly-${i}.js`);
  const crashes: EngineCrash[] = [];
  await expect(analyse(deadly, 2, crashes)).rejects.toThrow('An engine failed on this repository.');
  expect(crashes.at(-1)).toMatchObject({ engine: 'scan', step: 'scan', path: '', error: 'Error' });
});
