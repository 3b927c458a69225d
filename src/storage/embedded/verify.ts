import type { Database } from './database.ts';

/** The outcome of one check; `problems` is empty when all is well. */
export interface Check {
  name: string;
  problems: string[];
}

/** Reads every page and every row of the database and says what does not hold together. */
export function verifyDatabase(database: Database): Check[] {
  return [
    { name: 'database pages and indexes', problems: integrityProblems(database) },
    { name: 'references between tables', problems: referenceProblems(database) },
    { name: 'JSON columns', problems: jsonProblems(database) },
  ];
}

function integrityProblems(database: Database): string[] {
  return database
    .all('PRAGMA integrity_check')
    .map((row) => String(row['integrity_check']))
    .filter((text) => text !== 'ok');
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
] as const;

function jsonProblems(database: Database): string[] {
  return jsonColumns.flatMap(([table, column]) =>
    database
      .all(`SELECT id FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column}) LIMIT 10`)
      .map((row) => `${table}.${column} of ${row['id']} is not JSON`),
  );
}
