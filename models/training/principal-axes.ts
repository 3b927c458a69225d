/** The `count` main axes of the vectors, by orthogonal iteration on their covariance. The vectors must be centred. */
export function principalAxes(vectors: readonly Float32Array[], count: number): Float32Array[] {
  const size = vectors[0]!.length;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    for (let i = 0; i < size; i++) {
      const row = covariance[i]!;
      for (let j = 0; j <= i; j++) row[j]! += vector[i]! * vector[j]!;
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) covariance[j]![i] = covariance[i]![j]!;
  // The start is fixed, so that every run gives the same table.
  let axes = Array.from({ length: count }, (_, k) => Float64Array.from({ length: size }, (_, i) => Math.sin((k + 1) * (i + 1))));
  orthonormalise(axes);
  for (let round = 0; round < 60; round++) {
    axes = axes.map((axis) => Float64Array.from(covariance, (row) => dot(row, axis)));
    orthonormalise(axes);
  }
  return axes.map((axis) => Float32Array.from(axis));
}

/** Gram–Schmidt, twice for the digits that the first pass loses. */
function orthonormalise(axes: Float64Array[]): void {
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < axes.length; k++) {
      const axis = axes[k]!;
      for (let j = 0; j < k; j++) {
        const other = axes[j]!;
        const shared = dot(axis, other);
        for (let i = 0; i < axis.length; i++) axis[i]! -= shared * other[i]!;
      }
      const length = Math.sqrt(dot(axis, axis));
      for (let i = 0; i < axis.length; i++) axis[i]! /= length;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
