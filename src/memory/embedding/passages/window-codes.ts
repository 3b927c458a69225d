/** Bytes in front of the codes of a window: what their products are multiplied by to be cosines, as a 32-bit float. */
const scaleBytes = 4;

/** Bytes of a window of so many dimensions. */
export function windowBytes(dims: number): number {
  return scaleBytes + dims;
}

/** The vectors of a passage's windows one after the other, each number as one byte: right to a few thousandths, at a quarter of the bytes. */
export function windowCodes(vectors: readonly Float32Array[]): Uint8Array {
  const dims = vectors[0]?.length ?? 0;
  const bytes = new Uint8Array(vectors.length * windowBytes(dims));
  const view = new DataView(bytes.buffer);
  for (const [i, vector] of vectors.entries()) {
    let most = 0;
    for (const x of vector) most = Math.max(most, Math.abs(x));
    const start = i * windowBytes(dims);
    let squares = 0;
    for (let d = 0; d < dims; d++) {
      const code = most === 0 ? 0 : Math.round((vector[d]! / most) * 127);
      squares += code * code;
      view.setInt8(start + scaleBytes + d, code);
    }
    view.setFloat32(start, squares === 0 ? 0 : 1 / Math.sqrt(squares), true);
  }
  return bytes;
}

/** The cosine of a query, a vector of length 1, and the nearest of the windows from one byte to another; undefined where there is none. */
export function nearestWindow(
  query: Float32Array,
  codes: Int8Array,
  view: DataView,
  { start, end }: { start: number; end: number },
): number | undefined {
  const dims = query.length;
  let nearest: number | undefined;
  for (let at = start; at < end; at += scaleBytes + dims) {
    const first = at + scaleBytes;
    let sum = 0;
    for (let d = 0; d < dims; d++) sum += query[d]! * codes[first + d]!;
    const cosine = sum * view.getFloat32(at, true);
    if (nearest === undefined || cosine > nearest) nearest = cosine;
  }
  return nearest;
}
