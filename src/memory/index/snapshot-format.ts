import { crc32 } from 'node:zlib';

/** Changes whenever the meaning of a section changes: an older snapshot is then rebuilt from the store. */
const version = 6;
const magic = 'lorekeep-index';

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface SnapshotHeader {
  tag: string;
  dims: number;
  rows: number;
  blockBytes: number;
}

/**
 * A header line, named sections and a checksum over everything, in parts that can be written one after the other, so that a big index is never in memory
 * twice. Numbers are in the byte order of the machine; one of the other order fails the check of the header and is rebuilt.
 */
export function* writeSnapshot(
  header: SnapshotHeader,
  columns: Readonly<Record<string, Column>>,
  lines: readonly string[],
  blocks: Iterable<Uint8Array>,
): Iterable<Uint8Array> {
  let sum = 0;
  const checked = (part: Uint8Array): Uint8Array => {
    sum = crc32(part, sum);
    return part;
  };
  const text = Buffer.from(lines.join('\n'));
  const sections = Object.entries(columns).map(([name, column]) => ({
    name,
    kind: column.constructor.name,
    bytes: column.byteLength,
  }));
  const description = {
    magic,
    version,
    byteOrder,
    header,
    sections,
    lines: lines.length,
    textBytes: text.length,
  };
  yield checked(Buffer.from(`${JSON.stringify(description)}\n`));
  for (const column of Object.values(columns)) {
    yield checked(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  yield checked(text);
  for (const block of blocks) yield checked(block);
  yield new Uint8Array(Uint32Array.of(sum).buffer);
}

export interface ReadSnapshot {
  header: SnapshotHeader;
  columns: Record<string, Column>;
  lines: string[];
}

/**
 * Reads what `writeSnapshot` wrote and hands the blocks to `onBlock` as they come. Undefined for anything else: damaged, cut off, of another version. Blocks that
 * were handed over before the damage showed are the caller's to throw away.
 */
export function readSnapshot(
  parts: Iterable<Uint8Array>,
  expected: { dims: number; blockBytes: number },
  onBlock: (block: Uint8Array) => void,
): ReadSnapshot | undefined {
  const reader = new PartReader(parts);
  try {
    const description = JSON.parse(reader.line()) as Description;
    const { header } = description;
    if (
      description.magic !== magic ||
      description.version !== version ||
      description.byteOrder !== byteOrder
    ) {
      return undefined;
    }
    if (header.dims !== expected.dims || header.blockBytes !== expected.blockBytes) return undefined;
    const columns: Record<string, Column> = {};
    for (const { name, kind, bytes } of description.sections) {
      // A copy of its own: a part may be a view of a bigger buffer, at an offset that does not fit the column.
      const { buffer } = new Uint8Array(reader.take(bytes));
      columns[name] = new columnKinds[kind](buffer);
    }
    const text = Buffer.from(reader.take(description.textBytes)).toString();
    const lines = description.lines === 0 ? [] : text.split('\n');
    if (lines.length !== description.lines) return undefined;
    for (let block = 0; block < Math.ceil(header.rows / 32); block++) onBlock(reader.take(header.blockBytes));
    const { sum } = reader;
    const stored = new Uint32Array(new Uint8Array(reader.take(4)).buffer)[0];
    return sum === stored && reader.atEnd() ? { header, columns, lines } : undefined;
  } catch {
    // Whatever does not read is damaged; there is nothing else to learn from the kind of damage.
    return undefined;
  }
}

interface Description {
  magic: string;
  version: number;
  byteOrder: string;
  header: SnapshotHeader;
  sections: Array<{ name: string; kind: keyof typeof columnKinds; bytes: number }>;
  lines: number;
  textBytes: number;
}

const columnKinds = { Uint8Array, Uint16Array, Uint32Array, Float64Array };
const byteOrder = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'little' : 'big';

/** Takes exact lengths out of parts of any length, and keeps the checksum of all that was taken. */
class PartReader {
  readonly #parts: Iterator<Uint8Array>;
  #part: Uint8Array = new Uint8Array(0);
  sum = 0;

  constructor(parts: Iterable<Uint8Array>) {
    this.#parts = parts[Symbol.iterator]();
  }

  take(bytes: number): Uint8Array {
    let taken: Uint8Array;
    if (this.#part.length >= bytes) {
      taken = this.#part.subarray(0, bytes);
      this.#part = this.#part.subarray(bytes);
    } else {
      taken = new Uint8Array(bytes);
      for (let done = 0; done < bytes; ) {
        if (this.#part.length === 0) this.#next();
        const some = this.#part.subarray(0, bytes - done);
        taken.set(some, done);
        done += some.length;
        this.#part = this.#part.subarray(some.length);
      }
    }
    this.sum = crc32(taken, this.sum);
    return taken;
  }

  line(): string {
    const bytes: number[] = [];
    for (let byte = this.take(1)[0]!; byte !== 10; byte = this.take(1)[0]!) {
      bytes.push(byte);
      if (bytes.length > 65_536) throw new Error('No header.');
    }
    return Buffer.from(bytes).toString();
  }

  atEnd(): boolean {
    return this.#part.length === 0 && this.#parts.next().done === true;
  }

  #next(): void {
    const { value, done } = this.#parts.next();
    if (done) throw new Error('Cut off.');
    this.#part = value;
  }
}
