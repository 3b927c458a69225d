import { expect, test } from 'vitest';
import type { SecretRule } from '../../../model/secret-rule.ts';
import type { Engine } from '../../engine.ts';
import { testRules } from './test-rules.ts';

/** Finds the rule in every text with its id. */
const engine = {
  analyse: ({ path, text, bytes }: { path: string; text: string; bytes: Uint8Array }) => ({
    findings:
      text.includes('found') && bytes.length === text.length ? [{ ruleId: path.replace('.conf', '') }] : [],
  }),
} as unknown as Engine;
const rule = (examples: string[], nearMisses: string[], change: object = {}) =>
  ({ id: 'settings', examples, nearMisses, ...change }) as unknown as SecretRule;

test.for([
  ['all as they should be', rule(['found', 'found ü'], ['lost']), []],
  ['an example that is not found', rule(['found', 'lost'], []), ['settings: example 2 is not found: lost']],
  ['a near miss that is', rule([], ['lost', 'lost', 'found']), ['settings: near miss 3 is found: found']],
  [
    'a rule of another file',
    rule(['found'], [], { examplePath: 'other.conf' }),
    ['settings: example 1 is not found: found'],
  ],
  [
    'a text of 100 characters',
    rule(['x'.repeat(100)], []),
    [`settings: example 1 is not found: ${'x'.repeat(100)}`],
  ],
  ['a longer one', rule(['x'.repeat(101)], []), [`settings: example 1 is not found: ${'x'.repeat(100)}…`]],
] as Array<[string, SecretRule, string[]]>)('examples of a rule: %s', ([, written, expected]) => {
  expect(testRules([written], engine).map(({ ruleId, problem }) => `${ruleId}: ${problem}`)).toEqual(
    expected,
  );
});
