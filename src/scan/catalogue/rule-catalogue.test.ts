import { expect, test } from 'vitest';
import type { CataloguedRule } from '../model/catalogued-rule.ts';
import { RuleCatalogue, type RuleFilter } from './rule-catalogue.ts';
import { readWrittenRules } from './written-rules.ts';

const rule = (id: string, change: Partial<CataloguedRule> = {}) =>
  ({
    id,
    title: `Title of ${id}`,
    engine: 'code',
    severity: 'high',
    languages: ['python'],
    cwe: ['CWE-1'],
    ...change,
  }) as CataloguedRule;
const all = [
  rule('a'),
  rule('b', { engine: 'secrets', languages: [] }),
  rule('c', { severity: 'low', cwe: ['CWE-2'] }),
  rule('d', { languages: ['go', 'ruby'] }),
];

test.for<[RuleFilter, string[]]>([
  [{}, ['a', 'b', 'c', 'd']],
  [{ engine: ['secrets'] }, ['b']],
  [{ severity: ['low', 'info'] }, ['c']],
  [{ language: 'ruby' }, ['d']],
  [{ cwe: 'CWE-2' }, ['c']],
  [{ text: 'TITLE OF B' }, ['b']],
  [{ text: 'nothing' }, []],
])('rules by %j', async ([filter, expected]) => {
  const { items, total } = await new RuleCatalogue(async () => all).list(filter, { limit: 10 });
  expect([items.map(({ id }) => id), total]).toEqual([expected, expected.length]);
});

test('pages follow each other by id, and the last says that it is', async () => {
  const catalogue = new RuleCatalogue(async () => all);
  const page = async (after: string | undefined, limit: number) => {
    const { items, next } = await catalogue.list({}, { after, limit });
    return [items.map(({ id }) => id).join(''), next];
  };
  expect(await page(undefined, 3)).toEqual(['abc', 'c']);
  expect(await page('c', 3)).toEqual(['d', undefined]);
  expect(await page('b', 2)).toEqual(['cd', undefined]);
  expect(await page('d', 2)).toEqual(['', undefined]);
  expect(await catalogue.find('b')).toBe(all[1]);
  expect(await catalogue.find('x')).toBeUndefined();
});

test('what could not be read is read again, what was read is kept', async () => {
  let reads = 0;
  const catalogue = new RuleCatalogue(async () => {
    if (++reads === 1) throw new Error('away');
    return all;
  });
  await expect(catalogue.find('a')).rejects.toThrow('away');
  expect(await catalogue.find('a')).toBe(all[0]);
  await catalogue.list({}, { limit: 1 });
  expect(reads).toBe(2);
});

test('rule files give every engine’s rules their languages and at most ten examples of 4,000 characters', () => {
  const written = readWrittenRules();
  expect(written.get('kubernetes.privileged-container')!.languages).toEqual(['kubernetes']);
  expect(written.get('terraform.aws.public.db-instance')!.languages).toEqual(['terraform']);
  expect(written.get('python-sql-injection')!.languages).toEqual(['python']);
  expect(written.get('github-token')!.languages).toEqual([]);
  const { examples } = written.get('supply-chain.bidi-control')!;
  expect(new Set(examples.map(({ matches }) => matches))).toEqual(new Set([true, false]));
  const lists = [...written.values()].map((each) => each.examples);
  expect(Math.max(...lists.map((list) => list.filter(({ matches }) => matches).length))).toBe(5);
  expect(Math.max(...lists.map((list) => list.length))).toBe(10);
  expect(
    Math.max(...lists.flatMap((list) => list.flatMap(({ files }) => files.map(({ text }) => text.length)))),
  ).toBeLessThanOrEqual(4_001);
  const paths = (id: string) => [
    ...new Set(written.get(id)!.examples.flatMap(({ files }) => files.map(({ path }) => path))),
  ];
  expect(paths('github-token')).toEqual(['example']);
});
