import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CodeSymbol, GatheredCode } from '../../scan/model/code-symbol.ts';
import { codeEntries } from '../../scan/symbols/code-entries.ts';
import type { Invocation } from '../command.ts';
import { importCode } from './import-code.ts';

const symbol = (n: number) =>
  ({
    path: `src/f${n}.ts`,
    kind: 'function',
    name: `f${n}`,
    content: `f${n}`,
    line: 1,
    endLine: 1,
  }) as unknown as CodeSymbol;

interface Given {
  code?: Partial<GatheredCode>;
  options?: Record<string, unknown>;
  pages?: unknown[];
  rejected?: number;
}

async function run({ code = {}, options = {}, pages = [{ items: [], next: null }], rejected }: Given) {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-import-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const asked: Array<[string, Record<string, unknown>]> = [];
  const [out, said]: [string[], string[]] = [[], []];
  const left = [...pages];
  const invocation = {
    options,
    terminal: {
      interactive: false,
      out: (text: string) => out.push(text),
      say: (text: string) => said.push(text),
    },
    operate: async (name: string, args: Record<string, unknown>, report?: (progress: object) => void) => {
      asked.push([name, args]);
      report?.({ lastLine: 1 });
      if (name === 'memory.export') return left.shift();
      const lines = name === 'memory.import' ? String(args['lines']).split('\n').length : 0;
      return { written: lines - (rejected ?? 0), ...(rejected !== undefined && { rejected }) };
    },
  } as unknown as Invocation;
  const gathered = { symbols: [symbol(1), symbol(2)], unread: [], truncated: false, ...code };
  const exit = await importCode(invocation, 'one', 'n', folder, async () => gathered);
  return { exit, asked, out, said, repository: basename(folder) };
}

test('code is imported under the name of its folder, and what is new is counted', async () => {
  const { exit, asked, said, out, repository } = await run({});
  expect(exit).toBe(0);
  expect(out).toEqual([]);
  expect(said).toEqual([`n has 2 entries of ${repository}: 2 written, 0 unchanged, 0 removed.`]);
  const lines = codeEntries(repository, [symbol(1), symbol(2)]).map((entry) =>
    JSON.stringify({ ...entry, source: { kind: 'scan' } }),
  );
  expect(asked).toEqual([
    ['memory.import', { tenant: 'one', namespace: 'n', lines: lines.join('\n'), linesBefore: 0 }],
    ['memory.export', { tenant: 'one', namespace: 'n', after: null }],
  ]);
});

test('what was rejected, not read or cut off is said', async () => {
  const { said, asked } = await run({
    code: { unread: ['x'], truncated: true },
    options: { repository: 'mine' },
    rejected: 1,
  });
  expect(said).toEqual([
    'n has 1 entry of mine: 1 written, 0 unchanged, 0 removed.',
    'Rejected by the guard of the namespace: 1.',
    '1 file could not be parsed.',
    'There is more code than the limits allow; choose with --include.',
  ]);
  // Only a whole view of the code says that something is gone.
  expect(asked.map(([name]) => name)).toEqual(['memory.import']);
});

test('what was in a file that could not be read this time stays', async () => {
  const entry = (id: string, path: string) => ({
    id,
    externalId: `code:${id}`,
    metadata: { repository: 'r', path },
  });
  const { asked } = await run({
    code: { unread: ['b.ts'] },
    options: { repository: 'r' },
    pages: [{ items: [entry('gone', 'a.ts'), entry('unknown', 'b.ts')], next: null }],
  });
  expect(asked.at(-1)).toEqual(['memory.delete', expect.objectContaining({ ids: ['gone'] })]);
});

test.each([
  [undefined, { entries: 2, written: 2 }],
  [0, { entries: 2, written: 2 }],
  [2, { entries: 0, written: 0, rejected: 2 }],
])('as JSON with %s rejected it is one document', async (rejected, counts) => {
  const { out, said } = await run({
    options: { json: true, repository: 'r' },
    ...(rejected !== undefined && { rejected }),
  });
  expect(said).toEqual([]);
  expect(out).toEqual([JSON.stringify({ repository: 'r', ...reordered(counts) }, null, 2)]);
});

function reordered({ entries, written, rejected }: { entries: number; written: number; rejected?: number }) {
  return { entries, written, removed: 0, unread: 0, ...(rejected !== undefined && { rejected }) };
}

test('two thousand entries are imported at a time', async () => {
  const symbols = Array.from({ length: 4_001 }, (_, i) => symbol(i));
  const { asked, said } = await run({ code: { symbols }, options: { repository: 'r' } });
  const imports = asked.filter(([name]) => name === 'memory.import');
  expect(
    imports.map(([, { lines, linesBefore }]) => [linesBefore, String(lines).split('\n').length]),
  ).toEqual([
    [0, 2_000],
    [2_000, 2_000],
    [4_000, 1],
  ]);
  expect(said[0]).toMatch(/^n has 4001 entries of r: 4001 written/);
});

test('what is gone from the repository is removed, 500 at a time, if an import made it and its path was chosen', async () => {
  const [kept] = codeEntries('r', [symbol(1)]);
  const entry = (id: string, externalId: string, metadata?: object) => ({ id, externalId, metadata });
  const gone = Array.from({ length: 501 }, (_, i) =>
    entry(`gone${i}`, `code:${i}`, { repository: 'r', path: 'src/x.ts' }),
  );
  const { asked, said } = await run({
    options: { repository: 'r', include: ['src/**'], exclude: ['src/generated/**'] },
    pages: [
      {
        items: [
          entry('kept', kept!.externalId, { repository: 'r', path: 'src/f1.ts' }),
          entry('other', 'code:o', { repository: 's', path: 'src/x.ts' }),
          entry('note', 'note:1', { repository: 'r', path: 'src/x.ts' }),
          entry('bare', 'code:b'),
          entry('outside', 'code:p', { repository: 'r', path: 'lib/x.ts' }),
          entry('excluded', 'code:q', { repository: 'r', path: 'src/generated/x.ts' }),
          ...gone.slice(0, 300),
        ],
        next: 'p2',
      },
      { items: gone.slice(300), next: null },
    ],
  });
  expect(asked.filter(([name]) => name === 'memory.export').map(([, { after }]) => after)).toEqual([
    null,
    'p2',
  ]);
  const deletions = asked.filter(([name]) => name === 'memory.delete').map(([, args]) => args);
  expect(deletions.map(({ ids }) => (ids as string[]).length)).toEqual([500, 1]);
  expect(deletions.flatMap(({ ids }) => ids as string[])).toEqual(gone.map(({ id }) => id));
  const rest = {
    tenant: 'one',
    namespace: 'n',
    all: false,
    dryRun: false,
    metadataFilter: null,
    filter: null,
  };
  for (const deletion of deletions) expect(deletion).toMatchObject(rest);
  expect(said[0]).toContain('501 removed');
});

test('a folder that is not there is a mistake of the caller', async () => {
  const invocation = { options: {} } as unknown as Invocation;
  const missing = importCode(invocation, 'one', 'n', '/nowhere/at/all', async () => {
    throw new Error('gathered');
  });
  await expect(missing).rejects.toThrow('there is no folder "/nowhere/at/all".');
  const file = importCode(invocation, 'one', 'n', import.meta.filename);
  await expect(file).rejects.toThrow('there is no folder');
});
