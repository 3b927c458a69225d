import type { ClientBase } from 'pg';
import { ServiceError } from '../../../kernel/errors.ts';
import type { ErasureReport } from '../../../memory/store.ts';
import type { Row } from '../../rows/row.ts';
import type { PostgresDatabase } from '../database.ts';
import { encodeText } from '../text-encoding.ts';
import { outlastReaders, type Reader } from './outlast-readers.ts';

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

/** How long transactions are waited for that still see what was deleted. */
const defaultPatienceMs = 60_000;
/** Whoever asks for a table that is to be locked waits behind the lock. */
const lockTimeoutMs = 10_000;
const lockTimedOut = '55P03';
const maxAttempts = 5;
const namedReaders = 5;
/** Zero would mean the limit of the connection. */
const endless = 2 ** 31 - 1;

/**
 * Rewrites the tables, so that no deleted row stays in their files, and says what a client of Postgres cannot reach. Each table is locked while
 * it is written again. Fails where others still see what was deleted: their transactions would keep it in the files.
 */
export async function eraseTraces(
  database: PostgresDatabase,
  absent: readonly string[],
  patienceMs = defaultPatienceMs,
): Promise<ErasureReport> {
  return database.withClient(async (client) => {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${lockTimeoutMs}`);
    const left = await outlastReaders(client, patienceMs);
    if (left.length > 0) throw stillSeen(left);
    for (const table of tables) await rewrite(client, table);
    const report = { traces: await findTexts(client, absent), beyond: await copiesBeyond(client) };
    await client.query('RESET statement_timeout; RESET lock_timeout');
    return report;
  });
}

function stillSeen(left: readonly Reader[]): ServiceError {
  const named = left
    .slice(0, namedReaders)
    .map(
      ({ pid, application, seconds }) => `${application} (${pid === 0 ? '' : `pid ${pid}, `}${seconds} s)`,
    );
  if (left.length > namedReaders) named.push(`and ${left.length - namedReaders} more`);
  return new ServiceError(
    'storage_unavailable',
    `Nothing was erased: transactions that began before still see what was deleted: ${named.join(', ')}. End them and erase again.`,
  );
}

/** Tries again where others use the table for longer than those behind the lock should wait. */
async function rewrite(client: ClientBase, table: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(client, `VACUUM (FULL) ${table}`);
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockTimedOut) throw error;
      if (attempt === maxAttempts) {
        const message = `Not all was erased: other transactions use the table ${table}. End them and erase again.`;
        throw new ServiceError('storage_unavailable', message, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * 1_000));
    }
  }
}

/** However long it takes, also by the clock of the client. */
async function run(client: ClientBase, text: string, values: string[] = []): Promise<Row[]> {
  const query = { text, values, query_timeout: endless };
  return (await client.query<Row>(query)).rows;
}

/** In rows that are there, in columns of text and of bytes. */
async function findTexts(client: ClientBase, absent: readonly string[]): Promise<ErasureReport['traces']> {
  const traces: ErasureReport['traces'] = [];
  const columns = await run(
    client,
    `SELECT table_name::text AS name, column_name::text AS column, udt_name::text AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name IN (${tables.map((table) => `'${table}'`).join(', ')})
       AND udt_name IN ('text', 'bytea') ORDER BY 1, 2`,
  );
  for (const { name, column, type } of columns) {
    for (const text of absent) {
      const wanted = type === 'text' ? '$1::text' : "convert_to($1::text, 'UTF8')";
      const found = await run(
        client,
        `SELECT 1 FROM ${name} WHERE position(${wanted} IN "${column}") > 0 LIMIT 1`,
        [encodeText(text)],
      );
      if (found.length > 0) traces.push({ file: `${name}.${column}`, text });
    }
  }
  return traces;
}

async function copiesBeyond(client: ClientBase): Promise<string[]> {
  const [row] = await run(
    client,
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
