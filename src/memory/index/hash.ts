/**
 * A 53-bit hash of a text, small enough to be a key in a typed array. It is not cryptographic: whoever relies on it for
 * more than speed has to compare the real values afterwards.
 */
export function hash53(text: string): number {
  return hashAfter(hashStart, text);
}

/** The two halves of the state behind some characters. */
export interface HashState {
  readonly a: number;
  readonly b: number;
}

/** The hash of the characters that are in the state and those of a text. */
export function hashAfter(state: HashState, text: string): number {
  let { a, b } = state;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = mixA(a, code);
    b = mixB(b, code);
  }
  return hashOf(a, b);
}

export function stateAfter(state: HashState, text: string): HashState {
  let { a, b } = state;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = mixA(a, code);
    b = mixB(b, code);
  }
  return { a, b };
}

/** The two halves of the state before the first character: for whoever hashes many texts that begin alike. */
export const hashStart: HashState = { a: 0xdeadbeef, b: 0x41c6ce57 };

export function mixA(a: number, code: number): number {
  return Math.imul(a ^ code, 2654435761);
}

export function mixB(b: number, code: number): number {
  return Math.imul(b ^ code, 1597334677);
}

/** The hash of a text whose characters are all in the state. */
export function hashOf(a: number, b: number): number {
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const second = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return 4294967296 * (2097151 & second) + (first >>> 0);
}
