/** Deterministic, so that two runs with the same numbers give the same page. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sizes of namespaces by Zipf's law, the largest first, that add up to `total`. */
export function zipfSizes(count: number, exponent: number, total: number): Float64Array {
  const sizes = Float64Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent);
  const sum = sizes.reduce((a, b) => a + b, 0);
  return sizes.map((weight) => Math.max(1, Math.round((weight / sum) * total)));
}

/** Draws an index with a probability that is proportional to its weight. */
export function createPicker(weights: Float64Array, random: () => number): () => number {
  const sums = new Float64Array(weights.length);
  let total = 0;
  weights.forEach((weight, i) => {
    total += weight;
    sums[i] = total;
  });
  return () => {
    const wanted = random() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
