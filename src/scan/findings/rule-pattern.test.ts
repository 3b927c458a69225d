import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { engineRegistry } from '../engines/registry.ts';
import { compileRulePattern, type NamedRule } from './rule-pattern.ts';

test('a rule is meant by its id, behind its engine, and by a pattern of either', () => {
  const rule: NamedRule = { ruleId: 'github-token', engine: 'secrets' };
  for (const pattern of ['github-token', 'secrets.github-token', 'secrets.*', 'github-*', '*']) {
    expect(compileRulePattern(pattern)(rule), pattern).toBe(true);
  }
  for (const pattern of ['github', 'code.*', 'secrets', 'code.github-token']) {
    expect(compileRulePattern(pattern)(rule), pattern).toBe(false);
  }
});

test('every rule that the guide names as an example exists', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/scanning.md', import.meta.url), 'utf8');
  const config = parse(/```yaml\n(exclude:[\s\S]*?)```/.exec(guide)![1]!) as {
    suppressions: Array<{ rule: string }>;
    rules: Record<string, string>;
  };
  const inline = [...guide.matchAll(/lorekeep-ignore\[([^\]]+)\]/g)].map(([, id]) => id!);
  const patterns = [...config.suppressions.map(({ rule }) => rule), ...Object.keys(config.rules), ...inline];
  const engines = await Promise.all(engineRegistry.map(({ create }) => create({})));
  const rules = engines.flatMap((engine) =>
    engine.rules.map(({ id }): NamedRule => ({ ruleId: id, engine: engine.id })),
  );
  expect(patterns.length).toBeGreaterThan(3);
  for (const pattern of patterns) expect(rules.some(compileRulePattern(pattern)), pattern).toBe(true);
});
