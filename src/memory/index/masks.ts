/** Masks have a byte of 0 or 1 for each slot or row. They are read four bytes at a time: a filter must not cost more than it saves. */
export function countOnes(mask: Uint8Array): number {
  const words = wordsOf(mask);
  let count = 0;
  // The product's highest byte is the sum of the four bytes.
  for (let i = 0; i < words.length; i++) count += Math.imul(words[i]!, 0x01010101) >>> 24;
  for (let i = words.length * 4; i < mask.length; i++) count += mask[i]!;
  return count;
}

/** Where the ones are, in rising order; `count` is how many there are. */
export function positionsOfOnes(mask: Uint8Array, count: number): Uint32Array {
  const positions = new Uint32Array(count);
  const words = wordsOf(mask);
  let next = 0;
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) continue;
    for (let i = word * 4; i < word * 4 + 4; i++) if (mask[i] === 1) positions[next++] = i;
  }
  for (let i = words.length * 4; i < mask.length; i++) if (mask[i] === 1) positions[next++] = i;
  return positions;
}

export function intersect(into: Uint8Array, other: Uint8Array): void {
  const [a, b] = [wordsOf(into), wordsOf(other)];
  for (let i = 0; i < a.length; i++) a[i]! &= b[i]!;
  for (let i = a.length * 4; i < into.length; i++) into[i]! &= other[i]!;
}

export function unite(into: Uint8Array, other: Uint8Array): void {
  const [a, b] = [wordsOf(into), wordsOf(other)];
  for (let i = 0; i < a.length; i++) a[i]! |= b[i]!;
  for (let i = a.length * 4; i < into.length; i++) into[i]! |= other[i]!;
}

/** In place. */
export function inverted(mask: Uint8Array): Uint8Array {
  const words = wordsOf(mask);
  for (let i = 0; i < words.length; i++) words[i]! ^= 0x01010101;
  for (let i = words.length * 4; i < mask.length; i++) mask[i]! ^= 1;
  return mask;
}

/** Masks are always made as whole arrays, never as views into one, so that they begin at a word. */
function wordsOf(mask: Uint8Array): Uint32Array {
  return new Uint32Array(mask.buffer, mask.byteOffset, mask.length >> 2);
}
