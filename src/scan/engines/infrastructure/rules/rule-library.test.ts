import { expect, test } from 'vitest';
import { RuleLibrary } from './rule-library.ts';

const ids = new Set(['dockerfile.base-image.digest', 'workflow.permissions.missing']);

test('some rules are described as they are among all', () => {
  const all = new RuleLibrary().descriptions().filter(({ id }) => ids.has(id));
  expect(all).toHaveLength(2);
  const fresh = new RuleLibrary();
  expect(fresh.descriptionsOf(ids)).toEqual(all);
  const reading = new RuleLibrary();
  reading.pack('workflow');
  reading.pack('dockerfile');
  expect(reading.descriptionsOf(ids)).toEqual(all);
});
