import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeJavaEscapes } from './java-escapes.ts';

test.each([
  [String.raw`R\u0075ntime.x`, 'Runtime     .x'],
  [String.raw`// a\u000ab();`, '// a\nb     ();'],
  [String.raw`// a\\\u000ab();`, '// a\\\\\nb     ();'],
  [String.raw`"\\u0041"`, String.raw`"\\u0041"`],
  [String.raw`"\uuu0041\u00e4"`, String.raw`"A       \u00e4"`],
])('%s is %s', (written, read) => {
  expect(decodeJavaEscapes(written)).toBe(read);
});

test('the length never changes', () => {
  const piece = fc.constantFrom('\\', 'u', '\\u0041', '\\u000a', 'a', '$', ' ', '"', '\n');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(decodeJavaEscapes(text).length).toBe(text.length);
    }),
  );
});
