import type { SQLOutputValue } from 'node:sqlite';
import type { PassageRange } from '../../../memory/embedding/embedder.ts';

/** What one entry has of a model; nothing where it has no vectors of it. */
export interface PagedVectors {
  ranges: PassageRange[];
  /** One behind the other, as floats. */
  vectors: Uint8Array;
  windows: Uint8Array | undefined;
}

/**
 * The vectors of many entries as one row. A blob of its own for each would be a piece of memory outside of the heap for each, which takes longer to make and to collect than the vector to read. Texts may hold any bytes as long as nobody
 * reads them as characters, so that they can be joined as texts; of an entry without vectors an empty one is in the list.
 */
export function pagedVectors(rows: string): string {
  return `SELECT group_concat(coalesce(shape, ''), ' '), CAST(group_concat(vectors, '') AS BLOB), CAST(group_concat(windows, '') AS BLOB)
    FROM (SELECT hex(v.ranges) || coalesce(':' || octet_length(v.windows), '') AS shape, v.vectors, v.windows ${rows})`;
}

/** SQLITE_TOOBIG: a value holds a billion bytes at most, and documents of many passages have megabytes of vectors each. */
const tooBig = 18;

export function isTooBig(error: unknown): boolean {
  return (error as { errcode?: number } | undefined)?.errcode === tooBig;
}

/** Takes such a row apart. Undefined where what is stored does not fit together: then each entry has to be read by itself. */
export function readPagedVectors(
  [shapes, vectors, windows]: readonly SQLOutputValue[],
  dims: number,
): Array<PagedVectors | undefined> | undefined {
  if (typeof shapes !== 'string') return undefined;
  const vectorBytes = bytesOf(vectors);
  const windowBytes = bytesOf(windows);
  const page: Array<PagedVectors | undefined> = [];
  let vectorsAt = 0;
  let windowsAt = 0;
  for (const shape of shapes.split(' ')) {
    if (shape === '') {
      page.push(undefined);
      continue;
    }
    const mark = shape.indexOf(':');
    const ranges = rangesOfHex(mark < 0 ? shape : shape.slice(0, mark));
    const vectorsEnd = vectorsAt + ranges.length * dims * Float32Array.BYTES_PER_ELEMENT;
    const windowsEnd = mark < 0 ? windowsAt : windowsAt + Number(shape.slice(mark + 1));
    page.push({
      ranges,
      vectors: vectorBytes.subarray(vectorsAt, vectorsEnd),
      windows: mark < 0 ? undefined : windowBytes.subarray(windowsAt, windowsEnd),
    });
    vectorsAt = vectorsEnd;
    windowsAt = windowsEnd;
  }
  return vectorsAt === vectorBytes.length && windowsAt === windowBytes.length ? page : undefined;
}

function bytesOf(value: SQLOutputValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** As `toRanges`, from two digits a byte. */
export function rangesOfHex(text: string): PassageRange[] {
  const ranges: PassageRange[] = [];
  for (let at = 0; at < text.length; at += 2 * hexDigits)
    ranges.push({ start: numberOfHex(text, at), end: numberOfHex(text, at + hexDigits) });
  return ranges;
}

/** Of a number of 32 bits, whose lowest byte comes first. */
const hexDigits = 8;

function numberOfHex(text: string, at: number): number {
  let value = 0;
  for (let i = at + hexDigits - 2; i >= at; i -= 2)
    value = value * 256 + digitOf(text.charCodeAt(i)) * 16 + digitOf(text.charCodeAt(i + 1));
  return value;
}

function digitOf(code: number): number {
  return code < 58 ? code - 48 : code - 55;
}
