import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readableLines } from './readable-lines.ts';

const long = 'x'.repeat(600);

test('overlong lines become blanks, and everything else stays where it is', () => {
  const text = `a();\n${long}\nb();\n`;
  expect(readableLines(text)).toBe(`a();\n${' '.repeat(600)}\nb();\n`);
  expect(readableLines(`/*!\n * Widgets v1\n */\n${long}\n//# sourceMappingURL=a.map\n`)).toBeUndefined();
});

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])('a line ends at %j', (end) => {
  const text = `a();${end}b();${end}`.repeat(300);
  expect(readableLines(text)).toBe(text);
});

test('whatever the text, its length and its ends of lines are kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom('\n', '\r', '\u2028', long, 'a();'), fc.string())),
      (parts) => {
        const text = parts.join('');
        const readable = readableLines(text);
        if (readable === undefined) return;
        expect(readable.length).toBe(text.length);
        for (const [i, character] of [...text].entries())
          if (/[\n\r\u2028\u2029]/.test(character)) expect([...readable][i]).toBe(character);
      },
    ),
    { numRuns: 50 },
  );
});
