import { describe, expect, test } from 'vitest';
import { automatonOf } from './pattern-automaton.ts';
import { readPattern } from './pattern-reader.ts';
import { componentsOf, pathBetween } from './strong-components.ts';

/** Places by the letters that they read: first ones, `a>b` for what may follow, last ones; a 2 behind what there are several ways to. */
function shown(pattern: string): string {
  const automaton = automatonOf(readPattern(pattern)!);
  if (!automaton) return 'too large';
  const letter = (place: number) =>
    String.fromCharCode(automaton.sets[place]!.indexOf(1)) + (automaton.sets.length > 3 ? place : '');
  const list = (ways: ReadonlyMap<number, number>) =>
    [...ways].map(([place, count]) => `${letter(place)}${count > 1 ? '²' : ''}`).join('');
  const follow = automaton.follow.map((next, place) => `${letter(place)}>${list(next) || '-'}`);
  const parts = [list(automaton.first), follow.join(' '), list(automaton.last)];
  const atEnd = [...automaton.lastAtEnd].map(letter).join('');
  return `${parts.join(' | ')}${atEnd === parts[2] ? '' : ` | ${atEnd} at the end`}${automaton.isAnchored ? ' anchored' : ''}`;
}

describe('which places of a pattern follow which, and in how many ways', () => {
  test.each([
    ['a', 'a | a>- | a'],
    ['ab', 'a | a>b b>- | b'],
    ['a|b', 'ab | a>- b>- | ab'],
    ['a*', 'a | a>a | a'],
    ['a+b', 'a | a>ab b>- | b'],
    ['a?b', 'ab | a>b b>- | b'],
    ['a*b*', 'ab | a>ab b>b | ab'],
    ['(?:a*)*', 'a | a>a² | a'],
    ['(?:a|b)*c', 'abc | a>abc b>abc c>- | c'],
    ['(?:a?b?)*', 'ab | a>b²a b>ab | ab'],
    ['(?:|)a', 'a² | a>- | a'],
    ['a(?:|)b', 'a | a>b² b>- | b'],
    ['a(?:|)', 'a | a>- | a² | a at the end'],
    ['a(?:|)(?:|)b', 'a | a>b² b>- | b'],
    ['(?:a(?:|))(?:(?:|)b)', 'a | a>b² b>- | b'],
    ['a{0}b', 'b | b>- | b'],
    ['a{2}', 'a | a>a a>- | a'],
    ['a{1,2}', 'a | a>a a>- | aa'],
    ['a{0,2}b', 'aab | a>ab a>b b>- | b'],
    ['a{19}', 'a0 | a0>a1 a1>a2 a2>a3 a3>- | a3'],
    ['a{3,19}', 'a0 | a0>a1 a1>a2 a2>a3 a3>- | a2a3'],
    ['a{3,20}', 'a | a>a | a'],
    ['a{20}', 'a0 | a0>a1 a1>a2 a2>a3 a3>- | a3'],
    ['(?:a*b){4}', 'a0b1 | a0>a0b1 b1>a2b3 a2>a2b3 b3>a4b5 a4>a4b5 b5>a6b7 a6>a6b7 b7>- | b7'],
    ['(?:a*b){5}', 'ab | a>ab b>ab | b'],
    ['a$', 'a | a>- |  | a at the end'],
    ['a$b', 'a | a>- b>- | b'],
    ['a(?:$|b)', 'a | a>b b>- | b | ab at the end'],
    ['^a', ' | a>- | a anchored'],
    ['^a|^b', ' | a>- b>- | ab anchored'],
    ['^a|b', 'b | a>- b>- | ab'],
    ['(?:^a)+', ' | a>- | a anchored'],
    ['(?:^a)*', ' | a>- | a'],
    ['a^', 'a | a>- | '],
    ['', ' |  | '],
  ])('%s', (pattern, expected) => {
    expect(shown(pattern)).toBe(expected);
  });

  test('of patterns with up to 240 places', () => {
    expect(shown('a'.repeat(240))).not.toBe('too large');
    expect(shown('a'.repeat(241))).toBe('too large');
    expect(shown('a'.repeat(500))).toBe('too large');
  });
});

const graph = (edges: Record<number, number[]>) => (node: number) => edges[node] ?? [];

describe('parts of a graph that lead back to themselves', () => {
  const components = (count: number, edges: Record<number, number[]>, startsAt?: (node: number) => boolean) =>
    componentsOf(count, graph(edges), startsAt)
      .map((part) => part.sort((a, b) => a - b).join(''))
      .sort();
  test.each([
    [3, { 0: [1], 1: [2] }, []],
    [3, { 0: [1], 1: [0], 2: [0] }, ['01']],
    [2, { 0: [0], 1: [] }, ['0']],
    [5, { 0: [1], 1: [2], 2: [0, 3], 3: [4], 4: [3] }, ['012', '34']],
    [5, { 4: [3], 3: [4, 0], 0: [1], 1: [0] }, ['01', '34']],
    [4, { 0: [1, 2], 1: [3], 2: [3], 3: [] }, []],
    [4, { 0: [1], 1: [2], 2: [1], 3: [1] }, ['12']],
    [4, { 0: [1, 2], 1: [0], 2: [3], 3: [1] }, ['0123']],
    [0, {}, []],
  ])('%d nodes, %j', (count, edges, expected) => {
    expect(components(count, edges)).toEqual(expected);
  });
  test('are looked for from some nodes only', () => {
    const edges = { 0: [0], 1: [2], 2: [1] };
    expect(components(3, edges, (node) => node === 0)).toEqual(['0']);
    expect(components(3, edges, (node) => node === 2)).toEqual(['12']);
    expect(components(3, edges, () => false)).toEqual([]);
  });
});

test.each([
  [0, 0, { 0: [1] }, [0]],
  [0, 2, { 0: [1], 1: [2] }, [0, 1, 2]],
  [0, 3, { 0: [1, 2], 1: [4], 2: [3], 4: [3] }, [0, 2, 3]],
  [0, 1, { 0: [0, 0, 1] }, [0, 1]],
  [1, 0, { 0: [1] }, undefined],
  [0, 9, { 0: [1], 1: [0] }, undefined],
])('from %d to %d over %j the shortest way is %j', (from, to, edges, expected) => {
  expect(pathBetween(from, to, graph(edges as Record<number, number[]>))).toEqual(expected);
});
