import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainTokens } from './plain-tokens.ts';

const pattern = /(?:https?|ftp|s3):\/\/[^\s<>"')\]]+|[a-z0-9]+(?:['.-][a-z0-9]+)*|[.!?;]+|\n+/g;

function typeOf(found: string): string {
  if (/^[.!?;\n]/.test(found)) return 'stop';
  if (found.includes('://')) return 'address';
  return found.includes('.') ? 'dotted' : 'word';
}

function tokens(text: string): string[] {
  const read = new PlainTokens(text);
  const all: string[] = [];
  while (read.next()) all.push(`${read.type} ${read.start} ${text.slice(read.start, read.end)}`);
  return all;
}

const bits = fc.constantFrom(
  ...[
    'http',
    'https',
    'ftp',
    's3',
    '://',
    ':/',
    '//',
    ':',
    '/',
    "'",
    '.',
    '-',
    ' ',
    '\n',
    '!',
    '?',
    ';',
    '"',
  ],
  ...[
    'a',
    'word',
    '7',
    '<',
    '>',
    ')',
    ']',
    '(',
    '_',
    '@',
    '\t',
    '\r',
    '%',
    '#',
    'isn',
    't',
    '..',
    '\n\n',
    '~',
    '\0',
  ],
);

test('reads of plain text what the pattern finds', () => {
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const expected = [...text.matchAll(pattern)].map(
        ({ 0: found, index }) => `${typeOf(found)} ${index} ${found}`,
      );
      expect(tokens(text)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('takes processor time in proportion to the text, whatever it consists of', () => {
  for (const part of ["a'", 'a.', '.', 'http:', 'http://', '-', 'a-b.c']) {
    const text = part.repeat(40_000);
    const before = process.threadCpuUsage();
    tokens(text);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  }
});
