import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../embedded/database.ts';
import type { Row } from '../rows/row.ts';
import type { TableTarget } from './copy-tables.ts';
import type { Table } from './tables.ts';

const pageRows = 500;

/** The tables of a data folder that nobody else uses meanwhile. */
export class EmbeddedTables implements TableTarget {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count({ name }: Table): Promise<number> {
    return Number(this.#database.get(`SELECT count(*) AS n FROM ${name}`)!['n']);
  }

  async isEmpty(): Promise<boolean> {
    return this.#database.get('SELECT 1 FROM tenants LIMIT 1') === undefined;
  }

  async *read(table: Table): AsyncGenerator<Row[]> {
    let page: Row[] = [];
    for (const row of this.#database.iterate(selectOf(table))) {
      page.push(row);
      if (page.length < pageRows) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  write(table: Table, rows: readonly Row[]): Promise<void> {
    const sql = insertOf(table);
    return this.#database.write(() => {
      for (const row of rows)
        this.#database.run(sql, ...table.columns.map((column) => row[column] as SQLInputValue));
    });
  }

  async finish(): Promise<void> {}
}

/** Here these have the number of an entry's row in place of its namespace and id. */
const ofEntries = ['memory_recuts', 'memory_vectors', 'memory_versions'];

function selectOf({ name, columns }: Table): string {
  if (!ofEntries.includes(name)) return `SELECT ${columns.join(', ')} FROM ${name}`;
  const own = columns.slice(2).map((column) => `, v.${column}`);
  return `SELECT e.namespace_id, e.id AS entry_id${own.join('')} FROM ${name} v JOIN memory_entries e ON e.row = v.entry`;
}

function insertOf({ name, columns }: Table): string {
  const values = columns.map((_, i) => `?${i + 1}`).join(', ');
  switch (name) {
    case 'memory_recuts':
    case 'memory_vectors':
    case 'memory_versions': {
      const own = columns.slice(2);
      return `INSERT INTO ${name} (${['entry', ...own].join(', ')})
        SELECT ${['row', ...own.map((_, i) => `?${i + 3}`)].join(', ')} FROM memory_entries WHERE namespace_id = ?1 AND id = ?2`;
    }
    case 'memory_namespaces':
      return `INSERT INTO memory_namespaces (${columns.join(', ')}, log_start) VALUES (${values}, ?5)`;
    case 'memory_model_choice':
      return `INSERT INTO memory_model_choice (only, ${columns.join(', ')}) VALUES (1, ${values})`;
    default:
      return `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values})`;
  }
}
