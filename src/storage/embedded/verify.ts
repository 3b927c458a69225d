import { unpackFindings } from '../rows/finding-chunks.ts';
import type { Check } from '../storage.ts';
import { type DataFolder, databaseFile } from './data-folder.ts';
import type { Database } from './database.ts';
import { integrityProblems } from './integrity.ts';
import { SnapshotFiles, snapshotFolder } from './memory/snapshot-files.ts';

/** Reads every page and every row of the database and every file derived from it, and says what does not hold together. */
export async function verifyDataFolder({ path, database }: DataFolder): Promise<Check[]> {
  return [
    await check('database pages and indexes', () => integrityProblems(databaseFile(path))),
    await check('references between tables', () => referenceProblems(database)),
    await check('JSON columns', () => jsonProblems(database)),
    await check('memory entries and their vectors', () => memoryProblems(database)),
    await check('findings of scans', () => findingProblems(database)),
    await check('snapshots of indexes', () => snapshotProblems(path)),
  ];
}

/** Damaged pages make other checks fail as well; that is a problem they found, not the end of them all. */
async function check(name: string, find: () => Promise<string[]> | string[]): Promise<Check> {
  try {
    return { name, problems: await find() };
  } catch (error) {
    return {
      name,
      problems: [`cannot be checked: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
}

function referenceProblems(database: Database): string[] {
  return database
    .all('PRAGMA foreign_key_check')
    .map((row) => `${row['table']} row ${row['rowid']} refers to a missing row of ${row['parent']}`);
}

const jsonColumns = [
  ['keys', 'scopes'],
  ['keys', 'namespaces'],
  ['audit', 'details'],
  ['receipts', 'data'],
  ['jobs', 'payload'],
  ['scans', 'request'],
  ['scans', 'labels'],
  ['scans', 'result'],
  ['memory_entries', 'metadata'],
] as const;

function jsonProblems(database: Database): string[] {
  return jsonColumns.flatMap(([table, column]) =>
    database
      .all(`SELECT id FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column}) LIMIT 10`)
      .map((row) => `${table}.${column} of ${row['id']} is not JSON`),
  );
}

function memoryProblems(database: Database): string[] {
  const miscounted = database.all(
    `SELECT id, entries, (SELECT COUNT(*) FROM memory_entries WHERE namespace_id = n.id) AS found
     FROM memory_namespaces n WHERE name IS NOT NULL AND entries <> found LIMIT 10`,
  );
  const unembedded = database.all(
    `SELECT e.id FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id
     LEFT JOIN memory_vectors v ON v.entry = e.row AND v.model_id = n.model_id
     WHERE n.name IS NOT NULL AND v.entry IS NULL LIMIT 10`,
  );
  const misshapen = database.all(
    `SELECT e.id FROM memory_vectors v JOIN memory_models m ON m.id = v.model_id JOIN memory_entries e ON e.row = v.entry
     WHERE length(v.vectors) = 0 OR length(v.vectors) % (m.dims * 4) <> 0
       OR (length(v.windows) - length(v.ranges) / 4) % (m.dims + 4) <> 0 LIMIT 10`,
  );
  return [
    ...miscounted.map(
      (row) => `namespace ${row['id']} counts ${row['entries']} entries and has ${row['found']}`,
    ),
    ...unembedded.map((row) => `${row['id']} has no vector of its namespace's model`),
    ...misshapen.map((row) => `the vectors of ${row['id']} have a wrong length`),
  ];
}

async function findingProblems(database: Database): Promise<string[]> {
  const problems: string[] = [];
  for (const row of database.iterate('SELECT scan_id, position, body FROM findings')) {
    try {
      await unpackFindings(row['body'] as Uint8Array);
    } catch {
      problems.push(`part ${row['position']} of the findings of ${row['scan_id']} cannot be read`);
    }
  }
  return problems;
}

/** A damaged snapshot would be noticed and made again when it is needed; here it is reported. */
async function snapshotProblems(path: string): Promise<string[]> {
  const files = new SnapshotFiles(snapshotFolder(path));
  const problems: string[] = [];
  for (const name of await files.list()) {
    for (const problem of await files.damage(name)) problems.push(`snapshot ${name}: ${problem}`);
  }
  return problems;
}
