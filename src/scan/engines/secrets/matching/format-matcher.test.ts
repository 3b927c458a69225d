import { expect, test } from 'vitest';
import type { ScanRule } from '../../../model/secret-rule.ts';
import { firstBytes, leadingBytes } from './first-bytes.ts';
import { FormatMatcher } from './format-matcher.ts';
import { patternVariants } from './pattern-variants.ts';

/** The first match of a pattern in a text, as `match|secret`; each keyword of the pattern is looked for from left to right. */
function match(pattern: string, text: string, boundary: 'word' | 'none' = 'word'): string | undefined {
  const variants = patternVariants(pattern);
  const rule = {
    pattern,
    boundary,
    keywords: variants.map(({ keyword }) => ({ text: keyword })),
  } as unknown as ScanRule;
  const matcher = new FormatMatcher(rule);
  const bytes = Buffer.from(text, 'latin1');
  const part = (from: number, to: number) => bytes.toString('latin1', from, to);
  for (const [variant, { keyword, ignoreCase }] of variants.entries()) {
    const [where, what] = ignoreCase ? [text.toLowerCase(), keyword.toLowerCase()] : [text, keyword];
    for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
      const found = matcher.matchAt(bytes, variant, at + what.length);
      if (found) return `${part(found.start, found.end)}|${part(found.secretStart, found.secretEnd)}`;
    }
  }
  return undefined;
}

// biome-ignore format: one line for each row
test.for([
  ['key_[a-z]{3}', 'x key_abc y', 'key_abc|key_abc'], ['key_[a-z]{3}', 'key_ab', undefined], ['key_[a-z]{3}', 'key_abcd', undefined], ['key_[a-z]{3,}', 'key_abcd', 'key_abcd|key_abcd'], ['key_[a-z]{3}', 'xkey_abc', undefined], ['key_[a-z]{3}', '-key_abc-', 'key_abc|key_abc'], ['key_[a-z]{3}', '_key_abc', 'key_abc|key_abc'], ['key_[a-z]{3}', 'key_abc_', undefined],
  ['key_[a-z-]{3,9}', 'key_ab-', 'key_ab-|key_ab-'], ['key_[a-z]{2}', 'key_ab-c', 'key_ab|key_ab'], ['key_[a-z-]{2}', 'key_ab-c', undefined],
  ['[0-9]{2}key_', '12key_', '12key_|12key_'], ['[0-9]{2}key_', '1key_', undefined], ['[0-9]{2}key_', 'a12key_', undefined], ['[0-9]{2,3}key_', '1234key_', undefined],
  ['key=(?<secret>[a-z]+);', 'key=abc; more;', 'key=abc;|abc'], ['key=(?<secret>[a-z]+)', 'key=abc', 'key=abc|abc'], ['(?<secret>[a-z]+)@key', 'abc@key', 'abc@key|abc'], ['(?:aa|bb)_[0-9]', 'bb_1', 'bb_1|bb_1'], ['(?:aa|bb)_[0-9]', 'aa_x bb_2', 'bb_2|bb_2'], ['aa[0-9]|bb[0-9]', 'x bb7', 'bb7|bb7'],
  ['(?i)key_[a-z]', 'KEY_B', 'KEY_B|KEY_B'], ['key_[a-z]', 'KEY_b', undefined], ['ab(?:cd)?', 'ab', 'ab|ab'], ['ab(?:cd)?', 'abcd', 'abcd|abcd'],
] as const)('%s in %s: %s', ([pattern, text, expected]) => {
  expect(match(pattern, text)).toBe(expected);
});

test('where a rule asks for no boundary letters may touch the match', () => {
  expect(match('key_[a-z]{3}', 'xkey_abcd', 'none')).toBe('key_abc|key_abc');
});

test('a pattern without a literal, or with too many alternatives, is refused', () => {
  expect(() => patternVariants('[a-z]{3}')).toThrow(
    'Every alternative needs a literal of at least 2 characters',
  );
  expect(() => patternVariants('ab|[a-z]c')).toThrow('literal');
  const choice = '(?:aa|bb|cc|dd)';
  expect(patternVariants(choice.repeat(3))).toHaveLength(64);
  expect(() => patternVariants(choice.repeat(3).concat('(?:x|y)'))).toThrow('Too many alternatives');
});

test('the longest literal is the keyword, or the one that is wanted; both cases of a letter are one', () => {
  const keyword = (pattern: string, wanted?: string[]) => patternVariants(pattern, wanted)[0]!.keyword;
  expect(keyword('ab[0-9]cdef')).toBe('cdef');
  expect(keyword('ab[0-9]cdef', ['AB'])).toBe('ab');
  expect(keyword('(?i)ab[0-9]')).toBe('ab');
  expect(keyword('[Aa][Bb][0-9]')).toBe('ab');
  expect(keyword('xy[ab]z')).toBe('xy');
});

// biome-ignore format: one line for each row
test.for([
  ['ab[0-9]', '0123456789'], ['ab', undefined], ['ab[0-9]?', undefined], ['ab[0-9]?x', '0123456789x'], ['ab(?:[xy]|[z])c', 'xyz'], ['ab(?<secret>[xy]+)', 'xy'], ['ab(?:[x]|[y]?)', undefined], ['ab[x]{2,3}', 'x'],
] as const)('behind the keyword of %s stands one of %s', ([pattern, expected]) => {
  const { keyword, after } = patternVariants(pattern)[0]!;
  expect(keyword).toBe('ab');
  const bits = firstBytes(after);
  const characters = bits && Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => bits[byte >> 3]! & (1 << (byte & 7))).map((byte) => String.fromCharCode(byte)).join('');
  expect(characters).toBe(expected);
});

// biome-ignore format: one line for each row
test.for([
  ['ab[0-9]', 1], ['ab[0-9]{14}x', 14], ['ab[0-9]{2,5}[3-7]{4}x', 6], ['ab[0-9]{4}[a-z]{9}', 4], ['ab(?<secret>[0-9]{8})', 8], ['ab[0-9]?[0-9]{3}', 3], ['ab(?:[0-9]{3}|[4-7]{5})[0-9]', 4], ['ab(?:[0-9]{3}|[0-9][x])[0-9]', 1],
  ['ab(?:[0-9]{2}x){3}', 2], ['ab(?:[0-9][x]){3}', 1], ['ab[0-9]{900}', 32],
] as const)('behind the keyword of %s at least %s such bytes stand', ([pattern, expected]) => {
  const { after } = patternVariants(pattern)[0]!;
  expect(leadingBytes(after, firstBytes(after)!)).toBe(expected);
});
