export interface SnapshotHeader {
  tag: string;
  /** Names the columns that are only ever appended to; a compacted index has a new one. */
  generation: string;
  dims: number;
  rows: number;
}

/** A stretch of bytes of a snapshot: a column of an index, or its vectors. */
export interface Section {
  readonly name: string;
  /** Names its full parts, where the place of the section among the others does not: letters and digits. */
  readonly key?: string;
  readonly kind: ColumnKind;
  readonly byteLength: number;
  /** So many from the start never change: a full part of them is the same in every later snapshot of the same generation. */
  readonly stableBytes: number;
  copy(start: number, into: Uint8Array): void;
}

export const columnKinds = { Uint8Array, Uint16Array, Uint32Array, Float64Array };
export type ColumnKind = keyof typeof columnKinds;
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export function columnSection(name: string, column: Column, isAppendOnly: boolean): Section {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  return {
    name,
    kind: column.constructor.name as ColumnKind,
    byteLength: bytes.length,
    stableBytes: isAppendOnly ? bytes.length : 0,
    copy: (start, into) => into.set(bytes.subarray(start, start + into.length)),
  };
}

/** Where the bytes of a section go that is not an ordinary column. */
export interface SectionSink {
  /** False when so many bytes cannot be right. */
  begin(header: SnapshotHeader, bytes: number): boolean;
  write(start: number, bytes: Uint8Array): void;
  /** When all bytes of the snapshot were there; false when they cannot be right. */
  end?(): boolean;
}

/** Which sink a section has; undefined for an ordinary column. Asked once for each. */
export type FindSink = (name: string) => SectionSink | undefined;
