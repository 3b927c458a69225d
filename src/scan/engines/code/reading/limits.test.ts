import { describe, expect, test } from 'vitest';
import { malformed, minified, notParsed, skippedParts, unreadPage } from '../coverage-notes.ts';
import { classifyFile } from './file-class.ts';
import { LineTable } from './line-table.ts';
import { isMinified } from './minified.ts';

/** Lines that are so long on average, their ends counted. */
const lines = (length: number, count: number) =>
  `${'a'.repeat(length - 1)}\n`.repeat(count - 1) + 'a'.repeat(length);

describe('what counts as minified', () => {
  test.each<[string, string, string, boolean]>([
    ['lines of 500', 'a.js', lines(500, 40), false],
    ['lines of 501', 'a.js', lines(501, 40), true],
    ['19,999 characters', 'a.js', 'a'.repeat(19_999), false],
    ['20,000 characters', 'a.js', 'a'.repeat(20_000), true],
    ['a named one of lines of 200', 'a.min.js', lines(200, 3), false],
    ['a named one of lines of 201', 'a-min.mjs', lines(201, 3), true],
    ['a long line behind the sample', 'a.js', lines(20, 5_000) + 'a'.repeat(900_000), false],
    ['another language', 'a.py', 'a'.repeat(30_000), false],
    ['a program of a server', 'a.js', `require("fs");${'a'.repeat(30_000)}`, false],
    ['the same in a folder of builds', 'dist/a.js', `require("fs");${'a'.repeat(30_000)}`, true],
    ['a page', 'a.html', 'a'.repeat(20_000), true],
  ])('%s', (_, path, text, expected) => {
    expect(isMinified(path, text)).toBe(expected);
  });
});

describe('what a file is rated', () => {
  const rates = (path: string, text = '') =>
    (['critical', 'high', 'medium', 'low', 'info'] as const).map((severity) =>
      classifyFile(path, text).rate(severity),
    );
  test.each([
    ['src/a.js', ['critical', 'high', 'medium', 'low', 'info']],
    ['scripts/a.js', ['medium', 'medium', 'low', 'low', 'info']],
    ['examples/a.js', ['medium', 'medium', 'low', 'low', 'info']],
    ['tests/a.js', ['low', 'low', 'low', 'low', 'info']],
    ['vendor/a.js', ['info', 'info', 'info', 'info', 'info']],
  ])('%s', (path, expected) => {
    expect(rates(path)).toEqual(expected);
  });

  test('a library by its name is one above 20,000 characters, by its head in the first 1,200', () => {
    expect(classifyFile('public/js/jquery.js', 'a\n'.repeat(10_000)).kind).toBe('product');
    expect(classifyFile('public/js/jquery.js', `${'a\n'.repeat(10_000)}a`).kind).toBe('vendored');
    const head = (blanks: number) => `/*!${' '.repeat(blanks)}v1.2.3 copyright */`;
    expect(classifyFile('public/js/own.js', head(100)).kind).toBe('vendored');
    expect(classifyFile('public/js/own.js', head(1_200)).kind).toBe('product');
  });

  test('what asks for a test framework does so in the first 6,000 characters', () => {
    const asking = (blanks: number) => `${'#\n'.repeat(blanks / 2)}import pytest\n`;
    expect(classifyFile('a.py', asking(5_986)).kind).toBe('test');
    expect(classifyFile('a.py', asking(5_990)).kind).toBe('product');
  });
});

test.each([
  ['', 0, [1, 1]],
  ['ab', 1, [1, 2]],
  ['a\nb', 1, [1, 2]],
  ['a\nb', 2, [2, 1]],
  ['a\n\nb\nc', 2, [2, 1]],
  ['a\n\nb\nc', 3, [3, 1]],
  ['a\n\nb\nc', 6, [4, 2]],
])('%j at %i', (text, offset, expected) => {
  expect(new LineTable(text).at(offset)).toEqual(expected);
});

describe('what is said of files that were not analysed as a whole', () => {
  test('not parsed, malformed, minified', () => {
    expect(notParsed('a', undefined)).toEqual({
      path: 'a',
      reason: 'not_parsed',
      message: 'The file was not parsed.',
    });
    expect(notParsed('a', 'deadline').reason).toBe('time_limit');
    expect([malformed('a').reason, minified('a').reason]).toEqual(['malformed', 'minified']);
  });

  test('a page of a million characters is read, one more is not', () => {
    const page = '<p>\n'.repeat(250_000);
    expect(unreadPage('a.html', page)).toEqual([]);
    expect(unreadPage('a.html', `${page} `).map(({ reason }) => reason)).toEqual(['too_large']);
    expect(unreadPage('a.html', 'a'.repeat(20_000)).map(({ reason }) => reason)).toEqual(['minified']);
  });

  test('parts that were skipped, at most five by name', () => {
    expect(skippedParts('a', false, [])).toEqual([]);
    expect(skippedParts('a', true, []).map(({ message }) => message)).toEqual([
      'Parts that are nested too deeply were skipped.',
    ]);
    expect(skippedParts('a', false, ['f', '', 'g', 'h', 'i', 'j'])).toEqual([
      {
        path: 'a',
        reason: 'budget_exceeded',
        message: 'The step budget was spent in f, the top level, g, h, i.',
      },
    ]);
    expect(skippedParts('a', true, ['f'])).toHaveLength(2);
  });
});
