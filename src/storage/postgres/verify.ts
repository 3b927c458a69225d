import { unpackFindings } from '../rows/finding-chunks.ts';
import type { Row } from '../rows/row.ts';
import type { Check } from '../storage.ts';
import { PostgresSnapshot } from '../transfer/postgres-tables.ts';
import { tables } from '../transfer/tables.ts';
import type { PostgresDatabase } from './database.ts';

/** Reads every row and says what does not hold together. Pages and indexes are checked where the server has `amcheck`. */
export async function verifyPostgres(database: PostgresDatabase, directUrl: string): Promise<Check[]> {
  return [
    { name: 'database indexes', problems: await indexProblems(database) },
    { name: 'memory entries and their vectors', problems: await memoryProblems(database) },
    { name: 'rows of namespaces that are gone', problems: await orphanProblems(database) },
    ...(await rowProblems(directUrl)),
  ];
}

async function indexProblems(database: PostgresDatabase): Promise<string[]> {
  const installed = await database.get("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'");
  if (!installed) return [];
  const indexes = await database.all(
    `SELECT c.oid::bigint AS oid, c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE a.amname = 'btree' AND n.nspname = current_schema() AND i.indisvalid`,
  );
  const problems: string[] = [];
  for (const { oid, name } of indexes) {
    try {
      await database.get('SELECT bt_index_check($1::oid)', Number(oid));
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
  }
  return problems;
}

async function memoryProblems(database: PostgresDatabase): Promise<string[]> {
  const miscounted = await database.all(
    `SELECT s.namespace_id AS id, s.entries, count(e.id) AS found, coalesce(max(e.revision), 0) > s.revision AS ahead
     FROM memory_states s LEFT JOIN memory_entries e ON e.namespace_id = s.namespace_id
     WHERE NOT s.dropped GROUP BY s.namespace_id HAVING s.entries <> count(e.id) OR coalesce(max(e.revision), 0) > s.revision
     LIMIT 10`,
  );
  const unembedded = await database.all(
    `SELECT e.id FROM memory_entries e JOIN memory_states s ON s.namespace_id = e.namespace_id
     LEFT JOIN memory_vectors v ON v.namespace_id = e.namespace_id AND v.entry_id = e.id AND v.model_id = s.model_id
     WHERE NOT s.dropped AND v.entry_id IS NULL LIMIT 10`,
  );
  const misshapen = await database.all(
    `SELECT v.entry_id AS id FROM memory_vectors v LEFT JOIN memory_models m ON m.id = v.model_id
     WHERE m.id IS NULL OR length(v.vectors) = 0 OR length(v.vectors) % (m.dims * 4) <> 0
       OR (length(v.windows) - length(v.ranges) / 4) % (m.dims + 4) <> 0 LIMIT 10`,
  );
  const orphans = await database.all(
    `SELECT v.entry_id AS id FROM memory_vectors v WHERE NOT EXISTS (
       SELECT 1 FROM memory_entries e WHERE e.namespace_id = v.namespace_id AND e.id = v.entry_id) LIMIT 10`,
  );
  return [
    ...miscounted.map((row) =>
      row['ahead'] === true
        ? `namespace ${row['id']} has entries of a revision that it has not reached`
        : `namespace ${row['id']} counts ${row['entries']} entries and has ${row['found']}`,
    ),
    ...unembedded.map((row) => `${row['id']} has no vector of its namespace's model`),
    ...orphans.map((row) => `there are vectors of ${row['id']}, which does not exist`),
    ...misshapen.map((row) => `the vectors of ${row['id']} have a wrong length or an unknown model`),
  ];
}

/** Between these tables there are no foreign keys, so that they can be distributed. */
async function orphanProblems(database: PostgresDatabase): Promise<string[]> {
  const problems: string[] = [];
  for (const table of [
    'memory_states',
    'memory_entries',
    'memory_vectors',
    'memory_versions',
    'memory_deletions',
    'memory_recuts',
    'memory_revisions',
    'memory_snapshots',
  ]) {
    const rows = await database.all(
      `SELECT DISTINCT t.namespace_id AS id FROM ${table} t
       WHERE NOT EXISTS (SELECT 1 FROM memory_namespaces n WHERE n.id = t.namespace_id) LIMIT 10`,
    );
    problems.push(...rows.map((row) => `${table} has rows of namespace ${row['id']}, which does not exist`));
  }
  return problems;
}

const jsonColumns: Record<string, readonly string[]> = {
  keys: ['scopes', 'namespaces'],
  audit: ['details'],
  receipts: ['data'],
  jobs: ['payload'],
  scans: ['request', 'labels', 'result'],
  memory_entries: ['metadata'],
};

async function rowProblems(url: string): Promise<Check[]> {
  const json: string[] = [];
  const findings: string[] = [];
  const snapshot = await PostgresSnapshot.open(url);
  try {
    for (const table of tables) {
      for await (const rows of snapshot.read(table)) {
        for (const row of rows) {
          for (const column of jsonColumns[table.name] ?? []) {
            if (!isJson(row[column])) json.push(`${table.name}.${column} of ${row['id']} is not JSON`);
          }
          if (table.name === 'findings' && !(await isReadable(row))) {
            findings.push(`part ${row['position']} of the findings of ${row['scan_id']} cannot be read`);
          }
        }
      }
    }
  } finally {
    await snapshot.close();
  }
  return [
    { name: 'JSON columns', problems: json.slice(0, 50) },
    { name: 'findings of scans', problems: findings.slice(0, 50) },
  ];
}

function isJson(value: unknown): boolean {
  if (value === null) return true;
  try {
    JSON.parse(String(value));
    return true;
  } catch {
    return false;
  }
}

async function isReadable(row: Row): Promise<boolean> {
  return unpackFindings(row['body'] as Uint8Array).then(
    () => true,
    () => false,
  );
}
