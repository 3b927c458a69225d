import type { Expression } from './expression.ts';

/** Which bytes a text that the items match can begin with, a bit for each; `undefined` where the text can be empty. */
export function firstBytes(items: readonly Expression[]): Uint8Array | undefined {
  const first = firstOf({ kind: 'sequence', items: [...items] });
  if (first.mayBeEmpty) return undefined;
  const bits = new Uint8Array(32);
  for (let byte = 0; byte < 256; byte++) if (first.set[byte] === 1) bits[byte >> 3]! |= 1 << (byte & 7);
  return bits;
}

/** With how many bytes of these every text begins that the items match. Most occurrences of a keyword that are no match end before. */
export function leadingBytes(items: readonly Expression[], set: Uint8Array): number {
  let count = 0;
  for (const item of items) {
    const own = leadOf(item, set);
    count += own.bytes;
    if (!own.isAll) break;
  }
  return Math.min(count, maxLead);
}

/** More would let a text that is made of keywords and such bytes cost more than it rules out: this work is not counted. */
const maxLead = 32;

/** The least number of bytes of the set that a text begins with, and whether it can hold no others. */
function leadOf(expression: Expression, set: Uint8Array): { bytes: number; isAll: boolean } {
  switch (expression.kind) {
    case 'bytes':
      return expression.set.every((has, byte) => has === 0 || isIn(set, byte))
        ? { bytes: 1, isAll: true }
        : { bytes: 0, isAll: false };
    case 'secret':
      return leadOf(expression.item, set);
    case 'choice': {
      const options = expression.options.map((option) => leadOf(option, set));
      return {
        bytes: Math.min(...options.map(({ bytes }) => bytes)),
        isAll: options.every(({ isAll }) => isAll),
      };
    }
    case 'repeat': {
      const { bytes, isAll } = leadOf(expression.item, set);
      return { bytes: isAll ? bytes * expression.min : expression.min > 0 ? bytes : 0, isAll };
    }
    case 'sequence':
      return {
        bytes: leadingBytes(expression.items, set),
        isAll: expression.items.every((item) => leadOf(item, set).isAll),
      };
  }
}

function isIn(bits: Uint8Array, byte: number): boolean {
  return ((bits[byte >> 3]! >> (byte & 7)) & 1) === 1;
}

interface First {
  set: Uint8Array;
  mayBeEmpty: boolean;
}

function firstOf(expression: Expression): First {
  switch (expression.kind) {
    case 'bytes':
      return { set: expression.set, mayBeEmpty: false };
    case 'secret':
      return firstOf(expression.item);
    case 'choice': {
      const options = expression.options.map(firstOf);
      return {
        set: union(options.map(({ set }) => set)),
        mayBeEmpty: options.some(({ mayBeEmpty }) => mayBeEmpty),
      };
    }
    case 'repeat': {
      const item = firstOf(expression.item);
      return { set: item.set, mayBeEmpty: item.mayBeEmpty || expression.min === 0 };
    }
    case 'sequence': {
      const sets: Uint8Array[] = [];
      for (const item of expression.items) {
        const first = firstOf(item);
        sets.push(first.set);
        if (!first.mayBeEmpty) return { set: union(sets), mayBeEmpty: false };
      }
      return { set: union(sets), mayBeEmpty: true };
    }
  }
}

function union(sets: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(256);
  for (const set of sets) for (let byte = 0; byte < 256; byte++) all[byte]! |= set[byte]!;
  return all;
}
