import type { JsonObject } from '../../kernel/json.ts';
import type { EntryDocument } from '../filter.ts';
import { withRoom } from './growing.ts';
import type { IndexedEntry } from './indexed-entry.ts';

/** The columns as a snapshot holds them; all entries in it are alive. */
export interface StoredEntries {
  /** One line of JSON each: id, metadata and external id. */
  lines: string[];
  createdAt: Float64Array;
  updatedAt: Float64Array;
  expiresAt: Float64Array;
  firstRow: Uint32Array;
  rowSlot: Uint32Array;
}

/**
 * The entries of a namespace by slot, in the order they were put in, and which rows (passages) are theirs. A slot is never used twice: a removed
 * entry leaves a dead one behind until the index is rebuilt.
 */
export class EntryTable {
  readonly #slots = new Map<string, number>();
  readonly #ids: string[] = [];
  /** Metadata as JSON text: a tenth of the memory of objects, and rarely needed. */
  readonly #metadata: string[] = [];
  readonly #externalIds = new Map<number, string>();
  #alive: Uint8Array = new Uint8Array(16);
  #createdAt: Float64Array = new Float64Array(16);
  #updatedAt: Float64Array = new Float64Array(16);
  #expiresAt: Float64Array = new Float64Array(16);
  #firstRow: Uint32Array = new Uint32Array(16);
  #rowSlot: Uint32Array = new Uint32Array(16);
  #slotCount = 0;
  #rowCount = 0;
  #deadRows = 0;
  #expiring = 0;
  #textLength = 0;

  static from(stored: StoredEntries): EntryTable {
    const table = new EntryTable();
    stored.lines.forEach((line, slot) => {
      const [id, metadata, externalId] = JSON.parse(line) as [string, string, string?];
      table.#slots.set(id, slot);
      table.#ids.push(id);
      table.#metadata.push(metadata);
      table.#textLength += id.length + metadata.length;
      if (externalId !== undefined) table.#externalIds.set(slot, externalId);
      if (stored.expiresAt[slot] !== Number.POSITIVE_INFINITY) table.#expiring++;
    });
    table.#slotCount = stored.lines.length;
    table.#rowCount = stored.rowSlot.length;
    table.#alive = new Uint8Array(table.#slotCount).fill(1);
    table.#createdAt = stored.createdAt;
    table.#updatedAt = stored.updatedAt;
    table.#expiresAt = stored.expiresAt;
    table.#firstRow = stored.firstRow;
    table.#rowSlot = stored.rowSlot;
    return table;
  }

  /** Up to `count` living rows at even distances. It depends on the living rows and their order alone, so that removals leave no trace in it. */
  spreadRows(count: number): Uint32Array {
    const living = this.hasDead ? this.#livingRows() : undefined;
    const rows = living?.length ?? this.#rowCount;
    const size = Math.min(count, rows);
    return Uint32Array.from({ length: size }, (_, i) => {
      const at = Math.floor((i * rows) / size);
      return living ? living[at]! : at;
    });
  }

