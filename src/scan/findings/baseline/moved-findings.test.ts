import { expect, test } from 'vitest';
import { type AttributedFinding, identify } from '../identity.ts';
import { followMoves } from './moved-findings.ts';

const finding = (file: string, tokens = 'a', ruleId = 'r') =>
  ({ ruleId, file, engine: 'code', identity: { scope: 's', tokens } }) as unknown as AttributedFinding;
const known = (...findings: AttributedFinding[]) =>
  identify(findings, Buffer.alloc(32), 'r').map(({ fingerprint, finding: { file } }) => ({
    fingerprint,
    file,
  }));
const present = (...findings: AttributedFinding[]) =>
  new Map(
    identify(findings, Buffer.alloc(32), 'r').map(({ fingerprint, finding: each }) => [fingerprint, each]),
  );
const files = (findings: ReturnType<typeof followMoves>, now: ReturnType<typeof present>) =>
  findings.map(({ file, fingerprint }) => `${file} ${now.has(fingerprint)}`);

test.each([
  ['a file that was moved', [finding('old/a')], [finding('new/b')], [], ['new/b true']],
  [
    'equal findings, each for one',
    [finding('a'), finding('a'), finding('a')],
    [finding('b'), finding('b')],
    [],
    ['b true', 'b true', 'a false'],
  ],
  [
    'one of two files',
    [finding('a'), finding('b')],
    [finding('a'), finding('c')],
    ['a'],
    ['a true', 'c true'],
  ],
  ['a copy of a file that is there', [finding('a')], [finding('a'), finding('b')], ['a'], ['a true']],
  ['a finding that was repaired in a file that is there', [finding('a')], [finding('b')], ['a'], ['a false']],
  ['another text', [finding('a')], [finding('b', 'other')], [], ['a false']],
  ['another rule', [finding('a')], [finding('b', 'a', 'other')], [], ['a false']],
] as const)('%s', (_, before, after, there, expected) => {
  const now = present(...after);
  expect(
    files(
      followMoves(known(...before), now, (path) => there.some((each) => each === path)),
      now,
    ),
  ).toEqual(expected);
});

test('what an earlier version wrote without files stays as it is', () => {
  const { fingerprint } = known(finding('a'))[0]!;
  expect(followMoves([{ fingerprint }], present(finding('b')), () => false)).toEqual([{ fingerprint }]);
});

test('of very many files those are found that kept their names', () => {
  const many = Array.from({ length: 400 }, (_, i) => finding(`old/${i}`, `t${i}`));
  const moved = many.map((each, i) => ({ ...each, file: `new/${i}` }));
  const renamed = many.map((each, i) => ({ ...each, file: `new/x${i}` }));
  const nothing = () => false;
  expect(files(followMoves(known(...many), present(...moved), nothing), present(...moved))).toEqual(
    many.map((_, i) => `new/${i} true`),
  );
  expect(followMoves(known(...many), present(...renamed), nothing)).toEqual(known(...many));
});
