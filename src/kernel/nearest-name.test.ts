import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const fields = ['namespace', 'query', 'limit', 'metadataFilter', 'minScore', 'filter'];

test.each([
  ['limt', 'limit'],
  ['lmiit', 'limit'],
  ['metadata_filter', 'metadataFilter'],
  ['metadatafilter', 'metadataFilter'],
  ['MINSCORE', 'minScore'],
  ['nmaespace', 'namespace'],
  ['meta', 'metadataFilter'],
  ['name', 'namespace'],
])('%s is taken for %s', (name, meant) => {
  expect(nearestName(name, fields)).toBe(meant);
});

test.each(['colour', 'x', '', '___', 'completely', 'l'.repeat(10_000)])('%s is not guessed at', (name) => {
  expect(nearestName(name, fields)).toBeUndefined();
});

test('one slip in a name of at least three letters is always recognised', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{3,20}$/),
      fc.nat(),
      fc.constantFrom('a', 'q', 'z'),
      (name, at, letter) => {
        const i = at % name.length;
        for (const slip of [name.slice(0, i) + name.slice(i + 1), name.slice(0, i) + letter + name.slice(i)])
          if (slip.length >= 3) expect(nearestName(slip, [name])).toBe(name);
      },
    ),
  );
});
