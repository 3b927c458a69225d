import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Position, Positions } from './positions.ts';

/** The same by counting from the start each time. */
function counted(text: string, start: number, end: number): Position {
  const before = text.slice(0, start);
  const inside = text.slice(start, end);
  const line = before.split('\n').length;
  const column = before.length - (before.lastIndexOf('\n') + 1) + 1;
  const last = inside.slice(0, -1).lastIndexOf('\n');
  return {
    line,
    column,
    endLine: line + inside.slice(0, -1).split('\n').length - 1,
    endColumn: last < 0 ? column + inside.length : inside.length - last,
    textStart: start,
    textEnd: end,
  };
}

test.each([
  ['letters of one byte', ['a', 'b', '\n']],
  ['all letters', ['a', 'b', '\n', 'é', '漢', '😀']],
])('lines, columns and offsets are those of the text: %s', (_, letters) => {
  const piece = fc.constantFrom(...letters);
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 4 }),
      (pieces, wanted) => {
        const text = pieces.join('');
        const positions = new Positions(Buffer.from(text), text);
        for (const [from, count] of wanted.sort(([a], [b]) => a - b)) {
          const head = pieces.slice(0, from).join('');
          const body = pieces.slice(from, from + count).join('');
          if (body === '') continue;
          const start = Buffer.byteLength(head);
          expect(positions.placeOf(start, start + Buffer.byteLength(body))).toEqual(
            counted(text, head.length, head.length + body.length),
          );
        }
      },
    ),
  );
});

test('a byte order mark that the decoder dropped shifts the text by one', () => {
  const bytes = Buffer.from('\ufeffab\ncd');
  expect(new Positions(bytes, 'ab\ncd').placeOf(3, 5)).toMatchObject({ line: 1, textStart: 0, textEnd: 2 });
  expect(new Positions(bytes, 'ab\ncd').placeOf(6, 8)).toMatchObject({
    line: 2,
    column: 1,
    textStart: 3,
    textEnd: 5,
  });
});
