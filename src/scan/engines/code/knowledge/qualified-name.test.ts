import { describe, expect, test } from 'vitest';
import { compileNamePattern, expandAlternatives, matchesName, NamePattern } from './name-pattern.ts';
import { QualifiedName } from './qualified-name.ts';

const nameOf = (...segments: string[]) => {
  let at = new QualifiedName<string>('', undefined);
  for (const segment of segments) at = segment === '()' ? at.called() : at.child(segment);
  return at;
};

describe('a qualified name', () => {
  test('has depth, root and segments', () => {
    const name = nameOf('a', 'b', '()', 'c');
    expect([name.depth, name.root, name.segment, name.segments()]).toEqual([
      4,
      'a',
      'c',
      ['a', 'b', '()', 'c'],
    ]);
    expect(String(name)).toBe('a.b().c');
    expect(String(nameOf('()', 'a'))).toBe('().a');
    expect([nameOf().depth, nameOf().root, nameOf('a').root, String(nameOf())]).toEqual([0, '', 'a', '']);
  });

  test('is the same node where it is the same name, and the tree counts its nodes', () => {
    const root = nameOf();
    expect(root.treeSize).toBe(1);
    expect(root.child('a').child('b')).toBe(root.child('a').child('b'));
    expect(root.child('a').child('b').treeSize).toBe(3);
    expect(root.treeSize).toBe(3);
  });

  test('has at most 24 segments', () => {
    const longest = nameOf(...Array.from({ length: 24 }, () => 'a'));
    expect(longest.depth).toBe(24);
    expect(longest.child('a')).toBe(longest);
    expect(longest.parent!.child('b')).not.toBe(longest.parent);
  });
});

test.each<[string, string[], boolean]>([
  ['a.b', ['a', 'b'], true],
  ['a.b', ['a'], false],
  ['a.b', ['b'], false],
  ['a.b', ['a', 'b', 'c'], false],
  ['a.b', ['x', 'a', 'b'], false],
  ['a.b', ['a', 'c'], false],
  ['a.*', ['a', 'b'], true],
  ['a.*', ['a'], false],
  ['*.b', ['a', 'b'], true],
  ['*', [], false],
  ['**', [], true],
  ['**', ['a', 'b'], true],
  ['**.b', ['b'], true],
  ['**.b', ['x', 'y', 'b'], true],
  ['**.b', ['x', 'y'], false],
  ['a.**', ['a'], true],
  ['a.**', ['a', 'x', 'y'], true],
  ['a.**', ['b', 'x'], false],
  ['a.**.b', ['a', 'b'], true],
  ['a.**.b', ['a', 'x', 'y', 'b'], true],
  ['a.**.b', ['x', 'b'], false],
  ['a./^g/', ['a', 'get'], true],
  ['a./^g/', ['a', 'set'], false],
  ['a.//', ['a', '//'], true],
  ['a()', ['a', '()'], true],
  ['a().b', ['a', '()', 'b'], true],
  ['a().b', ['a', 'b'], false],
  ['`a.b/c`.d', ['a.b/c', 'd'], true],
])('%s of %j: %s', (pattern, segments, expected) => {
  expect(compileNamePattern(pattern).map((each) => matchesName(each, nameOf(...segments)))).toEqual([
    expected,
  ]);
});

test.each([
  ['**.get', true],
  ['**.get.a', false],
  ['**.get()', false],
  ['a.**.get', false],
  ['*.get', false],
])('%s is a member of any object: %s', (pattern, expected) => {
  expect(new NamePattern(pattern).isMemberOnly).toBe(expected);
});

test.each([
  ['a', ['a']],
  ['{a,b}', ['a', 'b']],
  ['x.{a, b}.y', ['x.a.y', 'x.b.y']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
  ['a{,b}', ['a', 'ab']],
  ['a{b', ['a{b']],
  ['a}b', ['a}b']],
  ['a}b{c', ['a}b{c']],
])('%s is %j', (text, expected) => {
  expect(expandAlternatives(text)).toEqual(expected);
});

test.each([
  ['a', 'a', 'a'],
  ['a()', 'a', '()'],
  ['a().b.c', 'a', 'c'],
  ['a.b()', 'a', '()'],
  ['a.b().c', 'a', 'c'],
  ['`a/b`', 'a/b', 'a/b'],
  ['**', undefined, undefined],
])('%s is found by %s and %s', (text, first, last) => {
  const pattern = new NamePattern(text);
  expect([pattern.first, pattern.last]).toEqual([first, last]);
});
