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

/** What the codes of a query are too great by: the kernel multiplies numbers from 0 to 127 at twice the speed. */
const excess = 64;

/** Seven bits a component, about what the high bytes of rows have; they choose candidates, whose cosines are then computed with all that there is. */
export function queryCodes(query: Float32Array, width: number): Uint8Array {
  const codes = new Uint8Array(width).fill(excess);
  const largest = largestOf(query);
  if (largest > 0)
    for (let i = 0; i < query.length; i++) codes[i] = excess + Math.round((query[i]! / largest) * 63);
  return codes;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
