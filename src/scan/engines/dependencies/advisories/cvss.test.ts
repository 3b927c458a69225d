import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scoreCvss } from './cvss.ts';

test('scores of CVSS 2, 3 and 4 are those of the reference calculators', () => {
  const lines = readFileSync(new URL('../../../../../test/cvss-scores.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  expect(lines.length).toBeGreaterThan(150);
  for (const line of lines) {
    const [vector, score] = line.split('\t');
    expect(scoreCvss(vector!), vector).toBe(Number(score));
  }
  for (const nonsense of [
    '',
    'CVSS:3.1/AV:N',
    'CVSS:9.9/AV:N',
    'AV:Z/AC:L/Au:N/C:P/I:P/A:P',
    'x'.repeat(10_000),
  ]) {
    expect(scoreCvss(nonsense)).toBeUndefined();
  }
});
