import { withRoom } from '../columns/growing.ts';

/** The times of an entry that can be asked for. */
export const timeFields = ['createdAt', 'updatedAt', 'expiresAt', 'occurredAt'] as const;
export type TimeField = (typeof timeFields)[number];
/** Milliseconds since the epoch; infinity for "never" and "not said". */
export type Times = Readonly<Record<TimeField, number>>;
/** As a snapshot holds them; empty where no entry differs from what is usual. */
export type StoredTimes = Record<TimeField, Float64Array>;

const none = new Float64Array();

/**
 * The times of all entries by slot. Most entries were never changed, do not expire and do not say when something was: a column of such times is there only from the first entry on that has
 * another.
 */
export class EntryTimes {
  #count: number;
  #createdAt: Float64Array;
  /** Undefined while all are as they are usual. */
  readonly #unusual: Record<Exclude<TimeField, 'createdAt'>, Float64Array | undefined>;

  constructor(stored?: StoredTimes) {
    this.#count = stored?.createdAt.length ?? 0;
    this.#createdAt = stored?.createdAt ?? none;
    const column = (values: Float64Array | undefined) => (values?.length ? values : undefined);
    this.#unusual = {
      updatedAt: column(stored?.updatedAt),
      expiresAt: column(stored?.expiresAt),
      occurredAt: column(stored?.occurredAt),
    };
  }

  get memoryBytes(): number {
    const columns = [this.#createdAt, ...Object.values(this.#unusual)];
    return columns.reduce((sum, column) => sum + (column?.byteLength ?? 0), 0);
  }

  append(times: Times): void {
    const slot = this.#count++;
    this.#createdAt = withRoom(this.#createdAt, this.#count);
    this.#createdAt[slot] = times.createdAt;
    this.#add('updatedAt', slot, times.updatedAt, times.createdAt);
    this.#add('expiresAt', slot, times.expiresAt, Number.POSITIVE_INFINITY);
    this.#add('occurredAt', slot, times.occurredAt, Number.POSITIVE_INFINITY);
  }

  at(field: TimeField, slot: number): number {
    if (field === 'createdAt') return this.#createdAt[slot]!;
    return this.#unusual[field]?.[slot] ?? this.#usual(field, slot);
  }

  all(slot: number): Times {
    return {
      createdAt: this.at('createdAt', slot),
      updatedAt: this.at('updatedAt', slot),
      expiresAt: this.at('expiresAt', slot),
      occurredAt: this.at('occurredAt', slot),
    };
  }

  /** By slot. */
  column(field: TimeField): Float64Array {
    if (field === 'createdAt') return this.#createdAt.subarray(0, this.#count);
    return (this.#unusual[field] ?? this.#usualColumn(field, this.#count)).subarray(0, this.#count);
  }

  /** Those that are there now; what is added later does not show. */
  frozen(): StoredTimes {
    const { updatedAt = none, expiresAt = none, occurredAt = none } = this.#unusual;
    const count = this.#count;
    return {
      createdAt: this.#createdAt.subarray(0, count),
      updatedAt: updatedAt.subarray(0, count),
      expiresAt: expiresAt.subarray(0, count),
      occurredAt: occurredAt.subarray(0, count),
    };
  }

  #add(field: Exclude<TimeField, 'createdAt'>, slot: number, time: number, usual: number): void {
    let column = this.#unusual[field];
    if (!column) {
      if (time === usual) return;
      column = this.#usualColumn(field, slot);
    }
    column = withRoom(column, slot + 1);
    column[slot] = time;
    this.#unusual[field] = column;
  }

  #usual(field: TimeField, slot: number): number {
    return field === 'updatedAt' ? this.#createdAt[slot]! : Number.POSITIVE_INFINITY;
  }

  #usualColumn(field: TimeField, count: number): Float64Array {
    if (field === 'updatedAt') return this.#createdAt.slice(0, count);
    return new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  }
}
