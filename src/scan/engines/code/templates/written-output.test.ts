import { expect, test } from 'vitest';
import { namesWrittenText } from './written-output.ts';

test.each([
  ['name', true],
  ['user.name', true],
  ['$comment->title', true],
  ['@Model.FullName', true],
  ['message2', true],
  ["comment.body|default('x')", true],
  ['search_term', true],
  ['q', true],
  ['finding.severity', false],
  ['table.className', false],
  ['is_admin', false],
  ['show || title', true],
  ['lookup "title"', false],
  ["product['title']|length", false],
  ['1', false],
])('%j is named after a text that people write: %s', (expression, expected) => {
  expect(namesWrittenText(expression)).toBe(expected);
});

test('a long expression is read by its beginning', () => {
  expect(namesWrittenText(`${'x + '.repeat(50_000)}title`)).toBe(false);
});
