import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scoreCvss } from './cvss.ts';

test('scores of CVSS 2, 3 and 4 are those of the reference calculators', () => {
  const lines = readFileSync(new URL('../../../../../../test/cvss-scores.tsv', import.meta.url), 'utf8')
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

// The scores are those of the calculators of FIRST and NVD.
// biome-ignore format: one line for each row
test.each([
  ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8], ['AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10], ['AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1], ['AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.8], ['AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8], ['AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N', 5.9], ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 7.5], ['AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', 5.3],
  ['AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8], ['AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 8.8], ['AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', 7.2], ['AV:N/AC:L/PR:H/UI:N/S:C/C:H/I:H/A:H', 9.1], ['AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9], ['AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N', 5.4], ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0], ['AV:N/AC:L/PR:N/UI:N/S:C/C:N/I:N/A:N', 0], ['AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N', 1.6], ['AV:L/AC:H/PR:L/UI:N/S:C/C:L/I:L/A:L', 5.3],
] as Array<[string, number]>)('%s has the score %s', (vector, score) => {
  expect(scoreCvss(`CVSS:3.1/${vector}`)).toBe(score);
  expect(scoreCvss(`CVSS:3.0/${vector}/E:P`)).toBe(score);
});

// biome-ignore format: one line for each row
test.each([
  ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 7.5], ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 10], ['AV:N/AC:M/Au:N/C:N/I:P/A:N', 4.3], ['AV:L/AC:L/Au:N/C:C/I:C/A:C', 7.2], ['AV:N/AC:L/Au:N/C:N/I:N/A:N', 0], ['AV:L/AC:H/Au:N/C:P/I:P/A:P', 3.7], ['AV:N/AC:L/Au:S/C:P/I:P/A:P', 6.5], ['AV:A/AC:L/Au:N/C:C/I:C/A:C', 8.3],
] as Array<[string, number]>)('%s of version 2 has the score %s', (vector, score) => {
  expect(scoreCvss(vector)).toBe(score);
  expect(scoreCvss(`(${vector})`)).toBe(score);
});

test('what harms nothing has the score 0, whatever else its vector says', () => {
  expect(scoreCvss('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N')).toBe(0);
});

test('what is no vector has no score', () => {
  const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
  const padded = (length: number) => vector.padEnd(length, '/');
  expect([scoreCvss(padded(512)), scoreCvss(padded(513))]).toEqual([9.8, undefined]);
  for (const wrong of [
    '',
    'x',
    'CVSS:5.0/AV:N',
    vector.replace('S:U', 'S:X'),
    vector.replace('/S:U', ''),
    vector.replace('C:H', 'C:X'),
    vector.replace('/A:H', ''),
    'AV:toString/AC:L/Au:N/C:P/I:P/A:P',
  ])
    expect(scoreCvss(wrong), wrong).toBeUndefined();
});
