import { withRoom } from '../columns/growing.ts';
import { KeyTable, type StoredKeys } from './key-table.ts';
import { Slices } from './slices.ts';

/** The arrays behind the lists, as they are written to disk. */
export interface StoredPackedLists extends StoredKeys {
  lasts: Uint32Array;
  pool: Uint8Array;
}

const linkBytes = 4;
const slices = new Slices(8, linkBytes, 9);

/** Behind a mark of a number that is not written as an integer come the eight bytes of its double. */
const doubleMark = 1;
/** Twice what an integer and its sign take must be exact as a double. */
const largestInteger = 2 ** 50;

/**
 * Lists of slots in rising order by hashed key, each slot with a number or without, append only. What is kept is how far a slot is from the one before, seven bits to a byte: a byte where a hundredth of the
 * entries are in the list, a quarter of what the slots themselves would take. They can be read from the beginning only.
 */
export class PackedLists {
  readonly #table: KeyTable;
  #pool: Uint8Array;
  #poolUsed: number;
  #scratch: Uint8Array = new Uint8Array(1024);
  /** A number and its eight bytes. */
  readonly #double = new Float64Array(1);
  readonly #doubleBytes = new Uint8Array(this.#double.buffer);

  constructor(stored?: StoredPackedLists) {
    this.#table = new KeyTable(stored, true);
    this.#pool = stored?.pool ?? new Uint8Array(64);
    this.#poolUsed = stored?.pool.length ?? 0;
  }

  get memoryBytes(): number {
    return this.#table.memoryBytes + this.#pool.length + this.#scratch.length;
  }

  /** Slots come in rising order. */
  add(key: number, slot: number): void {
    this.#addSlot(this.#table.insert(key), slot);
  }

  /** To a list in which every slot has a number. */
  addNumber(key: number, slot: number, number: number): void {
    const cell = this.#table.insert(key);
    this.#addSlot(cell, slot);
    if (Number.isInteger(number) && Math.abs(number) < largestInteger) {
      this.#addInteger(cell, (number < 0 ? -2 * number - 1 : 2 * number) * 2);
      return;
    }
    this.#addByte(cell, doubleMark);
    this.#double[0] = number;
    for (let i = 0; i < 8; i++) this.#addByte(cell, this.#doubleBytes[i]!);
  }

  /** Sets a 1 in the mask for each slot of a list. */
  mark(key: number, mask: Uint8Array): void {
    const bytes = this.#read(key);
    let slot = 0;
    for (let at = 0; at < bytes.length; ) {
      let byte = bytes[at++]!;
      let step = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!;
        step |= (byte & 127) << shift;
      }
      slot += step;
      mask[slot] = 1;
    }
  }

  /** Calls `each` with the slots of a list. It must not read another one. */
  forEach(key: number, each: (slot: number) => void): void {
    const reader = new ByteReader(this.#read(key));
    for (let slot = 0; !reader.isAtEnd; ) {
      slot += reader.integer();
      each(slot);
    }
  }

  /** Calls `each` with the slots of a list in which every slot has a number, and with that. */
  forEachNumber(key: number, each: (slot: number, number: number) => void): void {
    const reader = new ByteReader(this.#read(key));
    for (let slot = 0; !reader.isAtEnd; ) {
      slot += reader.integer();
      each(slot, reader.number());
    }
  }

  /** How many bytes a list takes, which is about how long it takes to read. */
  bytesOf(key: number): number {
    return this.#table.counts[this.#table.find(key)]!;
  }

  /** Those that are there now, whatever is added while they are gone through. */
  keys(): Iterable<number> {
    return this.#table.all();
  }

  /** As they are now: bytes are only ever added behind those that are counted, so that what is added later does not show. */
  frozen(): StoredPackedLists {
    const keys = this.#table.frozen();
    return { ...keys, lasts: keys.lasts!, pool: this.#pool.subarray(0, this.#poolUsed) };
  }

  #addSlot(cell: number, slot: number): void {
    const lasts = this.#table.lasts!;
    this.#addInteger(cell, slot - lasts[cell]!);
    lasts[cell] = slot;
  }

  #addInteger(cell: number, integer: number): void {
    let rest = integer;
    while (rest > 127) {
      this.#addByte(cell, (rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#addByte(cell, rest);
  }

  #addByte(cell: number, byte: number): void {
    const { heads, tails, counts } = this.#table;
    const count = counts[cell]!;
    const level = slices.startedAt(count);
    if (level >= 0) {
      const slice = this.#poolUsed;
      this.#poolUsed += slices.size(level);
      this.#pool = withRoom(this.#pool, this.#poolUsed);
      if (count === 0) heads[cell] = slice;
      else this.#link(tails[cell]!, slice);
      tails[cell] = slice;
    }
    this.#pool[tails[cell]!] = byte;
    tails[cell]!++;
    counts[cell] = count + 1;
  }

  #link(at: number, slice: number): void {
    for (let i = 0; i < linkBytes; i++) this.#pool[at + i] = slice >>> (8 * i);
  }

  #linkAt(at: number): number {
    const pool = this.#pool;
    return (pool[at]! | (pool[at + 1]! << 8) | (pool[at + 2]! << 16) | (pool[at + 3]! << 24)) >>> 0;
  }

  /** The bytes of a list as one stretch; valid until the next call. */
  #read(key: number): Uint8Array {
    const cell = this.#table.find(key);
    const count = this.#table.counts[cell]!;
    this.#scratch = withRoom(this.#scratch, count);
    let slice = this.#table.heads[cell]!;
    for (let done = 0, level = 0; done < count; level++) {
      const payload = slices.payload(level);
      const taken = Math.min(payload, count - done);
      this.#scratch.set(this.#pool.subarray(slice, slice + taken), done);
      done += taken;
      if (done < count) slice = this.#linkAt(slice + payload);
    }
    return this.#scratch.subarray(0, count);
  }
}

class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  integer(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  number(): number {
    if (this.#bytes[this.#at] === doubleMark) {
      const start = this.#at + 1;
      this.#at = start + 8;
      return new Float64Array(this.#bytes.slice(start, start + 8).buffer)[0]!;
    }
    const written = this.integer() / 2;
    return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
  }
}
