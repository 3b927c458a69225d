import { crc32 } from 'node:zlib';
import type { SnapshotPart } from '../../search-index.ts';
import { newBig } from '../columns/big-buffers.ts';
import {
  type Column,
  type ColumnKind,
  columnKinds,
  type FindSink,
  type Section,
  type SectionSink,
  type SnapshotHeader,
} from './snapshot-sections.ts';

/** Changes whenever the meaning of a section changes: an older snapshot is then rebuilt from the store. */
const version = 14;
const magic = 'lorekeep-index';
const mostPartBytes = 4 * 1024 * 1024;
const sumBytes = 4;

/**
 * A snapshot is a list of parts of up to 4 MiB, each with its checksum at its end. First come a header line and the remainders of all sections, then the full parts
 * of each section: a small index is one part, and a full part of an append-only section need not be written again. Bytes are copied when a part is
 * asked for, so that a big index is never in memory twice, and all parts into the same memory, one after the other. Numbers are in the byte order of the machine; one of the other order fails the check of the
 * header and is rebuilt.
 */
export function* writeSnapshot(
  header: SnapshotHeader,
  sections: readonly Section[],
  saveId: string,
  partBytes = mostPartBytes,
): Iterable<SnapshotPart> {
  const description: Description = {
    magic,
    version,
    byteOrder,
    partBytes,
    header,
    sections: sections.map(({ name, kind, byteLength }) => ({ name, kind, bytes: byteLength })),
  };
  const line = Buffer.from(`${JSON.stringify(description)}\n`);
  const pieces: Piece[] = [
    { bytes: line.length, copy: (start, into) => into.set(line.subarray(start, start + into.length)) },
    ...sections.map((section) => {
      const full = fullBytes(section.byteLength, partBytes);
      return {
        bytes: section.byteLength - full,
        copy: (start: number, into: Uint8Array) => section.copy(full + start, into),
      };
    }),
  ];
  const memory = new PartMemory();
  let number = 0;
  for (const group of groupsOf(pieces, partBytes))
    yield { id: `${saveId}-${number++}`, bytes: () => memory.checked(group) };
  for (const [s, section] of sections.entries()) {
    for (let start = 0; start < fullBytes(section.byteLength, partBytes); start += partBytes) {
      const id =
        start + partBytes <= section.stableBytes
          ? `${header.generation}-${section.key ?? s}-${start / partBytes}`
          : `${saveId}-${number++}`;
      yield {
        id,
        bytes: () => memory.checked([{ bytes: partBytes, copy: (_, into) => section.copy(start, into) }]),
      };
    }
  }
}

export interface ReadSnapshot {
  header: SnapshotHeader;
  columns: Record<string, Column>;
}

/**
 * Reads the parts that `writeSnapshot` made. Undefined for anything else: damaged, cut off, of another version. What sinks were given before the damage showed is
 * the caller's to throw away.
 */
export async function readSnapshot(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  expected: { dims: number },
  findSink: FindSink,
): Promise<ReadSnapshot | undefined> {
  let reading: SectionReader | undefined;
  for await (const part of parts) {
    const payload = payloadOf(part);
    if (!payload) return undefined;
    if (reading) {
      if (!reading.take(payload)) return undefined;
      continue;
    }
    const end = payload.indexOf(10);
    const description = end < 0 ? undefined : parseDescription(payload.subarray(0, end), expected);
    if (!description) return undefined;
    reading = new SectionReader(description, findSink);
    if (!reading.begin() || !reading.take(payload.subarray(end + 1))) return undefined;
  }
  return reading?.finished();
}

/** The bytes before the checksum; undefined when it is not theirs. */
function payloadOf(part: Uint8Array): Uint8Array | undefined {
  return isWholePart(part) ? part.subarray(0, -sumBytes) : undefined;
}

/** For whoever checks a part without reading it as an index. */
export function isWholePart(part: Uint8Array): boolean {
  if (part.length < sumBytes) return false;
  const at = part.length - sumBytes;
  const stored = new DataView(part.buffer, part.byteOffset + at, sumBytes).getUint32(0, true);
  return crc32(part.subarray(0, at)) === stored;
}

interface Piece {
  bytes: number;
  copy(start: number, into: Uint8Array): void;
}

interface Description {
  magic: string;
  version: number;
  byteOrder: string;
  partBytes: number;
  header: SnapshotHeader;
  sections: Array<{ name: string; kind: ColumnKind; bytes: number }>;
}

const byteOrder = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'little' : 'big';

function fullBytes(bytes: number, partBytes: number): number {
  return Math.floor(bytes / partBytes) * partBytes;
}

