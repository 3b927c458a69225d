import { parseStoredJson } from '../../../kernel/json/exact-parse.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { EntryDocument } from '../../filter.ts';
import { marksDocument } from '../../guard/entry-marks.ts';
import { withRoom } from '../columns/growing.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import { EntryRecords } from './entry-records.ts';
import { EntryTimes, type StoredTimes, type TimeField, type Times } from './entry-times.ts';
import { IdTable, idHash } from './id-table.ts';
import { SlotRows, type StoredSlotRows } from './slot-rows.ts';

/** The columns as a snapshot holds them. */
export interface StoredEntries extends StoredTimes, StoredSlotRows {
  records: Uint8Array;
  recordStarts: Uint32Array;
  idHashes: Uint32Array;
  alive: Uint8Array;
}

/**
 * The entries of a namespace by slot, in the order they were put in, and which rows (passages) are theirs. A slot is never used twice: a removed
 * entry leaves a dead one behind until the index is compacted.
 */
export class EntryTable {
  readonly #records: EntryRecords;
  readonly #ids: IdTable;
  readonly #times: EntryTimes;
  readonly #rows: SlotRows;
  #alive: Uint8Array;
  #slotCount: number;
  #liveSlots = 0;
  #deadRows = 0;
  #expiring = 0;
  readonly #isAlive = (slot: number): boolean => this.#alive[slot] === 1;

  constructor(stored?: StoredEntries) {
    this.#alive = stored?.alive ?? new Uint8Array(16);
    this.#slotCount = stored?.alive.length ?? 0;
    this.#records = new EntryRecords(stored && { bytes: stored.records, starts: stored.recordStarts });
    this.#ids = new IdTable(this.#isAlive, stored?.idHashes);
    this.#times = new EntryTimes(stored);
    this.#rows = new SlotRows(this.#slotCount, stored);
    for (let slot = 0; slot < this.#slotCount; slot++) {
      if (this.#alive[slot] === 1) {
        this.#liveSlots++;
        if (this.#expires(slot)) this.#expiring++;
      } else {
        const { first, end } = this.rowsOf(slot);
        this.#deadRows += end - first;
      }
    }
  }

  #expires(slot: number): boolean {
    return this.#times.at('expiresAt', slot) !== Number.POSITIVE_INFINITY;
  }

  /** Up to `count` living rows at even distances. It depends on the living rows and their order alone, so that removals leave no trace in it. */
  spreadRows(count: number): Uint32Array {
    const living = this.hasDead ? this.#livingRows() : undefined;
    const rows = living?.length ?? this.rowCount;
    const size = Math.min(count, rows);
    return Uint32Array.from({ length: size }, (_, i) => {
      const at = Math.floor((i * rows) / size);
      return living ? living[at]! : at;
    });
  }

  #livingRows(): Uint32Array {
    const rows = new Uint32Array(this.rowCount);
    let count = 0;
    for (let row = 0; row < rows.length; row++)
      if (this.#alive[this.slotOfRow(row)] === 1) rows[count++] = row;
    return rows.subarray(0, count);
  }

  *deadRows(): Iterable<number> {
    if (!this.hasDead) return;
    for (let row = 0; row < this.rowCount; row++) if (this.#alive[this.slotOfRow(row)] === 0) yield row;
  }

  /** Living entries. */
  get size(): number {
    return this.#liveSlots;
  }

  get slotCount(): number {
    return this.#slotCount;
  }

  get rowCount(): number {
    return this.#rows.rowCount;
  }

  get liveRowCount(): number {
    return this.rowCount - this.#deadRows;
  }

  get hasDead(): boolean {
    return this.#liveSlots < this.#slotCount;
  }

  get hasExpiring(): boolean {
    return this.#expiring > 0;
  }

  get memoryBytes(): number {
    return (
      this.#records.memoryBytes +
      this.#ids.memoryBytes +
      this.#alive.length +
      this.#times.memoryBytes +
      this.#rows.memoryBytes
    );
  }

  append(entry: IndexedEntry): number {
    const marks = entry.flags || entry.source ? JSON.stringify(marksDocument(entry)) : '';
    this.#records.append(
      entry.id,
      entry.externalId,
      entry.metadataText ?? JSON.stringify(entry.metadata),
      marks,
    );
    const { createdAt, updatedAt } = entry;
    const { expiresAt = Number.POSITIVE_INFINITY, occurredAt = Number.POSITIVE_INFINITY } = entry;
    const times = { createdAt, updatedAt, expiresAt, occurredAt };
    return this.#append(idHash(entry.id), times, entry.passages.length);
  }

