import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { ServiceError } from '../../kernel/errors.ts';
import { isDiskFull, lacksRoomFor } from './room/disk-full.ts';
import { Reserve, type ReserveOptions } from './room/reserve.ts';

export type Row = Record<string, SQLOutputValue>;

export interface DatabaseOptions {
  /** Room that only deletes may use, and how large the database may grow. */
  reserve?: ReserveOptions;
  /** Why nothing may be written now; undefined when all is well. Asked before each transaction. */
  problem?: () => string | undefined;
  /** Milliseconds on any clock that only goes forward. */
  now?: () => number;
}

/** So long may one transaction go on taking in what waits. Six writers of 250 entries each took 300 ms in one. */
const turnMs = 50;

interface Unit {
  work: () => unknown;
  /** Whether it may use the reserve. */
  freesRoom: boolean;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * One SQLite file, owned by this process. Reads are plain prepared statements; writes go through `write`, which joins what
 * concurrent requests ask for into one transaction, because the disk flush at its end costs more than all the statements.
 */
export class Database {
  readonly reserve: Reserve;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #columnStatements = new Map<string, StatementSync>();
  readonly #now: () => number;
  readonly #problem: () => string | undefined;
  readonly #lacksRoom: () => boolean;
  /** How often something may have been written. */
  #writes = 0;
  #waiting: Unit[] = [];
  #scheduled = false;
  #open = true;

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#problem = options.problem ?? (() => undefined);
    this.#lacksRoom = () => lacksRoomFor(file);
    this.#connection = new DatabaseSync(file, { timeout: 5_000 });
    this.#connection.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -16384;
      PRAGMA journal_size_limit = 67108864;
    `);
    this.reserve = new Reserve(this.#connection, options.reserve ?? {});
  }

  /** The connection itself, for backup and other whole-file work. */
  get connection(): DatabaseSync {
    return this.#connection;
  }

  /** Rises with every transaction that may write: while it is the same, so is every row. */
  get writes(): number {
    return this.#writes;
  }

  /** Runs statements that take no values: migrations and pragmas. Never build one from input. */
  exec(sql: string): void {
    this.#writes++;
    this.#connection.exec(sql);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  /** The columns of each row, in their order: for what is read all the time, since a row by names costs as much again as reading it. */
  columns(sql: string, ...values: SQLInputValue[]): SQLOutputValue[][] {
    let statement = this.#columnStatements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      statement.setReturnArrays(true);
      this.#columnStatements.set(sql, statement);
    }
    return statement.all(...values) as unknown as SQLOutputValue[][];
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
    this.#writes++;
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes: Number(changes), lastInsertRowid };
  }

  /**
   * Runs `work` (synchronously, alone) in a transaction. The promise resolves when the change is on the disk. If `work`
   * throws, its own changes are undone, those of the units next to it are kept, and the promise rejects with what it threw.
   */
  write<T>(work: () => T): Promise<T> {
    return this.#add(work, false);
  }

  /** As `write`, for work that makes room or takes a right away: where the disk is full, it uses the reserve. */
  free<T>(work: () => T): Promise<T> {
    return this.#add(work, true);
  }

  /** Commits what is waiting, then closes. Later writes are refused. */
  close(): void {
    if (!this.#open) return;
    while (this.#waiting.length > 0) this.#flush();
    this.#open = false;
    this.#statements.clear();
    this.#columnStatements.clear();
    this.#connection.close();
  }

  #add<T>(work: () => T, freesRoom: boolean): Promise<T> {
    if (!this.#open) return Promise.reject(new ServiceError('shutting_down'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, freesRoom, resolve: resolve as (result: unknown) => void, reject });
      this.#schedule();
    });
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
      this.#writes++;
      this.#connection.exec('BEGIN IMMEDIATE');
      do {
        const unit = this.#waiting.shift()!;
        taken.push(unit);
        settle.push(this.#runUnit(unit));
      } while (this.#waiting.length > 0 && this.#now() < until);
      this.#connection.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      const reason = this.#asServiceError(error);
      // Where the transaction could not even begin, those who wait are told as well.
      const failed = taken.length > 0 ? taken : this.#waiting.splice(0);
      for (const unit of failed) {
        if (unit.freesRoom && this.#isDiskFull(error)) this.#runFromReserve(unit);
        else unit.reject(reason);
      }
      return;
    } finally {
      if (this.#waiting.length > 0) this.#schedule();
    }
    this.reserve.settle();
    for (const done of settle) done();
  }

  /** Alone, so that it needs as little as possible. */
  #runFromReserve(unit: Unit): void {
    let settle: (() => void) | undefined;
    for (let attempt = 0; settle === undefined && this.reserve.open(attempt); attempt++) {
      try {
        this.#writes++;
        this.#connection.exec('BEGIN IMMEDIATE');
        const done = this.#runUnit(unit);
        this.#connection.exec('COMMIT');
        settle = done;
      } catch (error) {
        this.#rollBack();
        if (!this.#isDiskFull(error)) settle = () => unit.reject(error);
      }
    }
    this.reserve.settle();
    settle ??= () => unit.reject(new ServiceError('storage_full'));
    settle();
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
      if (!this.#connection.isTransaction || this.#isDiskFull(error)) throw error;
      this.#connection.exec('ROLLBACK TO unit; RELEASE unit');
      return () => unit.reject(error);
    }
  }

  #isDiskFull(error: unknown): boolean {
    return isDiskFull(error, this.#lacksRoom);
  }

  #asServiceError(error: unknown): unknown {
    return this.#isDiskFull(error) ? new ServiceError('storage_full', fullMessage, { cause: error }) : error;
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

const fullMessage =
  'The disk is full, or the limit storage.maxBytes is reached; nothing was written. Delete entries to make room.';
