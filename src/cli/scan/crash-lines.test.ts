import { expect, test } from 'vitest';
import { crashLines } from './crash-lines.ts';

test('a crash is told with its place and four frames, of many the first five', () => {
  const crash = {
    engine: 'code' as const,
    step: 'file' as const,
    path: 'a\u0007.js',
    error: 'TypeError',
    stack: ['1', '2', '3', '4', '5'],
  };
  const end = 'This is a defect of Lorekeep: please report it with these lines.';
  expect(crashLines([{ ...crash, rule: 'r-1' }])).toEqual([
    'lorekeep scan: the code engine crashed (a\\x07.js, rule r-1): TypeError',
    '    at 1',
    '    at 2',
    '    at 3',
    '    at 4',
    end,
  ]);
  expect(crashLines([{ ...crash, engine: 'scan', stack: [] }])[0]).toBe(
    'lorekeep scan: the scan itself crashed: TypeError',
  );
  const short = { ...crash, stack: [] };
  expect(crashLines(Array.from({ length: 5 }, () => short))).toHaveLength(6);
  expect(crashLines(Array.from({ length: 6 }, () => short)).slice(-2)).toEqual([
    'lorekeep scan: and 1 more crash.',
    end,
  ]);
  expect(crashLines(Array.from({ length: 8 }, () => short)).at(-2)).toBe(
    'lorekeep scan: and 3 more crashes.',
  );
});
