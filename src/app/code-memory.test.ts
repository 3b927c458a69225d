import { expect, test } from 'vitest';
import { ServiceError } from '../kernel/errors.ts';
import type { MemoryCaller } from '../memory/entry.ts';
import type { Memory } from '../memory/memory.ts';
import type { ImportedEntry, Transfer } from '../memory/transfer.ts';
import type { CodeSymbol } from '../scan/model/code-symbol.ts';
import { codeEntries } from '../scan/symbols/code-entries.ts';
import { createCodeMemory } from './code-memory.ts';

const symbols = [
  { path: 'a.ts', kind: 'function', name: 'f', content: 'function f() {}', line: 1, endLine: 1 },
  { path: 'b.ts', kind: 'function', name: 'g', content: 'function g() {}', line: 1, endLine: 1 },
] as unknown as CodeSymbol[];
const [known] = codeEntries('repo', symbols);
const { signal } = new AbortController();

interface Listed {
  items: Array<{ id: string; externalId?: string; metadata: Record<string, string> }>;
  next?: string;
}

function setUp(options: { rejected?: number; fails?: Error; pages?: Listed[] } = {}) {
  const asked: unknown[][] = [];
  const callers: MemoryCaller[] = [];
  const pages = options.pages ?? [{ items: [] }];
  const transfer = {
    import: async (
      caller: MemoryCaller,
      namespace: string,
      entries: AsyncIterable<ImportedEntry>,
      { onProgress }: { onProgress(progress: { written: number; lastLine: number }): void },
    ) => {
      callers.push(caller);
      const imported: ImportedEntry[] = [];
      for await (const entry of entries) {
        imported.push(entry);
        onProgress({ written: imported.length, lastLine: entry.line });
        if (options.fails) throw options.fails;
      }
      asked.push(['import', namespace, imported]);
      return options.rejected === undefined ? {} : { rejected: options.rejected };
    },
  } as unknown as Transfer;
  const memory = {
    list: async (_: MemoryCaller, query: object) => {
      asked.push(['list', query]);
      return pages.shift();
    },
    deleteMany: async (_: MemoryCaller, request: { ids: string[] }) => {
      asked.push(['deleteMany', request]);
      return { deleted: request.ids.length };
    },
  } as unknown as Memory;
  return { asked, callers, code: createCodeMemory({ memory, transfer }) };
}

const place = { tenantId: 'ten_a', namespace: 'code', repository: 'repo' };

test('code is imported as entries that a scan has made, redacted, into the one namespace', async () => {
  const { asked, callers, code } = setUp();
  const progress: number[] = [];
  const onProgress = (done: number) => progress.push(done);
  const remembered = await code.remember({ ...place, maxEntries: 9 }, { symbols } as never, {
    signal,
    onProgress,
  });
  expect(remembered).toEqual({ namespace: 'code', entries: 2, written: 2, removed: 0 });
  expect(progress).toEqual([0.5, 1]);
  const [[, , imported]] = asked as [[string, string, ImportedEntry[]]];
  expect(imported).toEqual(
    codeEntries('repo', symbols).map((entry, i) => ({ ...entry, line: i + 1, source: expect.anything() })),
  );
  expect(imported[0]!.source).toMatchObject({ kind: 'scan' });
  const [caller] = callers as [MemoryCaller];
  expect(caller).toMatchObject({ tenantId: 'ten_a', maxEntries: 9, guard: { secrets: 'redact' } });
  expect([caller.mayUseNamespace('code'), caller.mayUseNamespace('other')]).toEqual([true, false]);
});

test('without a limit of entries the caller has none, and nothing at all is whole at once', async () => {
  const { callers, code } = setUp();
  const remembered = await code.remember(place, { symbols: [] } as never, { signal, onProgress: () => {} });
  expect(remembered).toEqual({ namespace: 'code', entries: 0, written: 0, removed: 0 });
  expect(callers[0]).not.toHaveProperty('maxEntries');
});

test('what is gone from the code is removed, on every page, if a scan made it and looked at its path', async () => {
  const entry = (id: string, externalId: string | undefined, path: string) => ({
    id,
    ...(externalId !== undefined && { externalId }),
    metadata: { path },
  });
  const { asked, code } = setUp({
    pages: [
      {
        items: [
          entry('kept', known!.externalId, 'src/a.ts'),
          entry('gone', 'code:1', 'src/a.ts'),
          entry('mine', 'note:1', 'src/a.ts'),
          entry('unnamed', undefined, 'src/a.ts'),
        ],
        next: 'p2',
      },
      { items: [entry('elsewhere', 'code:2', 'lib/a.ts'), entry('too', 'code:3', 'src/b.ts')] },
    ],
  });
  const remembered = await code.remember({ ...place, paths: { include: ['src/**'] } }, { symbols } as never, {
    signal,
    onProgress: () => {},
  });
  expect(remembered.removed).toBe(2);
  const filter = { op: 'eq', path: ['metadata', 'repository'], value: 'repo' };
  const list = { namespace: 'code', limit: 200, order: 'oldest', filter };
  expect(asked.slice(1)).toEqual([
    ['list', { ...list, after: undefined }],
    ['list', { ...list, after: 'p2' }],
    ['deleteMany', { namespace: 'code', ids: ['gone', 'too'], dryRun: false }],
  ]);
});

test('what was in a file that could not be read this time stays', async () => {
  const entry = (id: string, path: string) => ({ id, externalId: `code:${id}`, metadata: { path } });
  const { asked, code } = setUp({ pages: [{ items: [entry('gone', 'a.ts'), entry('unknown', 'b.ts')] }] });
  const gathered = { symbols, unread: ['b.ts'], truncated: false };
  const remembered = await code.remember(place, gathered, { signal, onProgress: () => {} });
  expect(remembered.removed).toBe(1);
  expect(asked.at(-1)).toEqual(['deleteMany', { namespace: 'code', ids: ['gone'], dryRun: false }]);
});

test('what only a part of the code shows removes nothing', async () => {
  const { asked, code } = setUp();
  const remembered = await code.remember(place, { symbols, truncated: true } as never, {
    signal,
    onProgress: () => {},
  });
  expect(remembered).toEqual({ namespace: 'code', entries: 2, written: 2, removed: 0, truncated: true });
  expect(asked.map(([name]) => name)).toEqual(['import']);
});

test.each([
  [0, { entries: 2 }],
  [1, { entries: 1, error: 'The guard of the namespace rejected 1 entries.' }],
])('of %i rejected entries the result says so', async (rejected, said) => {
  const { code } = setUp({ rejected });
  const remembered = await code.remember(place, { symbols } as never, { signal, onProgress: () => {} });
  expect(remembered).toEqual({ namespace: 'code', written: 2, removed: 0, ...said });
});

test('a limit that is reached is said in the result; a broken store is an error', async () => {
  const limited = setUp({ fails: new ServiceError('quota_exceeded', 'No room.') });
  const options = { signal, onProgress: () => {} };
  expect(await limited.code.remember(place, { symbols } as never, options)).toEqual({
    namespace: 'code',
    entries: 2,
    written: 1,
    removed: 0,
    error: 'No room.',
  });
  const broken = setUp({ fails: new Error('disk') });
  await expect(broken.code.remember(place, { symbols } as never, options)).rejects.toThrow('disk');
});