  #livingRows(): Uint32Array {
    const rows = new Uint32Array(this.#rowCount);
    let count = 0;
    for (let row = 0; row < rows.length; row++)
      if (this.#alive[this.#rowSlot[row]!] === 1) rows[count++] = row;
    return rows.subarray(0, count);
  }

  /** Living entries. */
  get size(): number {
    return this.#slots.size;
  }

  get slotCount(): number {
    return this.#slotCount;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  get liveRowCount(): number {
    return this.#rowCount - this.#deadRows;
  }

  get hasDead(): boolean {
    return this.#slots.size < this.#slotCount;
  }

  get hasExpiring(): boolean {
    return this.#expiring > 0;
  }

  get memoryBytes(): number {
    // 110: the strings' headers, their places in two arrays and in the map.
    return this.#textLength + this.#slotCount * 110 + this.#alive.length * 29 + this.#rowSlot.byteLength;
  }

  append(entry: IndexedEntry): number {
    const times: Times = [entry.createdAt, entry.updatedAt, entry.expiresAt ?? Number.POSITIVE_INFINITY];
    return this.#append(
      entry.id,
      JSON.stringify(entry.metadata),
      entry.externalId,
      times,
      entry.passages.length,
    );
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  kill(slot: number): void {
    const { first, end } = this.rowsOf(slot);
    this.#deadRows += end - first;
    this.#alive[slot] = 0;
    this.#slots.delete(this.#ids[slot]!);
    this.#externalIds.delete(slot);
    if (this.#expiresAt[slot] !== Number.POSITIVE_INFINITY) this.#expiring--;
    // Nothing of a removed entry stays in memory but its place.
    this.#textLength -= this.#ids[slot]!.length + this.#metadata[slot]!.length;
    this.#ids[slot] = '';
    this.#metadata[slot] = '{}';
  }

  id(slot: number): string {
    return this.#ids[slot]!;
  }

  isAlive(slot: number): boolean {
    return this.#alive[slot] === 1;
  }

  /** The entry that was put in last before this one and is still there. */
  livingBefore(slot: number): number | undefined {
    for (let i = slot - 1; i >= 0; i--) if (this.#alive[i] === 1) return i;
    return undefined;
  }

  livingAfter(slot: number): number | undefined {
    for (let i = slot + 1; i < this.#slotCount; i++) if (this.#alive[i] === 1) return i;
    return undefined;
  }

  slotOfRow(row: number): number {
    return this.#rowSlot[row]!;
  }

  rowsOf(slot: number): { first: number; end: number } {
    const end = slot + 1 < this.#slotCount ? this.#firstRow[slot + 1]! : this.#rowCount;
    return { first: this.#firstRow[slot]!, end };
  }

  /** What the filter's oracle looks at. Times are written out only when it does look at them. */
  document(slot: number): EntryDocument {
    const [createdAt, updatedAt] = [this.#createdAt[slot]!, this.#updatedAt[slot]!];
    const expiresAt = this.#expiresAt[slot]!;
    const externalId = this.#externalIds.get(slot);
    return {
      metadata: JSON.parse(this.#metadata[slot]!) as JsonObject,
      get createdAt() {
        return new Date(createdAt).toISOString();
      },
      get updatedAt() {
        return new Date(updatedAt).toISOString();
      },
      ...(expiresAt !== Number.POSITIVE_INFINITY && { expiresAt: new Date(expiresAt).toISOString() }),
      ...(externalId !== undefined && { externalId }),
    };
  }

  /** The column of a time field; entries without one have infinity. */
  times(field: 'createdAt' | 'updatedAt' | 'expiresAt'): Float64Array {
    const column = { createdAt: this.#createdAt, updatedAt: this.#updatedAt, expiresAt: this.#expiresAt }[
      field
    ];
    return column.subarray(0, this.#slotCount);
  }

  /** A 1 for each slot that may be seen now; undefined when that is every slot. */
  visible(now: number): Uint8Array | undefined {
    if (!this.hasDead && this.#expiring === 0) return undefined;
    const mask = this.#alive.slice(0, this.#slotCount);
    if (this.#expiring > 0) {
      for (let slot = 0; slot < mask.length; slot++) if (this.#expiresAt[slot]! <= now) mask[slot] = 0;
    }
    return mask;
  }

  /** The same for rows, from a mask of slots; it may be the same array. */
  rowMask(slots: Uint8Array): Uint8Array {
    // Every entry has a row, and rows are in the order of slots: as many rows as slots means that they are the same numbers.
    if (this.#rowCount === this.#slotCount) return slots;
    const mask = new Uint8Array(this.#rowCount);
    const rowSlot = this.#rowSlot;
    for (let row = 0; row < mask.length; row++) mask[row] = slots[rowSlot[row]!]!;
    return mask;
  }

  /** The living entries alone, with new slots and rows in the same order. */
  compacted(): EntryTable {
    const table = new EntryTable();
    for (let slot = 0; slot < this.#slotCount; slot++) {
      if (!this.isAlive(slot)) continue;
      const { first, end } = this.rowsOf(slot);
      table.#append(
        this.#ids[slot]!,
        this.#metadata[slot]!,
        this.#externalIds.get(slot),
        [this.#createdAt[slot]!, this.#updatedAt[slot]!, this.#expiresAt[slot]!],
        end - first,
      );
    }
    return table;
  }

  /** Only for a table without dead slots. */
  stored(): StoredEntries {
    return {
      lines: this.#ids.map((id, slot) =>
        JSON.stringify([id, this.#metadata[slot]!, this.#externalIds.get(slot)]),
      ),
      createdAt: this.times('createdAt'),
      updatedAt: this.times('updatedAt'),
      expiresAt: this.times('expiresAt'),
      firstRow: this.#firstRow.subarray(0, this.#slotCount),
      rowSlot: this.#rowSlot.subarray(0, this.#rowCount),
    };
  }

  #append(id: string, metadata: string, externalId: string | undefined, times: Times, rows: number): number {
    const slot = this.#slotCount++;
    this.#slots.set(id, slot);
    this.#ids.push(id);
    this.#metadata.push(metadata);
    this.#textLength += id.length + metadata.length;
    if (externalId !== undefined) this.#externalIds.set(slot, externalId);
    if (times[2] !== Number.POSITIVE_INFINITY) this.#expiring++;
    this.#alive = withRoom(this.#alive, slot + 1);
    this.#createdAt = withRoom(this.#createdAt, slot + 1);
    this.#updatedAt = withRoom(this.#updatedAt, slot + 1);
    this.#expiresAt = withRoom(this.#expiresAt, slot + 1);
    this.#firstRow = withRoom(this.#firstRow, slot + 1);
    this.#alive[slot] = 1;
    [this.#createdAt[slot], this.#updatedAt[slot], this.#expiresAt[slot]] = times;
    this.#firstRow[slot] = this.#rowCount;
    this.#rowSlot = withRoom(this.#rowSlot, this.#rowCount + rows);
    this.#rowSlot.fill(slot, this.#rowCount, this.#rowCount + rows);
    this.#rowCount += rows;
    return slot;
  }
}

type Times = [createdAt: number, updatedAt: number, expiresAt: number];
