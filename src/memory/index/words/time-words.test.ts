import { expect, test } from 'vitest';
import { asksHowThingsAre } from '../ranking/question.ts';
import { tellsOfChange } from './time-words.ts';

test.each([
  'Ada moved to Paris.',
  'We no longer ship with FedEx.',
  'The default branch was renamed to main.',
  'From now on the meeting is on Thursday.',
])('%s tells of a change', (text) => {
  expect(tellsOfChange(text)).toBe(true);
});

test.each([
  'Ada lives in Paris.',
  'The cache expires after ten minutes.',
  'Nowhere to be seen, renewed daily',
])('%s does not', (text) => {
  expect(tellsOfChange(text)).toBe(false);
});

test('a question about the past, or about nothing, does not ask how things are', () => {
  expect(asksHowThingsAre('Where does Ada live?')).toBe(true);
  expect(asksHowThingsAre('Where did Ada live before?')).toBe(false);
  expect(asksHowThingsAre('What was the original plan, previously?')).toBe(false);
  expect(asksHowThingsAre('what is it?')).toBe(false);
  expect(asksHowThingsAre('Где живёт Ада?')).toBe(false);
});
