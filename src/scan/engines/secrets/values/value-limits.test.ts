import { expect, test } from 'vitest';
import { isPlaceholder, isRepetition, judgeValue } from './value-judgement.ts';
import { createVocabulary } from './vocabulary.ts';

const vocabulary = createVocabulary({
  passwordWords: [],
  secretWords: [],
  keyQualifiers: [],
  publicQualifiers: [],
  ignoredEndings: [],
  placeholders: ['todo'],
  placeholderParts: ['xxxx', '----', '....', 'your-'],
  softWords: ['demo'],
  documentationUsers: [],
  documentationPasswords: [],
  words: ['storage', 'table', 'value', 'key', 'constitution'],
});
const kindOf = (value: string) => judgeValue(value, vocabulary).kind;

/** 64 characters that nobody types, of which a test takes as many as it needs. */
const noise = 'q7GhT2mZk9Xw4Rb8cV1pLs6YdNf3JeKu5HtWzQo0aBiMgPxSvUyErClDnOjFqIkT';

// biome-ignore format: one line for each row
test.each([
  ['ab', true], ['abd', false], ['todo', true], [' TODO ', true], ['todos', false], ['your-key1', true], ['yourkey1', false],
  // One or two characters, or up to four in a value of sixteen.
  ['aab', true], ['aabc', false], ['adgjadgjjagdgjad', true], ['adgjadgjjagdgja', false], ['adgjadgjjagdgjam', false],
  // Runs of three and more make up four fifths of six and more characters.
  ['abcqrs', true], ['abkluv', false], ['abcde', false], ['abcdef', true], ['abcdefghxk', true], ['abcdefgxkq', false], ['cbazyx', true], ['qweasd', true], ['123kqx', false],
] as Array<[string, boolean]>)('%s is a gap: %s', (value, expected) => {
  expect(isPlaceholder(value, vocabulary)).toBe(expected);
});

test('a run of one character in a long value is chance unless it is a quarter of it', () => {
  const withRun = (sign: string, run: number, length: number) =>
    isPlaceholder(`${noise.slice(0, 20)}${sign.repeat(run)}${noise.slice(20, length - run)}`, vocabulary);
  for (const sign of ['x', '-', '.']) {
    expect([withRun(sign, 4, 63), withRun(sign, 4, 64)], sign).toEqual([true, false]);
    expect([withRun(sign, 16, 64), withRun(sign, 15, 64)], sign).toEqual([true, false]);
  }
  expect(isPlaceholder(`your-${noise}`, vocabulary)).toBe(true);
});

// biome-ignore format: one line for each row
test.each([
  [`${'a'.repeat(11)}bcdef`, true], [`${'a'.repeat(10)}bcdefg`, false], ['a'.repeat(15), false], ['a'.repeat(16), true], [`qrstu${'a'.repeat(11)}`, true],
  ['abababababababab', true], ['abcabcabcabcabca', true], ['abcdabcdabcdabcd', true], ['abcdeabcdeabcdea', false], [`${'ab'.repeat(6)}cdef`, true], [`${'ab'.repeat(5)}cdefgh`, false],
] as Array<[string, boolean]>)('%s is a few characters over and over: %s', (value, expected) => {
  expect(isRepetition(value)).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  // Sixteen characters at least, forty where there are blanks.
  [noise.slice(0, 16), 'random'], [noise.slice(0, 15), 'strong'], [`${noise.slice(0, 19)} ${noise.slice(20, 40)}`, 'random'], [`${noise.slice(0, 19)} ${noise.slice(20, 39)}`, 'strong'], [` ${noise.slice(0, 16)} `, 'random'],
  // Hexadecimal digits of both kinds.
  ['0a1b2c3d4e5f6978', 'random'], ['0918273645546372', 'weak'], ['acebdfcaebdfabec', 'weak'], ['0a0a0a0b0a0a0a0b', 'placeholder'], ['01ab01ab10ba1a0b', 'placeholder'], ['01abc1ab10ba1a0b', 'weak'], ['0a1b2c3d4a5b1c2d', 'random'],
  // A UUID, unless it is hardly random.
  ['123e4567-e89b-42d3-a456-426614174000', 'random'], ['13131313-1315-1317-1319-131313131313', 'weak'],
  // Letters alone need both cases and change them often.
  ['KqZwXbVnRtPlMhGf', 'random'], ['kqzwxbvnrtplmhgf', 'weak'], ['KQZWXBVNRTPLMHGF', 'weak'], ['KqZwxbVnrtplmhgf', 'random'], ['KqZwxbvnrtplmhgf', 'weak'], ['kqzwxbvnrtplmhg7', 'random'],
  // Words are no noise.
  ['storage1table2value3', 'weak'], ['storage1Table2-value', 'strong'], ['constitution7x3q9z5w', 'weak'],
  // What says that it is none.
  [`${noise.slice(0, 12)}EXAMPLE9`, 'placeholder'], [`sample${noise.slice(0, 16)}`, 'placeholder'], [`${noise.slice(0, 16)}sample`, 'random'], ['my-example', 'soft'], ['the-demo-one', 'soft'], ['theDemoOne', 'soft'], ['thedemoone', 'weak'], [`Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2U${noise.slice(0, 10)}`, 'placeholder'],
  // A field of a form, with others behind it, and the words of one.
  ['mono+table+storage&ttl=300', 'weak'], ['storage1table2value3&ttl=300', 'weak'], [`${noise.slice(0, 20)}&ttl=300`, 'random'], [`${noise.slice(0, 10)}&${noise.slice(10, 20)}`, 'random'],
  // Three classes of characters, eight of them.
  ['Winter-k', 'strong'], ['Winte-k', 'weak'], ['winter-k', 'weak'], ['Winterkk', 'weak'], ['Winter1k', 'strong'], ['winter-1', 'strong'],
  // Names of three words, most of them known.
  ['Storage_Table_Xqz', 'weak'], ['Storage_Xqz_Wvb', 'strong'], ['Storage_Table', 'strong'], ['Storage_Table_Mono_Lito', 'strong'], ['Storage_Table_Key1', 'strong'],
] as Array<[string, string]>)('%s is %s', (value, expected) => {
  expect(kindOf(value)).toBe(expected);
});
