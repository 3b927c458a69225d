import { expect, test } from 'vitest';
import { scanLimitDefaults } from '../../config/scan-defaults.ts';
import type { Engine } from '../engines/engine.ts';
import { analyseFiles, ContentStore } from './analyse/analyse-files.ts';
import { Deadline } from './analyse/deadline.ts';
import { FileAnalyser } from './analyse/file-analyser.ts';
import type { BatchFile } from './analyse/file-batch.ts';
import { type FileOutcome, joinOutcomes, outcomeOf } from './analyse/file-outcome.ts';
import type { ThreadPool } from './analyse/thread-pool.ts';
import { CoverageLog } from './outcome/coverage-log.ts';

const light: Engine = {
  id: 'secrets',
  version: '1',
  rules: [],
  readsBinary: () => true,
  wants: () => true,
  analyse: ({ path }) => ({ findings: [], ...(path.endsWith('.key') && { facts: path }) }),
};

/** A pool that has room for the first `room` files and then never again. */
function pool(room: number) {
  const taken: string[] = [];
  const contents: Uint8Array[] = [];
  const waiting: Array<() => void> = [];
  const threads = {
    get hasRoom() {
      return taken.length < room;
    },
    add: async ({ path, bytes }: BatchFile, done: (outcome: FileOutcome) => void) => {
      taken.push(path);
      contents.push(bytes);
      waiting.push(() => done(joinOutcomes([outcomeOf('secrets', { findings: [] })])));
    },
    drain: async () => {
      for (const finish of waiting) finish();
    },
  };
  return { taken, contents, threads: threads as unknown as ThreadPool };
}

async function analyse(engine: Engine, room: number, sizeBytes = 8 * 1024 ** 2) {
  const { taken, contents: handed, threads } = pool(room);
  const asked: unknown[] = [];
  const contents = new ContentStore();
  // Enough for threads by what is announced; what is read is short.
  const entries = Array.from({ length: 200 }, (_, i) => ({
    path: i === 150 ? 'a.key' : `${i}.txt`,
    sizeBytes,
  }));
  const files = await analyseFiles(
    entries.map((entry) => ({ entry, engineIds: [engine.id] })),
    {
      async *read(wanted, place) {
        for (const { path } of wanted) {
          const content = Buffer.from(`content of ${path}`);
          const inRoom = place?.take(content.length);
          inRoom?.set(content);
          yield inRoom ?? content;
        }
      },
    },
    {
      engines: [engine],
      analyser: new FileAnalyser([engine], { hashSecret: () => '' }, { onCrash: () => {} }),
      startThreads: (how) => {
        asked.push(how);
        return threads;
      },
      cache: undefined,
      coverage: new CoverageLog(),
      contents,
      deadline: new Deadline(scanLimitDefaults),
      onProgress: () => {},
    },
  );
  const kept = entries.flatMap((entry) => Buffer.from(contents.get(entry) ?? '').toString() || []);
  const texts = handed.map((bytes) => Buffer.from(bytes).toString());
  return { paths: files.map(({ entry }) => entry.path).sort(), taken, texts, asked, kept };
}

const all = Array.from({ length: 200 }, (_, i) => (i === 150 ? 'a.key' : `${i}.txt`)).sort();

test('what threads have no room for is looked at here, and every file once', async () => {
  const { paths, taken, texts, asked } = await analyse(light, 70);
  expect(paths).toEqual(all);
  // Read into the same memory as those that are looked at here, and yet their own.
  expect(texts).toEqual(taken.map((path) => `content of ${path}`));
  expect(taken).toHaveLength(70);
  expect(asked).toEqual([{ worksHere: true }]);
});

test('secrets alone are looked for on one thread up to a gigabyte: reading takes as long', async () => {
  const { paths, taken, asked } = await analyse(light, 70, 5 * 1024 ** 2);
  expect(paths).toEqual(all);
  expect([taken, asked]).toEqual([[], []]);
});

test('a scan that parses leaves all files to threads', async () => {
  const { paths, taken, asked } = await analyse({ ...light, readsTrees: true }, 70);
  expect(paths).toEqual(all);
  expect(taken).toHaveLength(200);
  expect(asked).toEqual([{ worksHere: false }]);
});

test('only contents that somebody says something about are kept', async () => {
  expect((await analyse(light, 0)).kept).toEqual(['content of a.key']);
});
