/** What of a query is needed to say how near a row is by its bits. */
export interface MeasuredQuery {
  /** Its product with the centre of all rows, and how far a component of a row is from that of the centre. */
  centre: number;
  spread: number;
  length: number;
  /** The sum of its components, whatever their signs. */
  sum: number;
  /** What the components that bits miss are multiplied with, and the greatest distance by bits. */
  scale: number;
  longest: number;
}

/** So that a measure is finer than what bits tell apart. */
export const longestDistance = 16_383;

/** The product of a query with the signs of normal components of spread 1 is less than that with the components themselves by this much, */
export const bitGain = Math.sqrt(Math.PI / 2);
/** and what it is made of the product by them is wrong by this much, for a query of length 1. */
const error = Math.sqrt(Math.PI / 2 - 1);
/** A row is taken for as near as it can be but for one in a thousand: those that are wanted are hardly nearer than what they are compared with. */
const doubt = 3;
/** The most that is added to a distance for a level. */
const mostLift = 255;

/** Where rows are compared from. */
export interface Origins {
  /** How near a row can be whose bits are all those of the query. */
  tops: Float32Array;
  /** How far a component of a row is from it. */
  spreads: Float32Array;
}

/**
 * One measure for rows whose bits are from different centres. A row is its centre and a rest; what the bits say of the rest has the spread of its cell. Vectors are rotated, so that the components of the rest are
 * about normal, which says how the sum by bits and the product are related. The distance of a row is by how near it can be.
 */
export class BitMeasure {
  readonly #query: MeasuredQuery;
  readonly #nearest: number;
  readonly #unit: number;

  constructor(query: MeasuredQuery, { tops, spreads }: Origins) {
    this.#query = query;
    let nearest = Number.NEGATIVE_INFINITY;
    let farthest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < tops.length; i++) {
      nearest = Math.max(nearest, tops[i]!);
      farthest = Math.min(farthest, tops[i]! - (query.longest + mostLift) * bitStep(query, spreads[i]!));
    }
    this.#nearest = nearest;
    this.#unit = longestDistance / Math.max(nearest - farthest, Number.EPSILON);
  }

  /** What a distance by bits is multiplied with, and what is added to it. */
  of(top: number, spread: number): { factor: number; offset: number } {
    return { factor: bitStep(this.#query, spread) * this.#unit, offset: (this.#nearest - top) * this.#unit };
  }

  /** The distance of a row that can be no nearer than this. */
  limitOf(cosine: number): number {
    const distance = Math.ceil((this.#nearest - cosine) * this.#unit);
    return Math.max(0, Math.min(longestDistance, distance));
  }
}

/** How near a row can be by its bits, beyond the product of the query with what they are from; `own` is the length of what the query has that this has not. */
export function bitTop({ sum }: MeasuredQuery, spread: number, own: number): number {
  return spread * (bitGain * sum + doubt * error * own);
}

/** What a distance of 1 by bits is in a product; a cell of equal rows has some spread, too. */
export function bitStep({ scale }: MeasuredQuery, spread: number): number {
  return (2 * bitGain * Math.max(spread, leastSpread)) / scale;
}

const leastSpread = 1e-6;
