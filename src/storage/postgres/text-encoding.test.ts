import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodeText } from './text-encoding.ts';

const text = fc.string({
  unit: fc.constantFrom('\u0000', '\u0001', '\u0002', '\u0003', 'a', 'ü', '\u{1F600}'),
});
const bytes = (value: string) => Buffer.from(encodeText(value));

test('every text comes back as it was, and none holds what Postgres refuses', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(decodeText(encodeText(value))).toBe(value);
      expect(encodeText(value)).not.toContain('\u0000');
    }),
  );
});

test('the order of texts by bytes stays', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(Buffer.compare(bytes(a), bytes(b)))).toBe(
        Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }),
  );
});
