import { describe, expect, test } from 'vitest';
import { beginningOf } from './pattern-beginning.ts';

function said(pattern: string, anchors: 'whole' | 'start' | 'none' = 'none', lines = false): string {
  const found = beginningOf(pattern, anchors, lines);
  if (!found) return 'nothing';
  const may = (set: Uint8Array) => ['/', '\\', 'a'].filter((char) => set[char.charCodeAt(0)]).join('');
  return `${found.text} ${may(found.first)} ${may(found.second)}`;
}

describe('how a text begins that matches an expression', () => {
  test.each([
    ['a slash and something else', '^/[^/\\\\]', '/ / a'],
    ['a slash that another one does not follow', '/^\\/(?![\\/\\\\])/', '/ / a'],
    ['a slash that only one of the two does not follow', '/^\\/(?!\\/)/', '/ / \\a'],
    ['a word behind the slash', '^/\\w+$', '/ / a'],
    ['a slash, perhaps with more of them', '^/+', ' / /\\a'],
    ['what may be missing', '^/?a', ' /a /\\a'],
    ['the slash alone', '^/$', '/ / '],
    ['a choice of beginnings', '^/(?:a|b)|^/c', '/ / a'],
    ['a choice of which one is open', '^/(?:a|/)', '/ / /a'],
    ['a site', '^https://a\\.example/', 'https://a.example/  '],
    ['a beginning of any line', '^/[^/]', 'nothing', true],
    ['a match anywhere', '/[^/]', 'nothing'],
    ['an expression that is broken', '^/[', 'nothing'],
  ])('%s', (_, pattern, expected, lines = false) => {
    expect(said(pattern, 'none', lines)).toBe(expected);
  });

  test('a call that matches from the beginning needs no anchor', () => {
    expect(said('/[^/\\\\]', 'start')).toBe('/ / a');
  });

  test('many choices say nothing', () => {
    expect(said(`^/${'(?:a|b)'.repeat(10)}`)).toBe('nothing');
  });
});
