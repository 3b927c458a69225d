import { withRoom } from '../columns/growing.ts';
import { canBePacked, packedIdBytes, packId, unpackId } from './packed-ids.ts';

/** The records as a snapshot holds them. */
export interface StoredRecords {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** Records begin at multiples of four bytes, so that 32 bits address 16 GiB of them. */
const unit = 4;
/** Four lengths, seven bits to a byte. */
const mostHeaderBytes = 4 * 5;
/** What a record says instead of the length of its id, plus two: that there is none, as where it was erased, or that it is packed. */
const idKinds = { none: 0, packed: 1, plain: 2 };

/**
 * Id, external id, metadata and marks (as JSON) of each slot, one record after the other in one array of bytes: less than a third of the memory of strings in maps, and written to
 * disk and read back as it is. A record begins with the lengths of the id, the external id (plus one; 0 for none), the metadata and the marks (0 for none).
 */
export class EntryRecords {
  #bytes: Uint8Array;
  #buffer: Buffer;
  #starts: Uint32Array;
  #used: number;
  #count: number;
  #frozen = 0;
  #toErase: number[] = [];

  constructor(stored?: StoredRecords) {
    this.#bytes = stored?.bytes ?? new Uint8Array(512);
    this.#starts = stored?.starts ?? new Uint32Array(16);
    this.#used = stored?.bytes.length ?? 0;
    this.#count = stored?.starts.length ?? 0;
    this.#buffer = bufferOf(this.#bytes);
  }

  get memoryBytes(): number {
    return this.#bytes.length + this.#starts.byteLength;
  }

  append(id: string, externalId: string | undefined, metadata: string, marks: string): void {
    const isPacked = canBePacked(id);
    const idBytes = isPacked ? packedIdBytes : Buffer.byteLength(id);
    const externalBytes = externalId === undefined ? 0 : Buffer.byteLength(externalId);
    const metadataBytes = Buffer.byteLength(metadata);
    const markBytes = Buffer.byteLength(marks);
    this.#reserve(mostHeaderBytes + idBytes + externalBytes + metadataBytes + markBytes);
    let at = this.#writeLength(this.#used, isPacked ? idKinds.packed : idBytes + idKinds.plain);
    at = this.#writeLength(at, externalId === undefined ? 0 : externalBytes + 1);
    at = this.#writeLength(at, metadataBytes);
    at = this.#writeLength(at, markBytes);
    if (isPacked) packId(id, this.#bytes, at);
    else this.#buffer.write(id, at);
    at += idBytes;
    if (externalId !== undefined) at += this.#buffer.write(externalId, at);
    at += this.#buffer.write(metadata, at);
    if (markBytes > 0) at += this.#buffer.write(marks, at);
    this.#close(at);
  }

  /** Appends the record of a slot of another table. */
  copy(from: EntryRecords, slot: number): void {
    const { start, end } = from.#record(slot);
    this.#reserve(end - start);
    this.#bytes.set(from.#bytes.subarray(start, end), this.#used);
    this.#close(this.#used + end - start);
  }

  id(slot: number): string {
    const { id, externalId, isPacked } = this.#record(slot);
    return isPacked ? unpackId(this.#bytes, id) : this.#buffer.toString('utf8', id, externalId);
  }

  externalId(slot: number): string | undefined {
    const { externalId, metadata, hasExternalId } = this.#record(slot);
    return hasExternalId ? this.#buffer.toString('utf8', externalId, metadata) : undefined;
  }

  metadata(slot: number): string {
    const { metadata, marks } = this.#record(slot);
    return this.#buffer.toString('utf8', metadata, marks);
  }

  /** Empty where there are none. */
  marks(slot: number): string {
    const { marks, end } = this.#record(slot);
    return this.#buffer.toString('utf8', marks, end);
  }

  /** Nothing of a removed entry stays in memory but its place; while the records are frozen, it stays until they are not. */
  erase(slot: number): void {
    if (this.#frozen > 0) {
      this.#toErase.push(slot);
      return;
    }
    const { start, end } = this.#record(slot);
    this.#bytes.fill(0, start, end);
  }

  /** As they are now, until `thaw`. */
  freeze(): StoredRecords {
    this.#frozen++;
    return { bytes: this.#bytes.subarray(0, this.#used), starts: this.#starts.subarray(0, this.#count) };
  }

  thaw(): void {
    this.#frozen--;
    if (this.#frozen > 0) return;
    for (const slot of this.#toErase) this.erase(slot);
    this.#toErase = [];
  }

  /** Where its parts begin. */
  #record(slot: number) {
    const bytes = this.#bytes;
    const start = this.#starts[slot]! * unit;
    let at = start;
    const length = (): number => {
      let value = 0;
      for (let scale = 1; ; scale *= 128) {
        const byte = bytes[at++]!;
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
    };
    const idKind = length();
    const external = length();
    const metadataBytes = length();
    const markBytes = length();
    const isPacked = idKind === idKinds.packed;
    const externalId = at + (isPacked ? packedIdBytes : Math.max(0, idKind - idKinds.plain));
    const metadata = externalId + Math.max(0, external - 1);
    const marks = metadata + metadataBytes;
    const hasExternalId = external > 0;
    return { start, id: at, externalId, metadata, marks, end: marks + markBytes, isPacked, hasExternalId };
  }

  #writeLength(start: number, length: number): number {
    let at = start;
    let rest = length;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[at++] = (rest % 128) + 128;
    this.#bytes[at++] = rest;
    return at;
  }

  #reserve(bytes: number): void {
    const grown = withRoom(this.#bytes, this.#used + bytes + unit);
    if (grown === this.#bytes) return;
    this.#bytes = grown;
    this.#buffer = bufferOf(grown);
  }

  #close(end: number): void {
    this.#starts = withRoom(this.#starts, this.#count + 1);
    this.#starts[this.#count++] = this.#used / unit;
    this.#used = Math.ceil(end / unit) * unit;
  }
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
