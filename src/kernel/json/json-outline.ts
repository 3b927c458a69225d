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
  /** Two keys of one object may be the same: their hashes are, or an escape hides what they are. */
  mayRepeatKeys: boolean;
  /** A string may hold NUL or half of a surrogate pair: only an escape can bring them in, bare ones are no UTF-8 and no JSON. */
  hasDoubtfulEscapes: boolean;
  /** Where the numbers are that a double may not hold as they are written: start and end, alternating. */
  longNumbers: Uint32Array;
}

/**
 * Counts what is in a text before it is parsed, so that what is too much costs nothing. WebAssembly, because a loop over bytes takes longer in JavaScript than the
 * parser does: an eighth of its time instead of one and a half times as much.
 */
class JsonOutliner {
  readonly #memory = new WebAssembly.Memory({ initial: pagesOf(textPlace), maximum: 65_536 });
  readonly #kernel: Kernel;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(outlineKernel, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#kernel = exports as unknown as Kernel;
    const table = new Uint8Array(this.#memory.buffer, kindPlace, 256);
    for (const [signs, kind] of kinds) for (const sign of signs) table[sign.charCodeAt(0)] = kind;
  }

  /** Throws where there is too much of something. The text need not be JSON: the parser, which comes next, refuses what is not. */
  outline(text: Uint8Array): JsonOutline {
    this.#load(text);
    const limits = jsonLimits;
    const places = [
      textPlace,
      text.length,
      kindPlace,
      slotPlace,
      hashPlace,
      startPlace,
      numberPlace,
    ] as const;
    const excess = this.#kernel.outline(
      ...places,
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
      mayRepeatKeys: this.#kernel.mayRepeatKeys.value !== 0,
      hasDoubtfulEscapes: this.#kernel.hasDoubtfulEscapes.value !== 0,
      longNumbers:
        numbers === 0 ? none : new Uint32Array(this.#memory.buffer, numberPlace, 2 * numbers).slice(),
    };
  }

  #load(text: Uint8Array): void {
    const missing = pagesOf(textPlace + text.length + padding) - this.#memory.buffer.byteLength / pageBytes;
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

// Its memory is for one call only, so that everybody can use the same.
let shared: JsonOutliner | undefined;

/** What a byte outside of strings can be, as the kernel numbers it. */
const kinds = [
  ['"', 1],
  ['-0123456789', 2],
  [',', 3],
  ['{', 4],
  ['[', 5],
  ['}]', 6],
  [' \t\r\n', 7],
] as const;

interface Kernel {
  outline(
    text: number,
    length: number,
    kinds: number,
    slots: number,
    hashes: number,
    starts: number,
    places: number,
    maxDepth: number,
    maxKeys: number,
    maxValues: number,
    maxNumbers: number,
    maxEscapes: number,
    maxBare: number,
  ): number;
  readonly keys: { value: number };
  readonly mayRepeatKeys: { value: number };
  readonly hasDoubtfulEscapes: { value: number };
  readonly numbers: { value: number };
}

const none = new Uint32Array();
const pageBytes = 65_536;
const padding = 64;
const startPlace = 0;
const kindPlace = startPlace + 4 * jsonLimits.depth;
const slotPlace = kindPlace + 256;
const hashPlace = slotPlace + 16 * 1_024;
const numberPlace = hashPlace + 8 * jsonLimits.keys;
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
