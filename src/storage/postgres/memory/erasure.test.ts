import { expect, test } from 'vitest';
import type { PostgresDatabase } from '../database.ts';
import { eraseTraces } from './erasure.ts';

/** A server with these columns, that holds these texts (as table.column), and is set up so. */
function server(setUp: { archive?: string; standbys?: string; slots?: string }, held: string[] = []) {
  const queries: string[] = [];
  const database = {
    withClient: (work: (client: object) => unknown) =>
      work({ query: async (text: string) => void queries.push(text) }),
    all: async () => [
      { name: 'memory_entries', column: 'content', type: 'text' },
      { name: 'receipts', column: 'answer', type: 'bytea' },
    ],
    get: async (text: string, absent?: string) => {
      if (text.includes('archive_mode')) return { archive: 'off', standbys: '0', slots: '0', ...setUp };
      const [, table, expression, column] =
        /^SELECT 1 FROM (\w+) WHERE position\((.*) IN "(\w+)"\) > 0 LIMIT 1$/.exec(text)!;
      expect(expression).toBe(table === 'receipts' ? "convert_to($1::text, 'UTF8')" : '$1::text');
      return held.includes(`${table}.${column} ${absent}`) ? { '?column?': 1 } : undefined;
    },
  };
  return { queries, database: database as unknown as PostgresDatabase };
}

test('all tables that hold contents are written again, however long it takes', async () => {
  const { queries, database } = server({});
  await eraseTraces(database, []);
  expect(queries[0]).toBe('SET statement_timeout = 0');
  expect(queries.at(-1)).toBe('RESET statement_timeout');
  expect(queries.slice(1, -1)).toEqual(
    [
      'memory_entries',
      'memory_vectors',
      'memory_versions',
      'memory_deletions',
      'memory_namespaces',
      'memory_states',
      'memory_snapshots',
      'memory_snapshot_parts',
      'receipts',
    ].map((table) => `VACUUM (FULL) ${table}`),
  );
});

test('a text that is still there is named with its place, in columns of text and of bytes', async () => {
  const { database } = server({}, ['memory_entries.content Ada', 'receipts.answer Bob']);
  expect((await eraseTraces(database, ['Ada', 'Bob', 'Eve'])).traces).toEqual([
    { file: 'memory_entries.content', text: 'Ada' },
    { file: 'receipts.answer', text: 'Bob' },
  ]);
});

test.each<[string, object, RegExp[]]>([
  ['nothing else', {}, []],
  ['an archive', { archive: 'on' }, [/^the archive of that log/]],
  ['an archive of a standby', { archive: 'always' }, [/^the archive of that log/]],
  ['a standby', { standbys: '1' }, [/^1 standbys have/]],
  ['slots', { slots: '2' }, [/^2 replication slots keep/]],
  [
    'all of it',
    { archive: 'on', standbys: '3', slots: '1' },
    [/^the archive/, /^3 standbys/, /^1 replication slots/],
  ],
])('what was deleted is also in the log and in backups of a server with %s', async (_, setUp, named) => {
  const { beyond } = await eraseTraces(server(setUp).database, []);
  expect(beyond).toHaveLength(2 + named.length);
  expect(beyond[0]).toContain('write-ahead log of Postgres');
  expect(beyond.at(-1)).toMatch(/^backups and snapshots/);
  for (const [i, pattern] of named.entries()) expect(beyond[i + 1]).toMatch(pattern);
});
