import { ServiceError } from '../errors.ts';
import { outlineKernel } from './outline-kernel.ts';

/** The most that one JSON text may hold; beyond it parsing would hold up everybody else. */
export const jsonLimits = {
  depth: 64,
  keys: 20_000,
  values: 100_000,
  /** Numbers of more than 15 digits, or with an exponent of three. */
  longNumbers: 20_000,
  escapes: 2_000_000,
  /** Blanks, numbers and punctuation. */
  bytesOutsideStrings: 2 * 1024 * 1024,
} as const;

/** What the bytes of a JSON text hold, as far as that can be seen without parsing it. */
export interface JsonOutline {
  keys: number;
  /** A string may hold NUL or half of a surrogate pair: only an escape can bring them in, bare ones are no UTF-8 and no JSON. */
  hasDoubtfulEscapes: boolean;
  /** Where the numbers are that a double may not hold as they are written: start and end, alternating. */
  longNumbers: Uint32Array;
  /** All of them are integers of more digits than any double is written with, as most numeric ids are. */
  areLongIntegers: boolean;
}

/**
 * Counts what is in a text before it is parsed, so that what is too much costs nothing. WebAssembly, because a loop over bytes takes longer in JavaScript than the
 * parser does: a fifteenth of its time instead of one and a half times as much.
 */
class JsonOutliner {
  readonly #memory = new WebAssembly.Memory({ initial: pagesOf(textPlace), maximum: 65_536 });
  readonly #kernel: Kernel;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(outlineKernel, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#kernel = exports as unknown as Kernel;
    new Uint8Array(this.#memory.buffer, spreadPlace, spread.length).set(spread);
  }

  /** Throws where there is too much of something. The text need not be JSON: the parser, which comes next, refuses what is not. */
  outline(text: Uint8Array): JsonOutline {
    this.#load(text);
    const limits = jsonLimits;
    const excess = this.#kernel.outline(
      textPlace,
      text.length,
      spreadPlace,
      numberPlace,
      limits.depth,
      limits.keys,
      limits.values,
      limits.longNumbers,
      limits.escapes,
      limits.bytesOutsideStrings,
    );
    if (excess > 0) throw tooMuch(excess);
    const numbers = this.#kernel.numbers.value;
    return {
      keys: this.#kernel.keys.value,
      hasDoubtfulEscapes: this.#kernel.hasDoubtfulEscapes.value !== 0,
      longNumbers:
        numbers === 0 ? none : new Uint32Array(this.#memory.buffer, numberPlace, 2 * numbers).slice(),
      areLongIntegers: this.#kernel.undecided.value === 0,
    };
  }

  mark(text: Uint8Array, numbers: Uint32Array): string {
    const count = numbers.length / 2;
    const markedPlace = textPlace + text.length + padding;
    this.#load(text, text.length + count * markBytes + padding);
    new Uint32Array(this.#memory.buffer, numberPlace, numbers.length).set(numbers);
    const length = this.#kernel.mark(textPlace, text.length, numberPlace, count, markedPlace);
    return Buffer.from(this.#memory.buffer, markedPlace, length).toString();
  }

  #load(text: Uint8Array, room = 0): void {
    const missing =
      pagesOf(textPlace + text.length + padding + room) - this.#memory.buffer.byteLength / pageBytes;
    if (missing > 0) this.#memory.grow(missing);
    const bytes = new Uint8Array(this.#memory.buffer);
    bytes.set(text, textPlace);
    bytes.fill(0, textPlace + text.length, textPlace + text.length + padding);
  }
}

/** Counts what is in a text before it is parsed; see `JsonOutliner`. */
export function outlineJson(text: Uint8Array): JsonOutline {
  shared ??= new JsonOutliner();
  return shared.outline(text);
}

/**
 * The text with some of its numbers (start and end in bytes, alternating, at most as many as an outline may have) as strings of their digits behind NUL, so that the parser keeps
 * them as they are written.
 */
export function markNumbers(text: Uint8Array, numbers: Uint32Array): string {
  shared ??= new JsonOutliner();
  return shared.mark(text, numbers);
}

// Its memory is for one call only, so that everybody can use the same.
let shared: JsonOutliner | undefined;

interface Kernel {
  outline(
    text: number,
    length: number,
    spread: number,
    places: number,
    maxDepth: number,
    maxKeys: number,
    maxValues: number,
    maxNumbers: number,
    maxEscapes: number,
    maxBare: number,
  ): number;
  mark(text: number, length: number, places: number, count: number, to: number): number;
  readonly keys: { value: number };
  readonly hasDoubtfulEscapes: { value: number };
  readonly numbers: { value: number };
  readonly undecided: { value: number };
}

const none = new Uint32Array();
const pageBytes = 65_536;
const padding = 64;
/** A quote, the escape of NUL, and a quote. */
const markBytes = 8;
const spreadPlace = 0;
/** Sixteen bits after the other: the place of each in its byte, and in which of eight bytes the first, second, third and fourth sixteen are. */
const spread = Uint8Array.from({ length: 5 * 16 }, (_, i) => (i < 16 ? 1 << (i % 8) : (i >> 3) - 2));
const numberPlace = spreadPlace + spread.length;
const textPlace = numberPlace + 8 * jsonLimits.longNumbers;

function pagesOf(bytes: number): number {
  return Math.ceil(bytes / pageBytes);
}

function tooMuch(excess: number): ServiceError {
  if (excess === 1)
    return new ServiceError('invalid_json', `The request body nests deeper than ${jsonLimits.depth} levels.`);
  const { keys, values, longNumbers, escapes, bytesOutsideStrings } = jsonLimits;
  const what = {
    2: `${keys} keys`,
    3: `${values} values`,
    4: `${longNumbers} numbers of more than 15 digits`,
    5: `${escapes} escaped characters`,
    6: `${bytesOutsideStrings} bytes outside of strings`,
  }[excess];
  return new ServiceError('payload_too_large', `The request body has more than ${what}; send it in parts.`);
}
