/** What the codes of a query are too great by: the kernel multiplies numbers from 0 to 127 at twice the speed. */
const excess = 64;
const largestCode = 63;

/** Seven bits a component, about what the high bytes of rows have; they choose candidates, whose cosines are then computed with all that there is. */
export function queryCodes(query: Float32Array, width: number): Uint8Array {
  const codes = new Uint8Array(width).fill(excess);
  const largest = largestOf(query);
  if (largest > 0)
    for (let i = 0; i < query.length; i++)
      codes[i] = excess + Math.round((query[i]! / largest) * largestCode);
  return codes;
}

/** What the kernel's product of a row with the codes of a query is multiplied with to be that with the query: codes of rows are high bytes. */
export function codeUnit(query: Float32Array): number {
  return (largestOf(query) / largestCode) * 256;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  return largest;
}
