import type { Form } from './forms.ts';

/** The letters of English from the commonest to the rarest; whatever is none is rarer still. Where one word ends and the next begins is the rarer the fewer letters tell it, so that a space counts. */
const byFrequency = 'etaoinshrdlucmfwygpbvkqxjz';
const rarityOfSpace = 16;
const piece = 4;
const hashes = 65_536;

/**
 * Says of most texts at once that none of the forms can be in it. Of each literal that a form needs it knows the rarest four characters in a row by a hash of theirs, of a shorter one
 * its first two characters, or the only one: one look at each character of the text, instead of a search for each of fifty literals.
 */
export class FormSigns {
  /** A bit for each hash. */
  readonly #pieces = new Uint32Array(hashes / 32);
  /** The same by two characters in a row. */
  readonly #pairs = new Uint32Array(hashes / 32);
  readonly #characters = new Uint8Array(128);

  constructor(forms: readonly Form[]) {
    for (const { needs } of forms) for (const literal of needs) this.#add(literal);
  }

  /** False where no form has one of the literals that it needs; the text is in lower case. */
  mayBeIn(text: string): boolean {
    const [pieces, pairs, characters] = [this.#pieces, this.#pairs, this.#characters];
    let lastFour = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      lastFour = (lastFour << 8) | (code & 255);
      const isSign =
        isIn(pieces, hashOf(lastFour)) || isIn(pairs, lastFour & 0xffff) || characters[code] === 1;
      if (isSign) return true;
    }
    return false;
  }

  #add(literal: string): void {
    if (literal.length === 1) this.#characters[literal.charCodeAt(0)] = 1;
    if (literal.length === 2 || literal.length === 3)
      put(this.#pairs, (literal.charCodeAt(0) << 8) | literal.charCodeAt(1));
    if (literal.length < piece) return;
    const all = Array.from({ length: literal.length - piece + 1 }, (_, i) => literal.slice(i, i + piece));
    let four = 0;
    for (const character of all.reduce((a, b) => (rarity(b) > rarity(a) ? b : a)))
      four = (four << 8) | character.charCodeAt(0);
    put(this.#pieces, hashOf(four));
  }
}

function put(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31);
}

function isIn(bits: Uint32Array, at: number): boolean {
  return ((bits[at >>> 5]! >>> (at & 31)) & 1) === 1;
}

function hashOf(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> 16;
}

function rarity(text: string): number {
  let sum = 0;
  for (const character of text) {
    const place = byFrequency.indexOf(character);
    sum += character === ' ' ? rarityOfSpace : place < 0 ? byFrequency.length : place;
  }
  return sum;
}
