import { expect, test } from 'vitest';
import { askedNames } from './asked-names.ts';

test.each([
  ['Does Ada drink tea?', ['doe', 'ada']],
  ['Nora moved to Berlin', ['nora', 'berlin']],
  ["Ada's favourite tea?", ['ada']],
  ['is it true? Does Bob live in Berlin?', ['bob', 'berlin']],
  ['Hat Özgür ein Auto?', ['hat', 'ozgur', 'auto']],
])('%s asks about %o', (query, names) => {
  expect(askedNames(query)).toEqual(names);
});

test.each(['What is the API rate limit?', 'where is the office', 'Favourite tea?', ''])(
  '%s names nobody',
  (query) => {
    expect(askedNames(query)).toEqual([]);
  },
);

test('a text that is too long for a question names nobody, and takes no time', () => {
  expect(askedNames(`${'. '.repeat(100_000)}Ada`)).toEqual([]);
});
