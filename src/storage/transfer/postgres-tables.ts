import pg from 'pg';
import { rowTypes, type Sql, type Value } from '../postgres/database.ts';
import { newStamp } from '../postgres/memory/stamp.ts';
import type { Row } from '../rows/row.ts';
import type { TableSource, TableTarget } from './copy-tables.ts';
import type { Table } from './tables.ts';

const pageRows = 500;

/** All tables as they are in one moment, while nodes continue to write. */
export class PostgresSnapshot implements TableSource {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<PostgresSnapshot> {
    const client = new pg.Client({
      connectionString: url,
      types: rowTypes,
      application_name: 'lorekeep-backup',
    });
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return new PostgresSnapshot(client);
  }

  async count({ name }: Table): Promise<number> {
    const { rows } = await this.#client.query(`SELECT count(*) AS n FROM ${name}`);
    return Number(rows[0]['n']);
  }

  read(table: Table): AsyncGenerator<Row[]> {
    return readByCursor(table, async (text) => (await this.#client.query<Row>(text)).rows);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** The tables of a database that no node uses yet, inside of one transaction. */
export class PostgresTables implements TableTarget {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async count({ name }: Table): Promise<number> {
    return Number((await this.#sql.get(`SELECT count(*) AS n FROM ${name}`))!['n']);
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#sql.get('SELECT 1 FROM tenants LIMIT 1')) === undefined;
  }

  read(table: Table): AsyncGenerator<Row[]> {
    return readByCursor(table, (text) => this.#sql.all(text));
  }

  async write(table: Table, rows: readonly Row[]): Promise<void> {
    if (table.name === 'memory_namespaces') return this.#writeNamespaces(rows);
    const types = await this.#typesOf(table);
    const arrays = table.columns.map((_, i) => `$${i + 1}::${types[i]}[]`).join(', ');
    const names = table.columns.join(', ');
    const [extraName, extraValue] = table.name === 'memory_model_choice' ? ['only_one, ', '1, '] : ['', ''];
    await this.#sql.run(
      `INSERT INTO ${table.name} (${extraName}${names}) OVERRIDING SYSTEM VALUE
       SELECT ${extraValue}${names} FROM unnest(${arrays}) AS r (${names})`,
      ...table.columns.map((column) => rows.map((row) => row[column] as Value)),
    );
  }

  /** The next namespace and the next model get a number that none has. */
  async finish(): Promise<void> {
    for (const table of ['memory_models', 'memory_namespaces']) {
      await this.#sql.get(
        `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${table}), false)`,
      );
    }
  }

  /** The history of a namespace begins with the copy. */
  async #writeNamespaces(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const at = (column: string) => row[column] as Value;
      await this.#sql.run(
        'INSERT INTO memory_namespaces (id, tenant_id, name, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4)',
        at('id'),
        at('tenant_id'),
        at('name'),
        at('created_at'),
      );
      await this.#sql.run(
        `WITH state AS (
           INSERT INTO memory_states (namespace_id, model_id, revision, stamp, log_start, dropped, entries, bytes, updated_at, settings)
           VALUES ($1, $2, $3, $4, $3, $5, $6, $7, $8, $9) RETURNING namespace_id, revision, stamp)
         INSERT INTO memory_revisions (namespace_id, revision, stamp, at)
         SELECT namespace_id, revision, stamp, (extract(epoch FROM now()) * 1000)::bigint FROM state`,
        at('id'),
        at('model_id'),
        at('revision'),
        newStamp(),
        row['name'] === null,
        at('entries'),
        at('bytes'),
        at('updated_at'),
        at('settings'),
      );
    }
  }

  async #typesOf({ name, columns }: Table): Promise<string[]> {
    const rows = await this.#sql.all(
      'SELECT column_name::text AS name, udt_name::text AS type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1',
      name,
    );
    const types = new Map(rows.map((row) => [String(row['name']), String(row['type'])]));
    return columns.map((column) => types.get(column)!);
  }
}

/** The cursor has a name for each table: a statement that was prepared for one table cannot give the rows of another. */
async function* readByCursor(table: Table, all: (text: string) => Promise<Row[]>): AsyncGenerator<Row[]> {
  const cursor = `copied_${table.name}`;
  await all(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${selectOf(table)}`);
  for (;;) {
    const rows = await all(`FETCH ${pageRows} FROM ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) break;
  }
  await all(`CLOSE ${cursor}`);
}

function selectOf({ name, columns }: Table): string {
  if (name !== 'memory_namespaces') return `SELECT ${columns.join(', ')} FROM ${name}`;
  return `SELECT n.id, n.tenant_id, n.name, s.model_id, s.revision, s.entries, s.bytes, n.created_at, s.updated_at, s.settings
    FROM memory_namespaces n JOIN memory_states s ON s.namespace_id = n.id`;
}
