/** Rows of `width` numbers each, one after the other. */
export interface Rows {
  values: Float32Array;
  width: number;
}

export interface Projection {
  /** One of each row, from -1 to 1. */
  x: Float32Array;
  y: Float32Array;
  /** The share of the variance that each axis shows. */
  variance: [number, number];
  /** What puts another vector into the same picture: `(vector - mean) · axis / scale`. */
  mean: Float32Array;
  axes: [Float32Array, Float32Array];
  scale: number;
}

/** So many rows are enough to find the two directions in which texts differ most. */
const mostFitted = 5_000;
const rounds = 24;

/**
 * The two principal components, found by power iteration on evenly spread rows; then all rows are projected. The same rows give the same picture: the
 * first guesses are fixed, and the largest part of an axis is positive.
 */
export function project({ values, width }: Rows): Projection {
  const count = width === 0 ? 0 : values.length / width;
  const fitted = Math.min(mostFitted, count);
  const sample = new Float32Array(fitted * width);
  for (let i = 0; i < fitted; i++) {
    const row = Math.floor((i * count) / fitted);
    sample.set(values.subarray(row * width, (row + 1) * width), i * width);
  }
  const mean = centre(sample, width);
  const total = sample.reduce((sum, value) => sum + value * value, 0);
  const first = principalAxis(sample, width, []);
  const second = principalAxis(sample, width, [first.axis]);
  const x = placed(values, width, mean, first.axis);
  const y = placed(values, width, mean, second.axis);
  const scale = Math.max(largest(x), largest(y)) || 1;
  for (const list of [x, y]) for (let i = 0; i < list.length; i++) list[i]! /= scale;
  const share = (of: number) => (total > 0 ? of / total : 0);
  return {
    x,
    y,
    variance: [share(first.variance), share(second.variance)],
    mean,
    axes: [first.axis, second.axis],
    scale,
  };
}

/** Where another vector is in a picture. It may be outside. */
export function placeOf(vector: Float32Array, { mean, axes, scale }: Projection): { x: number; y: number } {
  const [x, y] = axes.map((axis) => dot(vector, 0, axis) - dot(mean, 0, axis));
  return { x: x! / scale, y: y! / scale };
}

/** Takes the mean from all rows and gives it. */
function centre(rows: Float32Array, width: number): Float32Array {
  const mean = new Float32Array(width);
  const count = rows.length / width || 1;
  for (let i = 0; i < rows.length; i++) mean[i % width]! += rows[i]! / count;
  for (let i = 0; i < rows.length; i++) rows[i]! -= mean[i % width]!;
  return mean;
}

function principalAxis(
  rows: Float32Array,
  width: number,
  others: readonly Float32Array[],
): { axis: Float32Array; variance: number } {
  let axis = Float32Array.from({ length: width }, (_, i) => Math.sin(1 + i * (1 + others.length)));
  let variance = 0;
  for (let round = 0; round < rounds; round++) {
    orthonormalise(axis, others);
    const next = new Float32Array(width);
    variance = 0;
    for (let at = 0; at < rows.length; at += width) {
      const part = dot(rows, at, axis);
      variance += part * part;
      for (let i = 0; i < width; i++) next[i]! += part * rows[at + i]!;
    }
    if (variance === 0) break;
    axis = next;
  }
  orthonormalise(axis, others);
  const strongest = axis.reduce((best, value, i) => (Math.abs(value) > Math.abs(axis[best]!) ? i : best), 0);
  if ((axis[strongest] ?? 0) < 0) axis = axis.map((value) => -value);
  return { axis, variance };
}

/** What is left of an axis that is in the others is rounding: then there is no such direction, and it becomes zero. */
function orthonormalise(axis: Float32Array, others: readonly Float32Array[]): void {
  const before = Math.sqrt(dot(axis, 0, axis));
  for (const other of others) {
    const part = dot(axis, 0, other);
    for (let i = 0; i < axis.length; i++) axis[i]! -= part * other[i]!;
  }
  const length = Math.sqrt(dot(axis, 0, axis));
  const isLost = length <= 1e-4 * before;
  for (let i = 0; i < axis.length; i++) axis[i] = isLost ? 0 : axis[i]! / length;
}

function placed(rows: Float32Array, width: number, mean: Float32Array, axis: Float32Array): Float32Array {
  const origin = dot(mean, 0, axis);
  return Float32Array.from(
    { length: rows.length / (width || 1) },
    (_, row) => dot(rows, row * width, axis) - origin,
  );
}

function dot(rows: Float32Array, at: number, axis: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < axis.length; i++) sum += rows[at + i]! * axis[i]!;
  return sum;
}

function largest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
