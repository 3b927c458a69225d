import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PatternError, type PatternNode, parsePattern, type SetMember } from './parse-pattern.ts';

/** The tree in a line: what is in brackets is one node. */
function written(node: PatternNode): string {
  switch (node.k) {
    case 'sequence':
      return node.items.map(written).join(' ');
    case 'choice':
      return node.options.map(written).join(' | ');
    case 'group':
      return `(${node.opening}${node.opening && ' '}${written(node.body)})`;
    case 'repeat':
      return `${written(node.item)}{${node.least},${node.most}}${node.mode === 'greedy' ? '' : node.mode}`;
    case 'set':
      return `[${node.isNegated ? '^' : ''}${node.members.map(member).join(' ')}]`;
    case 'place':
      return `@${node.sign}`;
    case 'reference':
      return `#${node.escape}`;
    case 'dot':
      return 'dot';
    default:
      return member(node);
  }
}

function member(node: SetMember): string {
  if (node.k === 'class') return `class-${node.letter}`;
  if (node.k === 'range') return `${member(node.from)}..${member(node.to)}`;
  return node.escape === undefined ? node.char : `${JSON.stringify(node.char)}=${node.escape}`;
}

test.each([
  ['ab|c', 'a b | c'],
  ['|a|', ' | a | '],
  ['a*b+c?', 'a{0,Infinity} b{1,Infinity} c{0,1}'],
  ['a{2}b{2,}c{2,3}', 'a{2,2} b{2,Infinity} c{2,3}'],
  ['a*?b++c{1}?', 'a{0,Infinity}lazy b{1,Infinity}possessive c{1,1}lazy'],
  ['(a)(?:b)(?<n>c)(?P<m>d)', '(a) (?: b) (?<n> c) (?P<m> d)'],
  ['(?=a)(?!b)(?<=c)(?<!d)(?>e)(?i:f)', '(?= a) (?! b) (?<= c) (?<! d) (?> e) (?i: f)'],
  ['^a$\\b\\B\\A\\Z', '@^ a @$ @\\b @\\B @\\A @\\Z'],
  ['\\1\\k<n>\\2', '#1 #k<n> #2'],
  ['.\\d\\W\\p{L}', 'dot class-d class-W class-p'],
  ['\\n\\x41\\u0042\\u{1F600}\\.\\q', '"\\n"=n "A"=x41 "B"=u0042 "😀"=u{1F600} "."=. "q"=q'],
  ['\\x4', '"x"=x 4'],
  ['[a-c\\d_-]', '[a..c class-d _ -]'],
  ['[^\\]\\b]', '[^"]"=] "\\b"=b]'],
  ['[\\d-x]', '[class-d - x]'],
  ['[a-\\d]', '[a..class-d]'],
  ['[]a', '[] a'],
  ['a{,3}{', 'a { , 3 } {'],
  ['^*', '@^ *'],
])('%s', (pattern, tree) => {
  expect(written(parsePattern(pattern))).toBe(tree);
});

test('a bracket that comes first is a member where the dialect says so', () => {
  expect(written(parsePattern('[]a]b', { bracketMayComeFirst: true }))).toBe('[] a] b');
  expect(written(parsePattern('[^]a]', { bracketMayComeFirst: true }))).toBe('[^] a]');
  expect(written(parsePattern('[a]]', { bracketMayComeFirst: true }))).toBe('[a] ]');
});

describe('is refused', () => {
  test.each([
    ['(a', 'A group is not closed'],
    ['a)', 'Unexpected ")"'],
    ['[a', 'A class is not closed'],
    ['[a-', 'A class is not closed'],
    ['('.repeat(31) + ')'.repeat(31), 'Groups are nested too deeply'],
  ])('%s', (pattern, message) => {
    expect(() => parsePattern(pattern)).toThrow(new PatternError(message));
  });

  test('not what is nested just so deeply', () => {
    expect(() => parsePattern('('.repeat(30) + ')'.repeat(30))).not.toThrow();
  });
});

test('whatever is given is parsed or refused, and what JavaScript accepts without flags is parsed', () => {
  const piece = fc.constantFrom(...'ab-^$.*+?{}()[]|\\d1,'.split(''), '(?:', '(?=', '[^', '\\x41', '{2}');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const pattern = pieces.join('');
      let isAccepted = true;
      try {
        new RegExp(pattern);
      } catch {
        isAccepted = false;
      }
      try {
        parsePattern(pattern);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternError);
        expect(isAccepted).toBe(false);
      }
    }),
  );
});
