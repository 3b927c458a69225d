import { expect, test } from 'vitest';
import type { PostgresDatabase } from '../database.ts';
import { eraseTraces } from './erasure.ts';

/** A server that is set up so, and that nobody else uses. */
function server(setUp: { archive?: string; standbys?: string; slots?: string }): PostgresDatabase {
  const query = async (asked: string | { text: string }) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    if (text.includes('pg_current_xact_id')) return { rows: [{ id: '7' }] };
    if (text.includes('archive_mode'))
      return { rows: [{ archive: 'off', standbys: '0', slots: '0', ...setUp }] };
    return { rows: [] };
  };
  const database = { withClient: (work: (client: object) => unknown) => work({ query }) };
  return database as unknown as PostgresDatabase;
}

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
  const { beyond } = await eraseTraces(server(setUp), []);
  expect(beyond).toHaveLength(2 + named.length);
  expect(beyond[0]).toContain('write-ahead log of Postgres');
  expect(beyond.at(-1)).toMatch(/^backups and snapshots/);
  for (const [i, pattern] of named.entries()) expect(beyond[i + 1]).toMatch(pattern);
});
