import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { ServiceError } from '../../kernel/errors.ts';

export type Row = Record<string, SQLOutputValue>;

export interface DatabaseOptions {
  /** Refuse to grow beyond this many bytes; 0 for as much as the disk holds. */
  maxBytes?: number;
  /** Why nothing may be written now; undefined when all is well. Asked before each transaction. */
  problem?: () => string | undefined;
  /** Milliseconds on any clock that only goes forward. */
  now?: () => number;
}

/** So long may one transaction go on taking in what waits. Six writers of 250 entries each took 300 ms in one. */
const turnMs = 50;

interface Unit {
  work: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * One SQLite file, owned by this process. Reads are plain prepared statements; writes go through `write`, which joins what
 * concurrent requests ask for into one transaction, because the disk flush at its end costs more than all the statements.
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #now: () => number;
  readonly #problem: () => string | undefined;
  #waiting: Unit[] = [];
  #scheduled = false;
  #open = true;

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#problem = options.problem ?? (() => undefined);
    this.#connection = new DatabaseSync(file, { timeout: 5_000 });
    this.#connection.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 67108864;
    `);
    if (options.maxBytes) {
      const pageSize = Number(this.get('PRAGMA page_size')!['page_size']);
      this.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(options.maxBytes / pageSize))}`);
    }
  }

  /** The connection itself, for backup and other whole-file work. */
  get connection(): DatabaseSync {
    return this.#connection;
  }

  /** Runs statements that take no values: migrations and pragmas. Never build one from input. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  iterate(sql: string, ...values: SQLInputValue[]): IterableIterator<Row> {
    // A cached statement cannot be walked twice at the same time, so that each walk gets its own.
    return this.#connection.prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  /** Runs a statement that changes rows; only inside the `work` of `write`. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastInsertRowid: number | bigint } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes: Number(changes), lastInsertRowid };
  }

  /**
   * Runs `work` (synchronously, alone) in a transaction. The promise resolves when the change is on the disk. If `work`
   * throws, its own changes are undone, those of the units beside it are kept, and the promise rejects with what it threw.
   */
  write<T>(work: () => T): Promise<T> {
    if (!this.#open) return Promise.reject(new ServiceError('shutting_down'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Commits what is waiting, then closes. Later writes are refused. */
  close(): void {
    if (!this.#open) return;
    while (this.#waiting.length > 0) this.#flush();
    this.#open = false;
    this.#statements.clear();
    this.#connection.close();
  }

  #schedule(): void {
    if (this.#scheduled || !this.#open) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  /** Commits what waits, but for what would keep everybody else waiting for too long: that has a transaction of its own in the next turn. */
  #flush(): void {
    this.#scheduled = false;
    if (this.#waiting.length === 0 || this.#refuseAll()) return;
    const until = this.#now() + turnMs;
    const taken: Unit[] = [];
    const settle: Array<() => void> = [];
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      do {
        const unit = this.#waiting.shift()!;
        taken.push(unit);
        settle.push(this.#runUnit(unit));
      } while (this.#waiting.length > 0 && this.#now() < until);
      this.#connection.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      const reason = asServiceError(error);
      // Where the transaction could not even begin, those who wait are told as well.
      for (const unit of taken.length > 0 ? taken : this.#waiting.splice(0)) unit.reject(reason);
      return;
    } finally {
      if (this.#waiting.length > 0) this.#schedule();
    }
    for (const done of settle) done();
  }

  /** A change that would be gone after the next start is not accepted. */
  #refuseAll(): boolean {
    const problem = this.#problem();
    if (problem === undefined) return false;
    const error = new ServiceError(
      'storage_unavailable',
      `Nothing was written: ${problem} Restart the service.`,
      { retryAfterSeconds: 5 },
    );
    for (const unit of this.#waiting.splice(0)) unit.reject(error);
    return true;
  }

  #runUnit(unit: Unit): () => void {
    this.#connection.exec('SAVEPOINT unit');
    try {
      const result = unit.work();
      this.#connection.exec('RELEASE unit');
      return () => unit.resolve(result);
    } catch (error) {
      // A full disk makes SQLite undo the whole transaction; then nobody's unit was written.
      if (!this.#connection.isTransaction || isDiskFull(error)) throw error;
      this.#connection.exec('ROLLBACK TO unit; RELEASE unit');
      return () => unit.reject(error);
    }
  }

  #rollBack(): void {
    if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const SQLITE_FULL = 13;

function isDiskFull(error: unknown): boolean {
  return (error as { errcode?: number } | undefined)?.errcode === SQLITE_FULL;
}

function asServiceError(error: unknown): unknown {
  return isDiskFull(error) ? new ServiceError('storage_full', undefined, { cause: error }) : error;
}
