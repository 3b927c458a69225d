import type { Section, SectionSink } from '../../snapshot/snapshot-sections.ts';
import { BitRows } from '../bit-rows.ts';
import { blockRows, type RowStretch } from '../row-stretch.ts';
import { Cells, isKnown } from './cells.ts';

/** What cells in a snapshot are of. */
export interface StoredFor {
  stretches: readonly RowStretch[];
  dims: number;
  /** What all centres are from; undefined while nobody has searched. */
  centre: Float32Array | undefined;
}

const prefix = 'cells.';

/**
 * The cells of full stretches as sections of a snapshot: how far they reach, the centre that theirs are from, and all that they hold. A full stretch never changes, so that they are written once. Only those of the
 * first stretches: where one is missing, the next snapshot has it.
 */
export function cellSections({ stretches, dims, centre }: StoredFor): Section[] {
  const sections: Section[] = [];
  if (!centre) return sections;
  for (const { first, count, cells } of stretches) {
    if (!isKnown(cells)) break;
    const head = headOf(cells, centre, dims);
    const byteLength = head.length + cells.memoryBytes;
    sections.push({
      name: `${prefix}${first}`,
      key: `c${first}x${count}`,
      kind: 'Uint8Array',
      byteLength,
      stableBytes: byteLength,
      copy: (start, into) => {
        if (start < head.length) into.set(head.subarray(start, start + into.length));
        const inCells = Math.max(0, start - head.length);
        const skipped = Math.max(0, head.length - start);
        cells.bytesAt(inCells, into.length - skipped, (bytes, at) => into.set(bytes, skipped + at));
      },
    });
  }
  return sections;
}

/** How many stretches have cells that a snapshot has, or would have. */
export function storedCount(stretches: readonly RowStretch[]): number {
  const missing = stretches.findIndex(({ cells }) => !isKnown(cells));
  return missing < 0 ? stretches.length : missing;
}

/**
 * Reads a section into the stretch that it is about; undefined for any other section. Where rows lie in other stretches than when it was written, it is passed over: then cells are made again. Rows and places are checked, so
 * that no search reads what is not there, whoever wrote the file.
 */
export function cellSink(
  name: string,
  into: StoredFor,
  found: (centre: Float32Array) => void,
): SectionSink | undefined {
  if (!name.startsWith(prefix)) return undefined;
  let cells: Cells | undefined;
  let stretch: RowStretch | undefined;
  const { dims } = into;
  const head = new Uint8Array(headBytes(dims));
  return {
    begin: (_, bytes) => {
      stretch = into.stretches.find(({ first }) => `${prefix}${first}` === name);
      if (!stretch || stretch.cells || stretch === into.stretches.at(-1)) return true;
      const { arena, count, width } = stretch;
      const made = new Cells(arena, count, width, BitRows.bytesOf(dims));
      if (bytes === head.length + made.memoryBytes) cells = made;
      else made.release();
      // Given back with the stretch, whatever follows.
      stretch.cells = cells;
      return true;
    },
    write: (start, bytes) => {
      if (start < head.length) head.set(bytes.subarray(0, head.length - start), start);
      const skipped = Math.min(bytes.length, Math.max(0, head.length - start));
      const inCells = Math.max(0, start - head.length);
      cells?.bytesAt(inCells, bytes.length - skipped, (own, at) =>
        own.set(bytes.subarray(skipped + at, skipped + at + own.length)),
      );
    },
    end: () => {
      if (!cells || !stretch) return true;
      const view = new DataView(head.buffer);
      const reach = view.getFloat64(0, true);
      const centre = Float32Array.from({ length: dims }, (_, i) => view.getFloat32(8 + i * 4, true));
      const isKnown = !into.centre || into.centre.every((value, i) => value === centre[i]);
      if (!(reach >= 0) || !isKnown || !centre.every(Number.isFinite) || !areSound(cells, stretch))
        return false;
      cells.scan.reach = reach;
      found(centre);
      return true;
    },
  };
}

function headBytes(dims: number): number {
  return 8 + dims * 4;
}

function headOf(cells: Cells, centre: Float32Array, dims: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(headBytes(dims)));
  head.setFloat64(0, cells.scan.reach, true);
  for (let i = 0; i < dims; i++) head.setFloat32(8 + i * 4, centre[i]!, true);
  return new Uint8Array(head.buffer);
}

/** Every row is in one cell, the cells follow one another, and all numbers are numbers. */
function areSound({ scan }: Cells, { arena, count: rows }: RowStretch): boolean {
  const { buffer } = arena.memory;
  const places = new Uint32Array(buffer, scan.places, scan.count * 2);
  const order = new Uint32Array(buffer, scan.order, rows + scan.count * blockRows);
  const seen = new Uint8Array(rows);
  let [next, held] = [0, 0];
  for (let cell = 0; cell < scan.count; cell++) {
    const [start, size] = [places[cell * 2]!, places[cell * 2 + 1]!];
    held += size;
    if (start !== next || held > rows) return false;
    for (let place = start; place < start + size; place++) {
      const row = order[place]!;
      if (row >= rows || seen[row] === 1) return false;
      seen[row] = 1;
    }
    next += Math.ceil(size / blockRows) * blockRows;
  }
  const numbers = [
    new Float32Array(buffer, scan.sizes, scan.count * 2),
    new Float32Array(buffer, scan.shapes, scan.count * 3),
  ];
  return held === rows && numbers.every((list) => list.every(Number.isFinite));
}
