import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from './byte-source.ts';

export interface ZipEntry {
  name: string;
  /** As the directory states it, which is the truth of an honest zip only. */
  bytes: number;
  /** Reads and unpacks; throws where more than `maxBytes` come out. */
  read(maxBytes: number): Buffer;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const entrySignature = 0x02014b50;
/** What cannot be packed gets a few bytes larger by it: five for each piece. */
const maxOverhead = 65_536;
const maxDirectoryBytes = 512 * 1024 * 1024;

/**
 * Lists a zip file by its directory, without reading all of it; also zip64. Local headers are not believed. Names are only names here: nothing is
 * ever written to disk under them.
 */
export class ZipArchive {
  readonly #source: ByteSource;
  readonly #size: number;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#size = source.size;
  }

  *entries(): Iterable<ZipEntry> {
    const { offset, bytes, count } = this.#locateDirectory();
    if (bytes > maxDirectoryBytes || offset + bytes > this.#size)
      throw new Error('The zip file has a damaged directory.');
    const directory = this.#source.read(offset, bytes);
    for (let at = 0, i = 0; i < count; i++) {
      if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) {
        throw new Error('The zip file has a damaged directory.');
      }
      const nameLength = directory.readUInt16LE(at + 28);
      const extraLength = directory.readUInt16LE(at + 30);
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
      const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
      const fields = {
        isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
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

  #locateDirectory(): { offset: number; bytes: number; count: number } {
    // The end record is followed by a comment of at most 64 KiB.
    const tailStart = Math.max(0, this.#size - 65_557);
    const tail = this.#source.read(tailStart, this.#size - tailStart);
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
    const record = this.#source.read(at, 56);
    if (record.length < 56 || record.readUInt32LE(0) !== end64Signature)
      throw new Error('The zip file has a damaged directory.');
    return {
      count: Number(record.readBigUInt64LE(32)),
      bytes: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
    };
  }

  #readEntry(
    entry: { isEncrypted: boolean; method: number; packed: number; unpacked: number; offset: number },
    maxBytes: number,
  ): Buffer {
    if (entry.isEncrypted) throw new Error('An entry of the zip file is encrypted.');
    const maxPacked = entry.method === 0 ? maxBytes : maxBytes + maxOverhead;
    if (entry.packed > maxPacked) throw new Error('An entry of the zip file is too large.');
    const header = this.#source.read(entry.offset, 30);
    if (header.length < 30) throw new Error('An entry of the zip file is damaged.');
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = this.#source.read(start, entry.packed);
    if (packed.length < entry.packed) throw new Error('An entry of the zip file is damaged.');
    if (entry.method === 0) return packed;
    if (entry.method !== 8) throw new Error('An entry of the zip file is packed in an unknown way.');
    // One piece of the size that it says: the usual pieces of 16 KiB are garbage that the engine does not see the weight of.
    const size = Math.min(entry.unpacked, maxBytes);
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes), chunkSize: Math.max(64, size) });
  }
}

/** Sizes and places beyond 4 GiB are in an extra field, in this order, each only where the short one is full. */
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
