import { expect, test } from 'vitest';
import { RuleCatalogue } from '../../src/scan/catalogue/rule-catalogue.ts';
import { openScanApp } from '../support/scan-app.ts';

const rules = '/v1/security/rules';

interface Row {
  id: string;
  engine: string;
  severity: string;
  languages: string[];
  cwe: string[];
}

test('every built-in rule is listed once, filters and pages choose among them, and each shows what it finds', async () => {
  const { call } = await openScanApp();
  const first = await call('GET', `${rules}?limit=200`);
  const ids: string[] = first.data.items.map(({ id }: Row) => id);
  for (let cursor = first.data.nextCursor; cursor !== undefined; ) {
    const { data } = await call('GET', `${rules}?limit=200&cursor=${cursor}`);
    ids.push(...data.items.map(({ id }: Row) => id));
    cursor = data.nextCursor;
  }
  expect(ids.length).toBe(first.data.total);
  expect(ids.length).toBeGreaterThan(3_000);
  expect(ids).toEqual([...new Set(ids)].sort());
  const some = await call(
    'GET',
    `${rules}?engine=code&language=kotlin&severity=critical,high&cwe=CWE-89&q=SQL`,
  );
  expect(some.data.items.length).toBeGreaterThan(0);
  for (const rule of some.data.items as Row[]) {
    expect(rule).toMatchObject({ engine: 'code', severity: expect.stringMatching(/critical|high/) });
    expect(rule.languages).toContain('kotlin');
    expect(rule.cwe).toContain('CWE-89');
    expect(rule).not.toHaveProperty('examples');
  }
  expect((await call('GET', `${rules}?language=none`)).data).toEqual({ items: [], total: 0 });

  const [code] = (await call('GET', `${rules}?engine=code&q=sql-injection&limit=1`)).data.items;
  const { data } = await call('GET', `${rules}/${code.id}`);
  expect(data).toMatchObject({ ...code, description: expect.any(String), suggestion: expect.any(String) });
  const { examples } = data as { examples: Array<{ matches: boolean; files: unknown[] }> };
  expect(examples.map(({ matches }) => matches)).toEqual(expect.arrayContaining([true, false]));
  expect(examples[0]!.files[0]).toEqual({ path: expect.any(String), text: expect.any(String) });
  const secret = await call('GET', `${rules}/aws-access-key-id`);
  expect(secret.text).not.toMatch(/AKIA[A-Z0-9]{16}/);
  expect((await call('GET', `${rules}/none`)).data.code).toBe('not_found');
  expect((await call('GET', `${rules}?cwe=89`)).data.code).toBe('validation_failed');
  expect((await call('GET', `${rules}?engine=none`)).data.code).toBe('validation_failed');
});

test('rules that could not be read are read again at the next request', async () => {
  let reads = 0;
  const catalogue = new RuleCatalogue(async () => {
    if (++reads === 1) throw new Error('Too many open files.');
    return [];
  });
  await expect(catalogue.find('a')).rejects.toThrow('Too many open files.');
  expect(await catalogue.find('a')).toBeUndefined();
  expect(await catalogue.list({}, { limit: 5 })).toEqual({ items: [], total: 0 });
  expect(reads).toBe(2);
});
