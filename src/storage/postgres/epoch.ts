import type { PostgresDatabase, Sql } from './database.ts';

const readEveryMs = 1_000;
/** What a node remembers counts for so long after the last look at the epoch. */
export const trustedMs = 2_000;

/**
 * A number that rises with every change of what nodes remember: keys, tenants, the choice of model. Each node reads it every second,
 * and counts what it remembers only while its last look is younger than two seconds.
 */
export class Epoch {
  readonly #database: PostgresDatabase;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  #value = -1;
  #oldestReader = 0;
  /** On the clock of `performance`: when the last look that succeeded began. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #announce: (epoch: number) => Promise<void> = async () => {};

  constructor(database: PostgresDatabase, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  get value(): number {
    return this.#value;
  }

  /** The oldest schema that a node may know and still work here. */
  get oldestReader(): number {
    return this.#oldestReader;
  }

  get isCurrent(): boolean {
    return performance.now() - this.#lookedAt < trustedMs;
  }

  /** Called when the epoch is found to be another: what was remembered is to be forgotten. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Called after a change; the change is complete when it resolves. */
  announceBy(announce: (epoch: number) => Promise<void>): void {
    this.#announce = announce;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look().catch(this.#onFailure), readEveryMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking?.catch(() => undefined);
  }

  look(): Promise<void> {
    this.#looking ??= this.#read().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Runs a change in a transaction that also raises the epoch; when it resolves, no node goes by what was before. */
  async change<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const { result, epoch } = await this.#database.transaction(async (sql) => {
      const result = await work(sql);
      const row = await sql.get('UPDATE cluster SET epoch = epoch + 1 RETURNING epoch');
      return { result, epoch: Number(row!['epoch']) };
    });
    this.#set(epoch);
    await this.#announce(epoch);
    return result;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    const row = await this.#database.get('SELECT epoch, oldest_reader FROM cluster');
    this.#oldestReader = Number(row?.['oldest_reader'] ?? 0);
    this.#set(Number(row?.['epoch'] ?? -1));
    this.#lookedAt = began;
  }

  #set(value: number): void {
    // A restored database has a lower one: any other than the known one is a change.
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