/** Cuts a row of pieces into groups of `partBytes`; a piece that does not fit continues in the next group. */
function* groupsOf(pieces: readonly Piece[], partBytes: number): Iterable<Piece[]> {
  let group: Piece[] = [];
  let room = partBytes;
  for (const piece of pieces) {
    for (let start = 0; start < piece.bytes; ) {
      const from = start;
      const bytes = Math.min(room, piece.bytes - start);
      group.push({ bytes, copy: (_, into) => piece.copy(from, into) });
      start += bytes;
      room -= bytes;
      if (room > 0) continue;
      yield group;
      group = [];
      room = partBytes;
    }
  }
  if (group.length > 0) yield group;
}

/** Fresh memory for each part would leave a gigabyte to the garbage collector where an index has that much. */
class PartMemory {
  #bytes = new Uint8Array(0);

  checked(pieces: readonly Piece[]): Uint8Array {
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    if (this.#bytes.length < bytes + sumBytes) this.#bytes = new Uint8Array(bytes + sumBytes);
    const part = this.#bytes.subarray(0, bytes + sumBytes);
    let at = 0;
    for (const piece of pieces) {
      piece.copy(0, part.subarray(at, at + piece.bytes));
      at += piece.bytes;
    }
    new DataView(part.buffer).setUint32(bytes, crc32(part.subarray(0, bytes)), true);
    return part;
  }
}

function parseDescription(line: Uint8Array, expected: { dims: number }): Description | undefined {
  // Only a header line begins like this; what else begins a part is not read as one.
  const text = Buffer.from(line).toString();
  if (!text.startsWith(`{"magic":"${magic}",`)) return undefined;
  const description = JSON.parse(text) as Description;
  const isOurs =
    description.magic === magic && description.version === version && description.byteOrder === byteOrder;
  return isOurs && description.header.dims === expected.dims ? description : undefined;
}

/** Puts the bytes of a snapshot, in the order they come, where they belong. */
class SectionReader {
  readonly #description: Description;
  readonly #findSink: FindSink;
  readonly #sinks = new Map<string, SectionSink>();
  readonly #columns = new Map<string, Uint8Array>();
  /** What is still to come: which section, from where to where. */
  readonly #expected: Array<{ name: string; start: number; end: number }> = [];
  #next = 0;

  constructor(description: Description, findSink: FindSink) {
    this.#description = description;
    this.#findSink = findSink;
  }

  begin(): boolean {
    const { sections, header, partBytes } = this.#description;
    for (const { name, bytes } of sections) {
      if (this.#columns.has(name) || this.#sinks.has(name)) return false;
      const sink = this.#findSink(name);
      if (!sink) this.#columns.set(name, new Uint8Array(newBig(bytes) ?? new ArrayBuffer(bytes), 0, bytes));
      else if (sink.begin(header, bytes)) this.#sinks.set(name, sink);
      else return false;
    }
    for (const { name, bytes } of sections)
      this.#expected.push({ name, start: fullBytes(bytes, partBytes), end: bytes });
    for (const { name, bytes } of sections)
      this.#expected.push({ name, start: 0, end: fullBytes(bytes, partBytes) });
    return true;
  }

  /** False when there is more than was announced. */
  take(bytes: Uint8Array): boolean {
    let rest = bytes;
    while (rest.length > 0) {
      const stretch = this.#expected[this.#next];
      if (!stretch) return false;
      const some = rest.subarray(0, stretch.end - stretch.start);
      const sink = this.#sinks.get(stretch.name);
      if (sink) sink.write(stretch.start, some);
      else this.#columns.get(stretch.name)!.set(some, stretch.start);
      stretch.start += some.length;
      rest = rest.subarray(some.length);
      if (stretch.start === stretch.end) this.#next++;
    }
    return true;
  }

  finished(): ReadSnapshot | undefined {
    if (this.#expected.slice(this.#next).some(({ start, end }) => start < end)) return undefined;
    for (const sink of this.#sinks.values()) if (sink.end?.() === false) return undefined;
    const columns: Record<string, Column> = {};
    for (const { name, kind } of this.#description.sections) {
      const bytes = this.#columns.get(name);
      if (!bytes) continue;
      const Kind = columnKinds[kind];
      if (bytes.length % Kind.BYTES_PER_ELEMENT !== 0) return undefined;
      columns[name] = new Kind(bytes.buffer as ArrayBuffer, 0, bytes.length / Kind.BYTES_PER_ELEMENT);
    }
    return { header: this.#description.header, columns };
  }
}
