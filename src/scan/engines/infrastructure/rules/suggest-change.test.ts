import { expect, test } from 'vitest';
import { readRuleFiles } from './compile-rules.ts';
import { suggestChange } from './suggest-change.ts';

test.for([
  ['EnableKeyRotation is not true and KeySpec not matches /^RSA/', 'Set `EnableKeyRotation` to `true`.'],
  ['remote.debugging is true', 'Set `remote.debugging` to `false`.'],
  ['missing log.bucket', 'Add `log.bucket`.'],
  ['mode != "ON"', 'Set `mode` to `ON`.'],
  ['level not in ["a", "b"]', 'Set `level` to `a` or `b`.'],
  ['network == "Allow"', 'Set `network` to `Deny`.'],
  ['missing channel or channel == "none"', 'Give `channel` another value than `none`.'],
  ['missing a and missing b and kind == "x"', 'Add `a`, or add `b`.'],
  ['a is not true or b is not true', 'Set `a` to `true`, and set `b` to `true`.'],
  ['not size >= 3', 'Set `size` to at least 3.'],
  ['count(servers) < 2', 'List at least 2 in `servers`.'],
  [
    'any(flags: name == "log" and value != "on")',
    'In entries of `flags` with `name` `log`, set `value` to `on`.',
  ],
  ['any(rules: missing action)', 'In every entry of `rules`, add `action`.'],
  [
    'not any(attributes: Key == "logs" and Value is true)',
    'Add an entry to `attributes` with `Key` `logs` and `Value` `true`.',
  ],
  ['secretEntry(environment)', 'Take the secret from a secret store, and change it now.'],
])('%s is mended thus: %s', ([when, suggestion]) => {
  expect(suggestChange(when!)).toBe(suggestion);
});

test.for([
  'text matches /curl/',
  'text == "on"',
  '$command == "kubelet"',
  'a matches /x/ or b is true',
  'kind == "x" and name contains "y"',
])('%s does not tell what to change, so a person has to', (when) => {
  expect(suggestChange(when)).toBeUndefined();
});

test('every rule says what to change, not that it should be changed', () => {
  for (const { id, suggestion } of [...readRuleFiles().values()].flat())
    expect(suggestion, id).not.toMatch(/as described|benchmark asks/);
});
