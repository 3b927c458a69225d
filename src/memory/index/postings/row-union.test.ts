import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowUnion } from './row-union.ts';

const rows = fc.array(fc.oneof(fc.nat(40), fc.nat(2 ** 24)), { maxLength: 300 });

test('rows of both lists are there once: those of the first in their order, then what only the second has', () => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const all = rowUnion(Uint32Array.from(first), Uint32Array.from(second));
      expect([...all]).toEqual([...new Set([...first, ...second])]);
    }),
  );
});
