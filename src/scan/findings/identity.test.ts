import { expect, test } from 'vitest';
import { checkRepositoryUrl } from '../source/guard/url-guard.ts';
import { type AttributedFinding, hashSecret, identify, repositoryName } from './identity.ts';

const key = Buffer.alloc(32, 1);

function finding(overrides: Partial<AttributedFinding> = {}): AttributedFinding {
  return {
    engine: 'code',
    ruleId: 'code.sql-injection',
    severity: 'high',
    confidence: 'high',
    title: 't',
    description: 'd',
    file: 'src/db.ts',
    startLine: 10,
    endLine: 10,
    category: 'injection',
    cwe: ['CWE-89'],
    identity: { scope: 'load', tokens: 'query ( $ )' },
    ...overrides,
  };
}

test('moving, rewording and re-rating a problem keeps its id', () => {
  const [before] = identify([finding()], key, 'host/a');
  const [after] = identify(
    [finding({ startLine: 99, endLine: 100, title: 'x', severity: 'low' })],
    key,
    'host/a',
  );
  expect(after!.id).toBe(before!.id);
  expect(after!.fingerprint).toBe(before!.fingerprint);
});

test('another rule, path, scope, text, repository or tenant is another id', () => {
  const ids = [
    identify([finding()], key, 'host/a'),
    identify([finding({ ruleId: 'code.xss' })], key, 'host/a'),
    identify([finding({ file: 'src/other.ts' })], key, 'host/a'),
    identify([finding({ identity: { scope: 'save', tokens: 'query ( $ )' } })], key, 'host/a'),
    identify([finding({ identity: { scope: 'load', tokens: 'exec ( $ )' } })], key, 'host/a'),
    identify([finding()], key, 'host/b'),
    identify([finding()], Buffer.alloc(32, 2), 'host/a'),
  ].map(([one]) => one!.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('equal problems in one file are counted, so that ids are unique', () => {
  const all = identify([finding(), finding({ startLine: 20 }), finding({ startLine: 30 })], key, 'host/a');
  expect(all.map(({ fingerprint }) => fingerprint.split(':')[1])).toEqual(['1', '2', '3']);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
});

test('a secret’s hash depends on the tenant', () => {
  expect(hashSecret(key, 'x')).toBe(hashSecret(key, 'x'));
  expect(hashSecret(key, 'x')).not.toBe(hashSecret(Buffer.alloc(32, 2), 'x'));
});

test('a repository has one name however its URL is written', () => {
  const names = ['https://host/a/b.git', 'https://HOST/a/b', 'https://host:443/A/b/'].map((url) =>
    repositoryName(checkRepositoryUrl(url, [])),
  );
  expect(new Set(names).size).toBe(1);
});

// Baselines, suppressions and decisions name findings by these: another way to count them would bring every old problem up again.
test('a fingerprint, an id and the hash of a secret are what they were in every release before', () => {
  const [one] = identify([finding()], key, 'host/a');
  expect(one!.fingerprint).toBe('285a602e78699d68f8717532d01c39ca:1');
  expect(one!.id).toBe('fin_WCGQD092HJNVR640HTH5X7YWXC');
  expect(hashSecret(key, 'value')).toBe('31a6e25b63735b4291f63781d6f46a2e');
});
