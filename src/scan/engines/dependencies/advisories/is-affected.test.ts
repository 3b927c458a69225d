import { expect, test } from 'vitest';
import { ecosystemTraits } from '../ecosystems.ts';
import type { AffectedRange, RangeEvent } from './advisory.ts';
import { isAffected } from './is-affected.ts';

const meant = (
  ecosystem: Parameters<typeof ecosystemTraits>[0],
  version: string,
  type: AffectedRange['type'],
  ...events: RangeEvent[]
): boolean =>
  isAffected(version, { ranges: [{ type, events }], versions: [] }, ecosystemTraits(ecosystem).scheme);

// biome-ignore format: one line for each row
test.for([
  // To Maven a number behind a dash comes after the version, to semantic versions before it.
  ['Maven', '1.0.0-1', 'SEMVER', '1.0.0', true], ['Maven', '1.0.0-1', 'ECOSYSTEM', '1.0.0', false],
  // To Dart what is behind a plus counts, to semantic versions it does not.
  ['Pub', '1.0.0', 'SEMVER', '1.0.0+1', true], ['npm', '1.0.0', 'SEMVER', '1.0.0+1', false],
  // Go writes its toolchain in its own way.
  ['Go', 'go1.21rc2', 'SEMVER', '1.21.0-rc.3', true], ['Go', 'go1.21rc2', 'SEMVER', '1.21.0-rc.2', false],
] as const)('%s %s in a range of type %s below %s: %s', ([ecosystem, version, type, fixed, expected]) => {
  expect(meant(ecosystem, version, type, { introduced: '0' }, { fixed })).toBe(expected);
});

// biome-ignore format: one line for each row
test.for([
  // Nothing comes before 0, not even what is ordered below it.
  ['0.0.0-a.3', [{ fixed: '0.0.0-a.2' }, { introduced: '0' }], false],
  ['0.0.0-a.1', [{ fixed: '0.0.0-a.2' }, { introduced: '0' }], true],
  ['0.0.0-a.3', [{ introduced: '0' }, { fixed: '0.0.0-a.2' }], false],
  // Events are in no order; a fix in the version of a new beginning wins.
  ['2.5.0', [{ fixed: '3.0.0' }, { introduced: '2.0.0' }], true],
  ['3.0.0', [{ fixed: '3.0.0' }, { introduced: '2.0.0' }], false],
  ['2.0.0', [{ fixed: '2.0.0' }, { introduced: '2.0.0' }], false],
  ['2.0.0', [{ introduced: '2.0.0' }, { fixed: '2.0.0' }], false],
  ['1.5.0', [{ introduced: '0' }, { last_affected: '1.0.0' }, { introduced: '1.5.0' }], true],
  // One limit that is not reached is enough.
  ['1.5.0', [{ introduced: '0' }, { limit: '1.0.0' }, { limit: '2.0.0' }], true],
  ['2.0.0', [{ introduced: '0' }, { limit: '1.0.0' }, { limit: '2.0.0' }], false],
] as Array<[string, RangeEvent[], boolean]>)('%s with the events %j: %s', ([version, events, expected]) => {
  expect(meant('npm', version, 'ECOSYSTEM', ...events)).toBe(expected);
});
