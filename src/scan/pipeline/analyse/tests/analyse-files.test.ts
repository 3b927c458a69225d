import { expect, test } from 'vitest';
import type { RememberedResults } from '../../../cache/remembered-results.ts';
import type { SuppressionComment } from '../../../findings/suppression-comment.ts';
import { CoverageLog } from '../../outcome/coverage-log.ts';
import type { PlannedFile } from '../../plan/file-plan.ts';
import { type AnalysisContext, analyseFiles, ContentStore } from '../analyse-files.ts';
import type { BatchFile } from '../file-batch.ts';

const planned = (
  path: string,
  change: Partial<PlannedFile> & { blob?: string; sizeBytes?: number } = {},
): PlannedFile => {
  const { blob, sizeBytes = 10, ...more } = change;
  return {
    entry: { path, sizeBytes, ...(blob !== undefined && { blob }) },
    engineIds: ['code'],
    ...more,
  } as PlannedFile;
};

/** What earlier scans know, by `blob path part`; what is set goes into it. */
function remembered(known: Record<string, string>): RememberedResults & { known: Record<string, string> } {
  return {
    known,
    get: (blob, path, part) => known[`${blob} ${path} ${part}`],
    set: (blob, path, part, result) => {
      known[`${blob} ${path} ${part}`] = result;
    },
    save: () => {},
  };
}

interface Given {
  contents?: Record<string, string | undefined>;
  cache?: RememberedResults;
  /** How many files the analyser gets to before it is spent. */
  endsAfter?: number;
  lateAfter?: number;
  take?: boolean;
  passing?: boolean;
  results?: string;
  /** Engines that read no trees: this thread does its share. */
  worksHere?: boolean;
  hasRoom?: () => boolean;
  isSpent?: boolean;
}

/** Analyses the files with an engine that says the path of each, and tells all that happened. */
async function analysed(files: PlannedFile[], given: Given = {}) {
  const {
    contents = {},
    cache,
    endsAfter = Number.POSITIVE_INFINITY,
    lateAfter = Number.POSITIVE_INFINITY,
  } = given;
  const told: string[] = [];
  const comments: Record<string, SuppressionComment[]> = {};
  const taken: string[] = [];
  const coverage = new CoverageLog();
  let looks = 0;
  let done = 0;
  const outcomeOf = ({ path, engineIds }: Pick<BatchFile, 'path' | 'engineIds'>) => ({
    results: Object.fromEntries(engineIds.map((id) => [id, given.results ?? `${id} of ${path}`])),
    passing: given.passing ? [...engineIds] : [],
  });
  const context = {
    engines: [given.worksHere ? {} : { readsTrees: true }],
    analyser: {
      isSpent: given.isSpent ?? false,
      analyseMany: async (batch: readonly BatchFile[]) => {
        told.push(`here ${batch.map(({ path }) => path).join(' ')}`);
        return batch.filter(() => done++ < endsAfter).map(outcomeOf);
      },
    },
    startThreads: ({ isNeeded, worksHere }: { isNeeded?: boolean; worksHere?: boolean }) => {
      told.push(`threads ${isNeeded ? 'needed' : worksHere ? 'beside' : 'wanted'}`);
      return {
        get hasRoom() {
          return given.hasRoom?.() ?? true;
        },
        add: async (file: BatchFile, end: (outcome: object) => void) => {
          told.push(`thread ${file.path}`);
          end(outcomeOf(file));
        },
        drain: async () => void told.push('drained'),
      };
    },
    cache,
    coverage,
    contents: new ContentStore(),
    deadline: {
      look: () => (looks++ >= lateAfter ? 'Too late.' : undefined),
      get reached() {
        return looks > lateAfter ? 'Too late.' : undefined;
      },
    },
    onProgress: (count: number) => told.push(`progress ${count}`),
    takeComments: (path: string, found: SuppressionComment[]) => {
      comments[path] = found;
    },
    ...(given.take && { take: ({ entry }: { entry: { path: string } }) => taken.push(entry.path) }),
  } as unknown as AnalysisContext;
  const reader = {
    async *read(entries: ReadonlyArray<{ path: string }>) {
      told.push(`read ${entries.map(({ path }) => path).join(' ')}`);
      for (const { path } of entries) {
        const text = path in contents ? contents[path] : `text of ${path}`;
        yield text === undefined ? undefined : Buffer.from(text);
      }
    },
  };
  const found = await analyseFiles(files, reader as never, context);
  const skipped = coverage.list().map(({ path, reason }) => `${path} ${reason}`);
  const results = found.map(({ entry, results }) => `${entry.path}: ${Object.values(results).join(', ')}`);
  return { told, results, skipped, comments, taken, coverage, context };
}

