import { describe, expect, test } from 'vitest';
import { clearedBy } from '../../../../../../../test/support/cleared-by.ts';

/** By language: a condition about the segments of `x`, and what `x` can do no harm to where it holds, and where it does not. */
const cases: Record<string, Array<[condition: string, holds: string, otherwise: string]>> = {
  javascript: [
    ["x.split('/').includes('..')", 'nothing', 'path'],
    ["!x.split('/').includes('..')", 'path', 'nothing'],
    ["x.split(/[\\\\/]/).includes('..')", 'nothing', 'path'],
    ["x.split(path.sep).indexOf('..') >= 0", 'nothing', 'path'],
    ["x.split('/').filter(Boolean).includes('..')", 'nothing', 'path'],
    ["x.split(',').includes('..')", 'nothing', 'nothing'],
    ["x.split('/').includes('x')", 'nothing', 'nothing'],
    ["other(x, '/').includes('..')", 'nothing', 'nothing'],
  ],
  python: [
    ["'..' in x.split('/')", 'nosql', 'nosql path'],
    ["'..' not in x.split(os.sep)", 'nosql path', 'nosql'],
    ["'..' in [p for p in x.split('/') if p]", 'nosql', 'nosql path'],
    ["'..' in x.split(',')", 'nosql', 'nosql'],
  ],
  go: [['slices.Contains(strings.Split(x, "/"), "..")', 'nothing', 'path']],
  php: [
    ["in_array('..', explode('/', $x))", 'nothing', 'path'],
    ["in_array('..', explode(',', $x))", 'nothing', 'nothing'],
  ],
};

describe.each(Object.entries(cases))('%s', (language, list) => {
  test.each(list)('%s', async (condition, holds, otherwise) => {
    expect(await clearedBy(language, condition)).toBe(`${holds} | ${otherwise}`);
  });
});
