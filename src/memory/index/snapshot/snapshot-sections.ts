/** A stretch of bytes of a snapshot: a column of an index, or its vectors. */
export interface Section {
  readonly name: string;
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