test('each file is read and looked at, and counted with its bytes', async () => {
  const { told, results, skipped, coverage } = await analysed([
    planned('b', { sizeBytes: 5 }),
    planned('a', { engineIds: ['code', 'secrets'] as never }),
  ]);
  expect(results.toSorted()).toEqual(['a: code of a, secrets of a', 'b: code of b']);
  expect(skipped).toEqual([]);
  expect([coverage.files, coverage.bytes]).toEqual([2, 18]);
  expect(told.filter((each) => each.startsWith('progress'))).toEqual(['progress 1', 'progress 2']);
  expect(told).not.toContain('drained');
});

test('no files are no work', async () => {
  const { told, results } = await analysed([]);
  expect(results).toEqual([]);
  expect(told.filter((each) => each.startsWith('here'))).toEqual([]);
});

test('one content at several paths is read once', async () => {
  const { told, results } = await analysed([
    planned('a', { blob: 'x' }),
    planned('b', { blob: 'x' }),
    planned('c', { blob: 'y' }),
  ]);
  expect(told[0]!.split(' ').length).toBe(3);
  expect(results).toHaveLength(3);
  const folder = await analysed([planned('a'), planned('b')]);
  expect(folder.told[0]).toBe('read a b');
});

test('what cannot be read and what lies on another server is skipped', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 1\n`;
  const { results, skipped, coverage } = await analysed([planned('a'), planned('b'), planned('c')], {
    contents: { a: undefined, b: pointer },
  });
  expect(results).toEqual(['c: code of c']);
  expect(skipped).toEqual(['b lfs_pointer', 'a unreadable']);
  expect(coverage.files).toBe(1);
});

test('a file that no name wants and whose content gives nothing was not looked at', async () => {
  const unnamed = { isUnnamed: true };
  const none = await analysed([planned('a', unnamed), planned('b')], { results: '' });
  expect([none.skipped, none.coverage.files]).toEqual([['a no_engine'], 1]);
  const some = await analysed([planned('a', unnamed)]);
  expect([some.skipped, some.coverage.files, some.coverage.bytes]).toEqual([[], 1, 9]);
});

test('what earlier scans know is not read again', async () => {
  const comments = JSON.stringify([{ line: 1 }]);
  const cache = remembered({
    'x a code': 'known',
    'x a comments': comments,
    'y b code': 'known',
    'y b comments': '',
    'z c code': 'half',
  });
  const {
    told,
    results,
    comments: heard,
    coverage,
  } = await analysed(
    [
      planned('a', { blob: 'x' }),
      planned('b', { blob: 'y' }),
      planned('c', { blob: 'z' }),
      planned('d', { blob: 'w' }),
    ],
    { cache },
  );
  expect(results.toSorted()).toEqual(['a: known', 'b: known', 'c: code of c', 'd: code of d']);
  expect(told[0]).toBe('progress 1');
  expect(told.find((each) => each.startsWith('read'))).toBe('read c d');
  expect(heard).toEqual({ a: [{ line: 1 }] });
  expect([coverage.files, coverage.bytes]).toEqual([4, 10 + 10 + 9 + 9]);
  expect(cache.known).toMatchObject({ 'w d code': 'code of d', 'w d comments': '', 'z c comments': '' });
});

test('all engines of a file must be known, and a file of a folder is known by what git would call its content', async () => {
  const both = { engineIds: ['code', 'secrets'] as never };
  const half = remembered({ 'x a code': 'known', 'x a comments': '' });
  expect((await analysed([planned('a', { blob: 'x', ...both })], { cache: half })).results).toEqual([
    'a: code of a, secrets of a',
  ]);
  const cache = remembered({});
  const first = await analysed([planned('a')], { cache });
  expect(first.results).toEqual(['a: code of a']);
  const [key] = Object.keys(cache.known);
  expect(key).toMatch(/^[0-9a-f]{40} a comments$/);
  for (const each of Object.keys(cache.known)) if (each.endsWith('code')) cache.known[each] = 'remembered';
  const second = await analysed([planned('a')], { cache });
  expect([second.results, second.told.filter((each) => each.startsWith('here'))]).toEqual([
    ['a: remembered'],
    [],
  ]);
});

test('what may be another one the next time is not remembered, comments are', async () => {
  const cache = remembered({});
  await analysed([planned('a.js', { blob: 'x' })], {
    cache,
    passing: true,
    contents: { 'a.js': '// lorekeep-ignore: why\n' },
  });
  expect(Object.keys(cache.known)).toEqual(['x a.js comments']);
  expect(JSON.parse(cache.known['x a.js comments']!)).toMatchObject([{ line: 1, reason: 'why' }]);
});

test('comments of a file are handed on, where there are some', async () => {
  const { comments } = await analysed([planned('a.js'), planned('b.js')], {
    contents: { 'a.js': '// lorekeep-ignore: why\n' },
  });
  expect(Object.keys(comments)).toEqual(['a.js']);
});

test('where somebody takes each file nothing is given back', async () => {
  const { results, taken } = await analysed([planned('a'), planned('b')], { take: true });
  expect([results, taken.toSorted()]).toEqual([[], ['a', 'b']]);
});

test.for([
  ['less than three megabytes', 3 * 1024 ** 2 - 1, 'code', false],
  ['three megabytes', 3 * 1024 ** 2, 'code', true],
  ['sixteen times as much for secrets alone', 48 * 1024 ** 2 - 16, 'secrets', false],
  ['and more', 48 * 1024 ** 2, 'secrets', true],
] as const)('threads are started for %s', async ([, sizeBytes, engine, expected]) => {
  const { told, results } = await analysed([planned('a', { sizeBytes, engineIds: [engine] as never })]);
  expect(told.includes('threads wanted')).toBe(expected);
  expect(told.includes('drained')).toBe(expected);
  expect(results).toEqual([`a: ${engine} of a`]);
});

const large = (path: string, change: object = {}) => planned(path, { sizeBytes: 3 * 1024 ** 2, ...change });
// biome-ignore format: one line for each row
test.for([
  ['while threads have room they take what comes', {}, ['thread a', 'thread b', 'thread c']],
  ['where they have none, this one does it', { hasRoom: () => false }, ['here a b c']],
  ['one that is spent does nothing', { hasRoom: () => false, isSpent: true }, ['thread a', 'thread b', 'thread c']],
  ['room for one, and then for more: what was begun here stays together', { hasRoom: [false, true, true] }, ['here a b c']],
] as Array<[string, { hasRoom?: (() => boolean) | boolean[]; isSpent?: boolean }, string[]]>)('where this thread does its share: %s', async ([, { hasRoom, isSpent }, expected]) => {
  const rooms = Array.isArray(hasRoom) ? [...hasRoom] : undefined;
  const { told, results } = await analysed([large('a'), planned('b'), planned('c')], {
    worksHere: true,
    ...(isSpent && { isSpent }),
    ...(hasRoom && { hasRoom: rooms ? () => rooms.shift() ?? false : (hasRoom as () => boolean) }),
  });
  expect(told[0]).toBe('threads beside');
  expect(told.filter((each) => /^(?:here|thread) /.test(each))).toEqual(expected);
  expect(results).toHaveLength(3);
});

test('an engine that prepares itself, or reads trees, leaves all of it to the threads', async () => {
  const { told } = await analysed([large('a')], { hasRoom: () => false });
  expect(told).toContain('threads wanted');
  expect(told).toContain('thread a');
});

test('what a spent analyser leaves is done in a thread', async () => {
  const { told, results } = await analysed([planned('a'), planned('b'), planned('c')], { endsAfter: 1 });
  expect(told.filter((each) => each.startsWith('threads'))).toEqual(['threads needed']);
  expect(told.filter((each) => each.startsWith('thread '))).toHaveLength(2);
  expect(results.toSorted()).toEqual(['a: code of a', 'b: code of b', 'c: code of c']);
  expect(told.at(-1)).toBe('drained');
});

test('when the time is over, what was not read is listed as late', async () => {
  const never = await analysed([planned('a')], { lateAfter: 0 });
  expect([never.results, never.skipped, never.told]).toEqual([[], ['a time_limit'], []]);
  const between = await analysed([planned('a'), planned('b')], { lateAfter: 1 });
  expect(between.results.toSorted()).toEqual(['a: code of a', 'b: code of b']);
});
