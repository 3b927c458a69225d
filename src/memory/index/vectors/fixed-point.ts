// 127 * 256 + 127: both bytes stay within their range.
const maxCode = 32_639;

/** Writes a vector as the high and low bytes of 16-bit fixed point, zeros after its end; gives the scale. */
export function encodeRow(vector: Float32Array, high: Int8Array, low: Int8Array): number {
  const scale = largestOf(vector) / maxCode || 1;
  for (let i = 0; i < vector.length; i++) {
    const code = Math.round(vector[i]! / scale);
    high[i] = (code + 128) >> 8;
    low[i] = code - (high[i]! << 8);
  }
  high.fill(0, vector.length);
  low.fill(0, vector.length);
  return scale;
}

/** 12 bits a component: finer than the rows' high bytes, and a sum over thousands of dimensions still fits 32 bits. */
export function queryCodes(query: Float32Array, width: number): Int16Array {
  const codes = new Int16Array(width);
  const largest = largestOf(query);
  if (largest > 0) for (let i = 0; i < query.length; i++) codes[i] = Math.round((query[i]! / largest) * 2047);
  return codes;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
