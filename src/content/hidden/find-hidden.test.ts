import { expect, test } from 'vitest';
import { findHidden, visibleText } from './find-hidden.ts';

const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

test.each<[what: string, text: string, found: string[]]>([
  ['a plain text', 'hello, Ä and 漢字', []],
  ['letters as tags', 'hi \u{e0041}\u{e0042}', ['unicode-tags 3-7']],
  ['the flag of England', `go ${flag}`, []],
  ['one variation selector, which emoji have', '❤\ufe0f', []],
  ['two in a row', 'a\ufe00\ufe01b', ['variation-selectors 1-3']],
  ['a zero-width space in a word', 'pass\u200bword', ['zero-width 4-5']],
  ['a joiner in Persian', 'می\u200cخواهم', []],
  ['three anywhere', 'ok \u200b\u200b\u200b.', ['zero-width 3-6']],
  ['an override', 'a\u202eb', ['bidi-override 1-2']],
  ['an embedding among Latin letters', 'a\u202ab', ['bidi-embedding 1-2']],
  ['an embedding in Hebrew', 'א\u202ab', []],
  ['a filler among Latin letters', 'a\u3164b', ['hangul-filler 1-2']],
  ['a filler in Hangul', '가\u3164나', []],
  [
    'several, in the order of the text',
    'a\u202eb\u3164c d\u200be',
    ['bidi-override 1-2', 'hangul-filler 3-4', 'zero-width 7-8'],
  ],
])('%s', (_, text, expected) => {
  expect(findHidden(text).map(({ ruleId, start, end }) => `${ruleId} ${start}-${end}`)).toEqual(expected);
});

test('a text in which everything can be seen has no other visible text', () => {
  expect(visibleText('plain')).toBeUndefined();
  // Says how an emoji looks.
  expect(visibleText('❤\ufe0f')).toBeUndefined();
});

test('positions of the visible text lead back to the whole one', () => {
  const whole = '\u200bab\u200b\u200bcd\u200b';
  const visible = visibleText(whole)!;
  expect(visible.text).toBe('abcd');
  expect([0, 1, 2, 3, 4].map((at) => visible.original(at, 'start'))).toEqual([1, 2, 5, 6, 8]);
  expect([1, 2, 3, 4].map((at) => visible.original(at, 'end'))).toEqual([2, 3, 6, 7]);
});
