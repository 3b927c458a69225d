import { expect, test } from 'vitest';
import { matchedText } from './matched-characters.ts';

/** A set of characters in short: those of `all` that are in it, `…` where what is beyond ASCII is. */
function shown(set: Uint8Array | undefined): string | undefined {
  if (!set) return undefined;
  const characters = [...'ab./AZ09 \n'].filter((each) => set[each.charCodeAt(0)]).join('');
  return `${characters}${set[128] ? '…' : ''}`;
}

test.for([
  ['^[a-z]+$', 'none', false, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['^[a-z]+', 'none', false, { isListed: false, absentTexts: [] }],
  ['[a-z]+$', 'none', false, { isListed: false, absentTexts: [] }],
  ['[a-z]+$', 'start', false, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['[a-z]+', 'start', false, { isListed: false, absentTexts: [] }],
  ['[a-z]+', 'whole', false, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['^[a-z]+$', 'none', true, { isListed: false, absentTexts: [] }],
  ['\\A[a-z]+\\z', 'none', true, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['\\A[a-z]+\\Z', 'none', true, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['(^[a-z]+$)', 'none', false, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['^a$|^b$', 'none', false, { whole: 'ab', isListed: true, absentTexts: [] }],
  ['^a$|b', 'none', false, { isListed: false, absent: 'b', absentTexts: [] }],
  ['^(?:a|b.)$', 'none', false, { whole: 'ab./AZ09 …', isListed: false, absentTexts: [] }],
  ['^(?:a|b)$', 'none', false, { whole: 'ab', isListed: true, absentTexts: [] }],
  ['^a?b$', 'none', false, { whole: 'ab', isListed: true, absentTexts: [] }],
  ['^a*b$', 'none', false, { whole: 'ab', isListed: false, absentTexts: [] }],
  ['^a{2}$', 'none', false, { whole: 'a', isListed: false, absentTexts: [] }],
  ['^(?>a)b$', 'none', false, { whole: 'ab./AZ09 \n…', isListed: false, absentTexts: [] }],
  ['^a++$', 'none', false, { whole: 'ab./AZ09 \n…', isListed: false, absentTexts: [] }],
  ['a', 'none', false, { isListed: false, absent: 'a', absentTexts: [] }],
  ['[ab]', 'none', false, { isListed: false, absent: 'ab', absentTexts: [] }],
  ['a+', 'none', false, { isListed: false, absent: 'a', absentTexts: [] }],
  ['a*', 'none', false, { isListed: false, absentTexts: [] }],
  ['a{2,}', 'none', false, { isListed: false, absentTexts: [] }],
  ['(?:a|b)', 'none', false, { isListed: false, absent: 'ab', absentTexts: [] }],
  ['(?:a|bb)', 'none', false, { isListed: false, absentTexts: [] }],
  ['a|b', 'none', false, { isListed: false, absent: 'ab', absentTexts: [] }],
  ['\\.\\.', 'none', false, { isListed: false, absentTexts: ['..'] }],
  ['\\.\\.|/', 'none', false, { isListed: false, absent: '/', absentTexts: ['..'] }],
  ['a.', 'none', false, { isListed: false, absentTexts: [] }],
  ['\\.\\.', 'start', false, { isListed: false, absentTexts: [] }],
  ['[^a]', 'none', false, { isListed: false, absent: 'b./AZ09 \n…', absentTexts: [] }],
  ['(', 'none', false, undefined],
] as Array<[string, 'whole' | 'start' | 'none', boolean, object | undefined]>)(
  '%s, matched at %s, by lines: %s',
  ([pattern, anchors, lines, expected]) => {
    const found = matchedText(pattern, anchors, lines);
    expect(
      found && {
        whole: shown(found.whole),
        isListed: found.isListed,
        absent: shown(found.absent),
        absentTexts: found.absentTexts,
      },
    ).toEqual(expected);
  },
);
