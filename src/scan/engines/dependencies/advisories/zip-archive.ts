import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** As the directory states it; more than that is never unpacked. */
  bytes: number;
  /** Reads and unpacks; throws where the entry is larger than it says or than `maxBytes`. */
  read(maxBytes: number): Buffer;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const entrySignature = 0x02014b50;
const maxDirectoryBytes = 512 * 1024 * 1024;

/**
 * Lists a zip file by its directory, without reading it into memory; also zip64. Names are only names here: nothing is ever
 * written to disk under them.
 */
export class ZipArchive {
  readonly #file: number;
  readonly #size: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.#size = fstatSync(this.#file).size;
  }

  *entries(): Iterable<ZipEntry> {
    const { offset, bytes, count } = this.#locateDirectory();
    if (bytes > maxDirectoryBytes || offset + bytes > this.#size)
      throw new Error('The zip file has a damaged directory.');
    const directory = this.#readAt(offset, bytes);
    for (let at = 0, i = 0; i < count; i++) {
      if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) {
        throw new Error('The zip file has a damaged directory.');
      }
      const nameLength = directory.readUInt16LE(at + 28);
      const extraLength = directory.readUInt16LE(at + 30);
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
      const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
      const fields = {
        method: directory.readUInt16LE(at + 10),
        packed: directory.readUInt32LE(at + 20),
        unpacked: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      };
      readZip64(fields, extra);
      yield { name, bytes: fields.unpacked, read: (maxBytes) => this.#readEntry(fields, maxBytes) };
      at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #locateDirectory(): { offset: number; bytes: number; count: number } {
    // The end record is followed by a comment of at most 64 KiB.
    const tailStart = Math.max(0, this.#size - 65_557);
    const tail = this.#readAt(tailStart, this.#size - tailStart);
    for (let at = tail.length - 22; at >= 0; at--) {
      if (tail.readUInt32LE(at) !== endSignature) continue;
      const count = tail.readUInt16LE(at + 10);
      const bytes = tail.readUInt32LE(at + 12);
      const offset = tail.readUInt32LE(at + 16);
      if (count !== 0xffff && bytes !== 0xffffffff && offset !== 0xffffffff) return { offset, bytes, count };
      return this.#locateDirectory64(tail, at);
    }
    throw new Error('This is not a zip file.');
  }

  #locateDirectory64(tail: Buffer, end: number): { offset: number; bytes: number; count: number } {
    if (end < 20) throw new Error('The zip file has a damaged directory.');
    const at = Number(tail.readBigUInt64LE(end - 20 + 8));
    const record = this.#readAt(at, 56);
    if (record.length < 56 || record.readUInt32LE(0) !== end64Signature)
      throw new Error('The zip file has a damaged directory.');
    return {
      count: Number(record.readBigUInt64LE(32)),
      bytes: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
    };
  }

  #readEntry(
    entry: { method: number; packed: number; unpacked: number; offset: number },
    maxBytes: number,
  ): Buffer {
    if (entry.unpacked > maxBytes || entry.packed > maxBytes)
      throw new Error('An entry of the zip file is too large.');
    const header = this.#readAt(entry.offset, 30);
    if (header.length < 30) throw new Error('An entry of the zip file is damaged.');
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = this.#readAt(start, entry.packed);
    if (entry.method === 0) return packed;
    if (entry.method !== 8) throw new Error('An entry of the zip file is packed in an unknown way.');
    // The size that the directory states is the limit: a bomb stops there.
    const size = Math.max(1, entry.unpacked);
    // One piece of just that size: the usual pieces of 16 KiB are garbage that the engine does not see the weight of.
    return inflateRawSync(packed, { maxOutputLength: size, chunkSize: Math.max(64, size) });
  }

  #readAt(offset: number, length: number): Buffer {
    const available = Math.max(0, Math.min(length, this.#size - offset));
    const buffer = Buffer.alloc(available);
    let done = 0;
    while (done < available) {
      const read = readSync(this.#file, buffer, done, available - done, offset + done);
      if (read === 0) break;
      done += read;
    }
    return buffer.subarray(0, done);
  }
}

/** Sizes and places beyond 4 GiB stand in an extra field, in this order, each only where the short one is full. */
function readZip64(fields: { packed: number; unpacked: number; offset: number }, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let value = at + 4;
    for (const key of ['unpacked', 'packed', 'offset'] as const) {
      if (fields[key] !== 0xffffffff || value + 8 > extra.length) continue;
      fields[key] = Number(extra.readBigUInt64LE(value));
      value += 8;
    }
  }
}
