import { withRoom } from './growing.ts';

/** The records as a snapshot holds them. */
export interface StoredRecords {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** Lengths in bytes of the id, the external id (plus one; 0 for none), the metadata and the marks (0 for none). */
const headerWords = 4;
/** Records begin at multiples of eight bytes, so that 32 bits address 32 GiB of them. */
const unit = 8;

/**
 * Id, external id, metadata and marks (as JSON) of each slot, one record after the other in one array of bytes: a third of the memory of strings in maps, and written to
 * disk and read back as it is.
 */
export class EntryRecords {
  #bytes: Uint8Array;
  #buffer: Buffer;
  #words: Uint32Array;
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
    [this.#buffer, this.#words] = viewsOf(this.#bytes);
  }

  get memoryBytes(): number {
    return this.#bytes.length + this.#starts.byteLength;
  }

  append(id: string, externalId: string | undefined, metadata: string, marks: string): void {
    const [idBytes, metadataBytes] = [Buffer.byteLength(id), Buffer.byteLength(metadata)];
    const externalBytes = externalId === undefined ? 0 : Buffer.byteLength(externalId);
    const markBytes = Buffer.byteLength(marks);
    this.#reserve(headerWords * 4 + idBytes + externalBytes + metadataBytes + markBytes);
    const word = this.#used / 4;
    this.#words[word] = idBytes;
    this.#words[word + 1] = externalId === undefined ? 0 : externalBytes + 1;
    this.#words[word + 2] = metadataBytes;
    this.#words[word + 3] = markBytes;
    let at = this.#used + headerWords * 4;
    at += this.#buffer.write(id, at);
    if (externalId !== undefined) at += this.#buffer.write(externalId, at);
    at += this.#buffer.write(metadata, at);
    if (markBytes > 0) at += this.#buffer.write(marks, at);
    this.#close(at);
  }

  /** Appends the record of a slot of another table. */
  copy(from: EntryRecords, slot: number): void {
    const start = from.#starts[slot]! * unit;
    const end = start + headerWords * 4 + from.#payload(slot);
    this.#reserve(end - start);
    this.#bytes.set(from.#bytes.subarray(start, end), this.#used);
    this.#close(this.#used + end - start);
  }

  id(slot: number): string {
    const { at, idBytes } = this.#record(slot);
    return this.#buffer.toString('utf8', at, at + idBytes);
  }

  externalId(slot: number): string | undefined {
    const { at, idBytes, externalBytes } = this.#record(slot);
    if (externalBytes < 0) return undefined;
    return this.#buffer.toString('utf8', at + idBytes, at + idBytes + externalBytes);
  }

  metadata(slot: number): string {
    const { at, idBytes, externalBytes, metadataBytes } = this.#record(slot);
    const start = at + idBytes + Math.max(0, externalBytes);
    return this.#buffer.toString('utf8', start, start + metadataBytes);
  }

  /** Empty where there are none. */
  marks(slot: number): string {
    const { at, markBytes } = this.#record(slot);
    if (markBytes === 0) return '';
    const end = at + this.#payload(slot);
    return this.#buffer.toString('utf8', end - markBytes, end);
  }

  /** Nothing of a removed entry stays in memory but its place; while the records are frozen, it stays until they are not. */
  erase(slot: number): void {
    if (this.#frozen > 0) {
      this.#toErase.push(slot);
      return;
    }
    const { at } = this.#record(slot);
    this.#bytes.fill(0, at, at + this.#payload(slot));
    this.#words.fill(0, at / 4 - headerWords, at / 4);
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

  #record(slot: number) {
    const start = this.#starts[slot]! * unit;
    const word = start / 4;
    return {
      at: start + headerWords * 4,
      idBytes: this.#words[word]!,
      externalBytes: this.#words[word + 1]! - 1,
      metadataBytes: this.#words[word + 2]!,
      markBytes: this.#words[word + 3]!,
    };
  }

  #payload(slot: number): number {
    const { idBytes, externalBytes, metadataBytes, markBytes } = this.#record(slot);
    return idBytes + Math.max(0, externalBytes) + metadataBytes + markBytes;
  }

  #reserve(bytes: number): void {
    const grown = withRoom(this.#bytes, this.#used + bytes + unit);
    if (grown === this.#bytes) return;
    this.#bytes = grown;
    [this.#buffer, this.#words] = viewsOf(grown);
  }

  #close(end: number): void {
    this.#starts = withRoom(this.#starts, this.#count + 1);
    this.#starts[this.#count++] = this.#used / unit;
    this.#used = Math.ceil(end / unit) * unit;
  }
}

function viewsOf({ buffer, byteOffset, length }: Uint8Array): [Buffer, Uint32Array] {
  return [Buffer.from(buffer, byteOffset, length), new Uint32Array(buffer, byteOffset, length >> 2)];
}
