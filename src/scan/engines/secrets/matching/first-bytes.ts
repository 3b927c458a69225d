import type { Expression } from './expression.ts';

/** Which bytes a text that the items match can begin with, a bit for each; `undefined` where the text can be empty. */
export function firstBytes(items: readonly Expression[]): Uint8Array | undefined {
  const first = firstOf({ kind: 'sequence', items: [...items] });
  if (first.mayBeEmpty) return undefined;
  const bits = new Uint8Array(32);
  for (let byte = 0; byte < 256; byte++) if (first.set[byte] === 1) bits[byte >> 3]! |= 1 << (byte & 7);
  return bits;
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
