import { expect, test } from 'vitest';
import { readAsTurns } from './spoken-turns.ts';

test('texts read as turns where most name their speaker, with a time before it or without', () => {
  const turns = [
    'Nora: Hello!',
    '[1:56 pm on 8 May, 2023] Tomas: Hi.',
    "Mr. O'Neil: Good day.",
    'Anna Maria: Yes?',
  ];
  expect(readAsTurns(turns)).toBe(true);
  expect(readAsTurns([...turns, 'She nods.', 'They leave.'])).toBe(true);
  expect(readAsTurns([...turns, 'a', 'b', 'c'])).toBe(false);
});

test('notes, code and headings with a colon somewhere are no turns', () => {
  expect(readAsTurns(['Refunds take a week.', 'Note that: this is prose.', 'The shop opens at 9:00.'])).toBe(
    false,
  );
  expect(readAsTurns(['key: value', 'https://example.org/a', '{ "a": 1 }', 'if (x) { y: 1 }'])).toBe(false);
  expect(readAsTurns(['Nora: Hello!', 'Tomas: Hi.'])).toBe(false);
  expect(readAsTurns([])).toBe(false);
});
