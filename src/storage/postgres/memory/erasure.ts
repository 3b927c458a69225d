import type { ErasureReport } from '../../../memory/store.ts';
import type { PostgresDatabase } from '../database.ts';

/** Whatever holds contents, names or words of entries; a receipt holds the response that a write got. */
const tables = [
  'memory_entries',
  'memory_vectors',
  'memory_versions',
  'memory_deletions',
  'memory_namespaces',
  'memory_states',
  'memory_snapshots',
  'memory_snapshot_parts',
  'receipts',
];

/**
 * Rewrites the tables, so that no deleted row stays in their files, and says what a client of Postgres cannot reach. Each table is locked while
 * it is written again.
 */
export async function eraseTraces(
  database: PostgresDatabase,
  absent: readonly string[],
): Promise<ErasureReport> {
  await database.withClient(async (client) => {
    await client.query('SET statement_timeout = 0');
    for (const table of tables) await client.query(`VACUUM (FULL) ${table}`);
    await client.query('RESET statement_timeout');
  });
  return { traces: await findTexts(database, absent), beyond: await copiesBeyond(database) };
}

/** In rows that are there, in columns of text and of bytes. */
async function findTexts(
  database: PostgresDatabase,
  absent: readonly string[],
): Promise<ErasureReport['traces']> {
  const traces: ErasureReport['traces'] = [];
  const columns = await database.all(
    `SELECT table_name::text AS name, column_name::text AS column, udt_name::text AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY($1) AND udt_name IN ('text', 'bytea') ORDER BY 1, 2`,
    tables,
  );
  for (const { name, column, type } of columns) {
    for (const text of absent) {
      const wanted = type === 'text' ? '$1::text' : "convert_to($1::text, 'UTF8')";
      const row = await database.get(
        `SELECT 1 FROM ${name} WHERE position(${wanted} IN "${column}") > 0 LIMIT 1`,
        text,
      );
      if (row) traces.push({ file: `${name}.${column}`, text });
    }
  }
  return traces;
}

async function copiesBeyond(database: PostgresDatabase): Promise<string[]> {
  const row = await database.get(
    `SELECT current_setting('archive_mode') AS archive, (SELECT count(*) FROM pg_stat_replication) AS standbys,
       (SELECT count(*) FROM pg_replication_slots) AS slots`,
  );
  const [standbys, slots] = [Number(row!['standbys']), Number(row!['slots'])];
  return [
    'the write-ahead log of Postgres holds what was deleted until its files are removed or overwritten, some checkpoints from now',
    ...(row!['archive'] === 'off'
      ? []
      : ['the archive of that log (archive_mode is on) holds it until it expires']),
    ...(standbys > 0 ? [`${standbys} standbys have a write-ahead log of their own`] : []),
    ...(slots > 0
      ? [`${slots} replication slots keep the write-ahead log until their readers have read it`]
      : []),
    'backups and snapshots of the server that were made before hold it until they expire',
  ];
}
