import { expect, test } from 'vitest';
import { overlaps, readPattern } from './pattern-reader.ts';

const setOf = (pattern: string) => {
  const part = readPattern(pattern);
  const only = part?.k === 'all' ? part.parts[0] : part;
  if (only?.k !== 'set') throw new Error(`${pattern} is no single set`);
  return only.set;
};
const characters = (pattern: string) =>
  [...setOf(pattern)].flatMap((on, code) => (on && code < 128 ? [String.fromCharCode(code)] : [])).join('');

test.each([
  ['a', 'a'],
  ['[a-c]', 'abc'],
  ['[^\\s\\S]', ''],
  ['\\d', '0123456789'],
  ['[\\x41-\\x43]', 'ABC'],
  ['\\u0061', 'a'],
  ['(?i)a', 'Aa'],
  ['/[xy]/i', 'XYxy'],
  ['[a\\-]', '-a'],
  ['(?!b)[a-c]', 'ac'],
])('%s reads these characters: %j', (pattern, expected) => {
  const part = readPattern(pattern);
  const sets = part?.k === 'all' ? part.parts.filter(({ k }) => k === 'set') : [];
  const set = sets.length === 1 && sets[0]!.k === 'set' ? sets[0]!.set : setOf(pattern);
  expect([...set].flatMap((on, code) => (on && code < 128 ? [String.fromCharCode(code)] : [])).join('')).toBe(
    expected,
  );
});

test('two sets overlap where one character is in both, also the first and the last one', () => {
  expect(overlaps(setOf('[\\x00a]'), setOf('[\\x00b]'))).toBe(true);
  expect(overlaps(setOf('[aé]'), setOf('[bü]'))).toBe(true);
  expect(overlaps(setOf('[a-c]'), setOf('[d-f]'))).toBe(false);
  expect(characters('.')).not.toContain('\n');
  expect(characters('/./s')).toContain('\n');
});

test.each(['[a', '(a', 'a)', '('.repeat(40) + ')'.repeat(40), 'a'.repeat(2001)])(
  'what is broken, too deep or too long is not read: %#',
  (pattern) => {
    expect(readPattern(pattern)).toBeUndefined();
  },
);

test.each([
  ['a*', 0, Number.POSITIVE_INFINITY],
  ['a+', 1, Number.POSITIVE_INFINITY],
  ['a?', 0, 1],
  ['a{2}', 2, 2],
  ['a{2,}', 2, Number.POSITIVE_INFINITY],
  ['a{2,5}', 2, 5],
])('%s repeats from %d to %d times', (pattern, least, most) => {
  const part = readPattern(pattern);
  expect(part).toMatchObject({ k: 'all', parts: [{ k: 'repeat', least, most }] });
});

/** A part with its sets as sorted characters; `…` stands for all beyond ASCII. */
function shown(part: ReturnType<typeof readPattern>): string {
  if (part === undefined) return 'nothing';
  switch (part.k) {
    case 'set':
      return `[${[...part.set].flatMap((on, code) => (on ? [code === 128 ? '…' : String.fromCharCode(code)] : [])).join('')}]`;
    case 'all':
      return part.parts.map(shown).join(' ');
    case 'any':
      return `(${part.choices.map(shown).join(' | ')})`;
    case 'repeat':
      return `(${shown(part.part)}){${part.least},${part.most}}`;
    case 'place':
      return `<${part.sign}>`;
  }
}

// biome-ignore format: one line for each row
test.each([
  ['ab', '[a] [b]'], ['a|bc', '([a] | [b] [c])'], ['(a)', '[a]'], ['(?:a)', '[a]'], ['(?>a)', '<?>>'], ['a++', '<possessive>'], ['a+?', '([a]){1,Infinity}'], ['^a$', '<^> [a] <$>'], ['(?=a)*', '<?=>'],
  ['[é]', '[…]'], ['[\\x7fé]', '[\u007f…]'], ['[\\x7e-é]', '[~\u007f…]'], ['é', '[…]'],
  ['/[@-\\[]/i', `[@${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'}[${'abcdefghijklmnopqrstuvwxyz'}]`], ['/[^a-z]/i', `[${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((character) => !/[a-z]/i.test(character)).join('')}…]`], ['/[az]/i', '[AZaz]'], ['/[AZ]/i', '[AZaz]'], ['/[`{]/i', '[`{]'],
  ['[^\\x00-\\x7f]', '[…]'], ['[^é]', `[${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')}]`], ['\\W', `[${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((character) => /\W/.test(character)).join('')}…]`], ['[\\da]', '[0123456789a]'],
  ['(?=a)b', '<?=> [b]'], ['(?=a*)b', '<> [b]'], ['(?=)b', '<> [b]'], ['(?=a*b)c', '<?=> [c]'], ['(?=a*|b)c', '<> [c]'], ['(?=a|b)c', '<?=> [c]'], ['(?=(?:a*)+)c', '<> [c]'], ['(?=a{0})c', '<> [c]'], ['(?!a)[ab]', '<> [b]'], ['(?!a|b)[abc]', '<> [c]'], ['(?!ab)[ab]', '<?!> [ab]'], ['(?!a|bc)[abc]', '<?!> [abc]'], ['(?!a)[ab][ab]', '<> [b] [ab]'], ['(?<=a)b', '<?<=> [b]'], ['(?<!a)[ab]', '<?<!> [ab]'],
  ['a'.repeat(2000), Array(2000).fill('[a]').join(' ')],
])('%s is %s', (pattern, expected) => {
  expect(shown(readPattern(pattern))).toBe(expected);
});

test.each(['\\1', '\\p{L}'])('%s may be any character', (pattern) => {
  expect(setOf(`(?:)${pattern}`.slice(4)).every((on) => on === 1)).toBe(true);
});
