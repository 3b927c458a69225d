import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countOnes, intersect, inverted, positionsOfOnes, unite } from './masks.ts';

test('masks of any length give what going byte by byte gives', () => {
  const pairs = fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { maxLength: 70 });
  fc.assert(
    fc.property(pairs, (bits) => {
      const a = bits.map(([x]) => x);
      const b = bits.map(([, y]) => y);
      const mask = Uint8Array.from(a);
      const ones = a.flatMap((x, i) => (x === 1 ? [i] : []));
      expect(countOnes(mask)).toBe(ones.length);
      expect([...positionsOfOnes(mask, ones.length)]).toEqual(ones);
      const both = Uint8Array.from(a);
      intersect(both, Uint8Array.from(b));
      expect([...both]).toEqual(a.map((x, i) => x & b[i]!));
      const either = Uint8Array.from(a);
      unite(either, Uint8Array.from(b));
      expect([...either]).toEqual(a.map((x, i) => x | b[i]!));
      expect([...inverted(mask)]).toEqual(a.map((x) => 1 - x));
    }),
  );
});
