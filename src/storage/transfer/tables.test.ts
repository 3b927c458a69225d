import { expect, test } from 'vitest';
import { Database } from '../embedded/database.ts';
import { migrate } from '../embedded/migrate.ts';
import { tables } from './tables.ts';

/** Made again from what is copied. */
const derived = ['memory_deletions', 'finding_rows', 'sqlite_sequence'];
/** Columns that one backend has by another name, or that begin again. */
const apart = new Set([
  'scans.list_bytes',
  'memory_entries.row',
  'memory_vectors.entry',
  'memory_versions.entry',
  'memory_recuts.entry',
  'memory_namespaces.log_start',
  'memory_namespaces.snapshot',
  'memory_model_choice.only',
]);

test('every table and every column of the embedded database is copied, or known to be derived', () => {
  const database = new Database(':memory:');
  migrate(database);
  const missing: string[] = [];
  for (const { name } of database.all("SELECT name FROM sqlite_master WHERE type = 'table'") as Array<{
    name: string;
  }>) {
    if (derived.includes(name)) continue;
    const table = tables.find((one) => one.name === name);
    const columns = database
      .all(`SELECT name FROM pragma_table_info('${name}')`)
      .map((row) => String(row['name']));
    for (const column of columns)
      if (!table?.columns.includes(column) && !apart.has(`${name}.${column}`))
        missing.push(`${name}.${column}`);
  }
  database.close();
  expect(missing).toEqual([]);
});
