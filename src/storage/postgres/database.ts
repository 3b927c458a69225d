import { createHash } from 'node:crypto';
import pg from 'pg';
import { ServiceError } from '../../kernel/errors.ts';
import type { Row } from '../rows/row.ts';
import { asServiceError, isConnectionLoss, isRetryable } from './database-errors.ts';
import { decodeText, encodeText } from './text-encoding.ts';

export type Value = string | number | bigint | boolean | null | Uint8Array | ReadonlyArray<Value>;

/** Statements outside of a transaction, or inside of one. */
export interface Sql {
  all(sql: string, ...values: Value[]): Promise<Row[]>;
  get(sql: string, ...values: Value[]): Promise<Row | undefined>;
  /** How many rows were changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

export interface PostgresOptions {
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
  /** How long a request waits for a connection while all are in use. */
  poolWaitMs?: number;
  /** How long a transaction of this node may stand still. */
  idleTransactionMs?: number;
  /** Called when a connection dies that nobody waits for. */
  onLost: (error: Error) => void;
}

const maxAttempts = 5;
const defaultPoolWaitMs = 2_000;
/**
 * A node that freezes, or whose machine loses its network or power, closes no connection: its locks would keep every other node from writing to a
 * namespace until the system gives the connection up, which takes hours. Less than a statement waits for a lock, so that who waits is served.
 */
const defaultIdleTransactionMs = 10_000;

/** A pool of connections to one Postgres. Every statement is prepared once per connection. */
export class PostgresDatabase implements Sql {
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  #open = true;

  constructor(options: PostgresOptions) {
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      connectionTimeoutMillis: options.poolWaitMs ?? defaultPoolWaitMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'lorekeep',
      statement_timeout: options.statementTimeoutMs,
      // Where a pooler swallows the server's own limit, the client's ends the wait.
      query_timeout: options.statementTimeoutMs + 5_000,
      types: rowTypes,
      onConnect: (client) => prepare(client, options.idleTransactionMs ?? defaultIdleTransactionMs),
    });
    this.#pool.on('error', options.onLost);
    // The pool listens to idle connections only: without this, the death of one in use would end the process.
    this.#pool.on('connect', (client) => client.on('error', options.onLost));
  }

  /** Connections in use and requests that wait for one. */
  get load(): { open: number; idle: number; waiting: number } {
    return { open: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async all(sql: string, ...values: Value[]): Promise<Row[]> {
    return (await this.#query(this.#pool, sql, values)).rows;
  }

  async get(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return (await this.#query(this.#pool, sql, values)).rows[0];
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    return (await this.#query(this.#pool, sql, values)).rowCount ?? 0;
  }

  /**
   * Runs `work` in a transaction; the promise resolves when it is committed. If `work` throws, nothing of it is stored. Where
   * two transactions get in each other's way it is run again, so that it must change nothing but rows.
   */
  async transaction<T>(work: (sql: Sql) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work, begin);
      } catch (error) {
        if (!isRetryable(error) || attempt === maxAttempts) throw asServiceError(error);
        await new Promise((resolve) => setTimeout(resolve, attempt * 10 * Math.random()));
      }
    }
  }

  /** Lends a connection for what the methods above cannot do, such as COPY. */
  async withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw asServiceError(error);
    }
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#pool.end();
  }

  async #once<T>(work: (sql: Sql) => Promise<T>, begin: string): Promise<T> {
    const client = await this.#connect();
    try {
      await client.query(begin);
      const result = await work(this.#sqlOf(client));
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      await this.#giveUp(client, error);
      throw error;
    }
  }

  async #giveUp(client: pg.PoolClient, error: unknown): Promise<void> {
    if (isConnectionLoss(error)) return client.release(true);
    try {
      await client.query('ROLLBACK');
      client.release();
    } catch {
      // The connection is broken; closing it undoes the transaction as well, and the first error is the one to report.
      client.release(true);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#open) throw new ServiceError('shutting_down');
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asServiceError(error);
    }
  }

  #sqlOf(client: pg.PoolClient): Sql {
    const query = (sql: string, values: Value[]) => this.#query(client, sql, values, true);
    return {
      all: async (sql, ...values) => (await query(sql, values)).rows,
      get: async (sql, ...values) => (await query(sql, values)).rows[0],
      run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
    };
  }

  async #query(
    on: pg.Pool | pg.PoolClient,
    text: string,
    values: Value[],
    raw = false,
  ): Promise<pg.QueryResult<Row>> {
    if (!this.#open) throw new ServiceError('shutting_down');
    try {
      return await on.query<Row>({ name: this.#nameOf(text), text, values: values.map(encode) });
    } catch (error) {
      throw raw ? error : asServiceError(error);
    }
  }

  /** Texts of statements are constants of this program, so that there are few. */
  #nameOf(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
      this.#names.set(text, name);
    }
    return name;
  }
}

/** Every statement here finds its rows by keys, whatever its values: planning it again for each call would cost as much as running it. */
async function prepare(client: pg.ClientBase, idleTransactionMs: number): Promise<void> {
  await client.query(
    `SET plan_cache_mode = force_generic_plan; SET idle_in_transaction_session_timeout = ${idleTransactionMs}`,
  );
}

function encode(value: Value): unknown {
  if (typeof value === 'string') return encodeText(value);
  if (Array.isArray(value)) return value.map(encode);
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}

/** How values of rows become those of JavaScript. */
export const rowTypes = { getTypeParser };

const int8 = 20;
const text = 25;

/** Counts and times are far below 2^53; texts are decoded as they were encoded. */
function getTypeParser(oid: number, format?: string): (value: never) => unknown {
  if (oid === text) return decodeText as never;
  if (oid === int8) return Number as never;
  return pg.types.getTypeParser(oid, format as 'text') as never;
}