  slotOf(id: string): number | undefined {
    return this.#ids.find(id, (slot) => this.#alive[slot] === 1 && this.#records.id(slot) === id);
  }

  kill(slot: number): void {
    const { first, end } = this.rowsOf(slot);
    this.#deadRows += end - first;
    this.#alive[slot] = 0;
    this.#liveSlots--;
    if (this.#expires(slot)) this.#expiring--;
    this.#records.erase(slot);
  }

  id(slot: number): string {
    return this.#records.id(slot);
  }

  isAlive(slot: number): boolean {
    return this.#alive[slot] === 1;
  }

  /** The nearest entry that is still there and was put in before (-1) or after (1) this one. */
  livingNext(slot: number, step: -1 | 1): number | undefined {
    for (let i = slot + step; i >= 0 && i < this.#slotCount; i += step) if (this.#alive[i] === 1) return i;
    return undefined;
  }

  slotOfRow(row: number): number {
    return this.#rows.slotOf(row);
  }

  rowsOf(slot: number): { first: number; end: number } {
    return this.#rows.rowsOf(slot);
  }

  /** What the filter's oracle looks at. Times are written out only when it does look at them. */
  document(slot: number): EntryDocument {
    const { createdAt, updatedAt, expiresAt, occurredAt } = this.#times.all(slot);
    const externalId = this.#records.externalId(slot);
    const marks = this.#records.marks(slot);
    return {
      metadata: parseStoredJson(this.#records.metadata(slot)) as JsonObject,
      get createdAt() {
        return new Date(createdAt).toISOString();
      },
      get updatedAt() {
        return new Date(updatedAt).toISOString();
      },
      ...(expiresAt !== Number.POSITIVE_INFINITY && { expiresAt: new Date(expiresAt).toISOString() }),
      ...(occurredAt !== Number.POSITIVE_INFINITY && { occurredAt: new Date(occurredAt).toISOString() }),
      ...(externalId !== undefined && { externalId }),
      ...(marks !== '' && (JSON.parse(marks) as Pick<EntryDocument, 'flags' | 'source'>)),
    };
  }

  /** The column of a time field; entries without one have infinity. */
  times(field: TimeField): Float64Array {
    return this.#times.column(field);
  }

  /** When what an entry tells of was so: as it says itself, or else when it was last changed. */
  timeOf(slot: number): number {
    const occurredAt = this.#times.at('occurredAt', slot);
    return occurredAt === Number.POSITIVE_INFINITY ? this.#times.at('updatedAt', slot) : occurredAt;
  }

  /** A 1 for each slot that may be seen now; undefined when that is every slot. */
  visible(now: number): Uint8Array | undefined {
    if (!this.hasDead && this.#expiring === 0) return undefined;
    const mask = this.#alive.slice(0, this.#slotCount);
    if (this.#expiring > 0) {
      const expiresAt = this.#times.column('expiresAt');
      for (let slot = 0; slot < mask.length; slot++) if (expiresAt[slot]! <= now) mask[slot] = 0;
    }
    return mask;
  }

  /** The same for rows, from a mask of slots; it may be the same array. */
  rowMask(slots: Uint8Array): Uint8Array {
    // Every entry has a row, and rows are in the order of slots: as many rows as slots means that they are the same numbers.
    if (this.rowCount === this.#slotCount) return slots;
    const mask = new Uint8Array(this.rowCount);
    for (let row = 0; row < mask.length; row++) mask[row] = slots[this.slotOfRow(row)]!;
    return mask;
  }

  /** Appends an entry of another table as it is there now, alive or not. */
  copy(from: EntryTable, slot: number): void {
    const { first, end } = from.rowsOf(slot);
    this.#records.copy(from.#records, slot);
    this.#append(from.#ids.hashOf(slot), from.#times.all(slot), end - first);
  }

  /** As it is now, whatever is added or removed until `thaw`. */
  freeze(): StoredEntries {
    const { bytes, starts } = this.#records.freeze();
    return {
      records: bytes,
      recordStarts: starts,
      idHashes: this.#ids.stored,
      alive: this.#alive.slice(0, this.#slotCount),
      ...this.#times.frozen(),
      ...this.#rows.frozen(),
    };
  }

  thaw(): void {
    this.#records.thaw();
  }

  #append(hash: number, times: Times, rows: number): number {
    const slot = this.#slotCount++;
    this.#liveSlots++;
    if (times.expiresAt !== Number.POSITIVE_INFINITY) this.#expiring++;
    this.#alive = withRoom(this.#alive, slot + 1);
    this.#alive[slot] = 1;
    this.#ids.append(hash);
    this.#times.append(times);
    this.#rows.append(rows);
    return slot;
  }
}
