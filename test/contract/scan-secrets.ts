import { expect, test } from 'vitest';
import { act, completed, credential, decide, ending, type OpenStores, withStores } from './scan-bench.ts';

/** What every store of decisions, credentials and webhook secrets has to guarantee. */
export function scanSecretsContract(backend: string, open: OpenStores): void {
  const named = (guarantee: string) => `${backend} scan secrets and triage: ${guarantee}`;

  test(named('a decision about a finding holds until it expires or the finding is opened again'), () =>
    withStores(open, async ({ scans, triage, create, claim }) => {
      const [first, second] = [await create(), await create()];
      for (const id of [first, second]) await scans.finish(await claim(), id, ending(completed, 5));
      const findingId = completed.findings[0]!.id;
      expect(await triage.findFindings('ten_a', [findingId])).toEqual([
        { scanId: second, repoUrl: 'https://example.com/a', finding: completed.findings[0] },
      ]);
      const decision = {
        status: 'accepted_risk',
        reason: 'Known.',
        updatedAt: 1,
        updatedBy: 'key_a',
      } as const;
      await decide(triage, 'ten_a', findingId, { ...decision, expiresAt: 1000 });
      await decide(triage, 'ten_a', 'fin_other', { ...decision, status: 'false_positive' });
      await decide(triage, 'ten_b', findingId, decision);
      expect(await triage.decisionsOf('ten_a', [findingId, 'fin_none'])).toEqual(
        new Map([[findingId, { ...decision, expiresAt: 1000 }]]),
      );
      expect((await triage.decisions('ten_a', 999)).map((one) => one.findingId)).toEqual([
        findingId,
        'fin_other',
      ]);
      expect(await triage.decisions('ten_a', 1000)).toEqual([
        { findingId: 'fin_other', status: 'false_positive', reason: 'Known.' },
      ]);
      await decide(triage, 'ten_a', 'fin_other');
      expect(await triage.decisions('ten_a', 1000)).toEqual([]);
    }),
  );

  test(named('credentials come back as they were stored, until they are removed'), () =>
    withStores(open, async ({ secrets }) => {
      await secrets.addCredential(credential, act());
      await secrets.markCredentialUsed('cred_1', 77);
      const found = (await secrets.findCredential('ten_a', 'cred_1'))!;
      expect({ ...found, sealed: [...found.sealed] }).toEqual({
        ...credential,
        sealed: [1, 2, 3],
        lastUsedAt: 77,
      });
      expect(await secrets.listCredentials('ten_a')).toHaveLength(1);
      expect(await secrets.removeCredential('ten_a', 'cred_1', act())).toBe(true);
      expect(await secrets.listCredentials('ten_a')).toEqual([]);
    }),
  );

  test(named('a new webhook secret lets the others expire, the earliest end holding'), () =>
    withStores(open, async ({ secrets }) => {
      const add = (id: string, othersExpireAt: number) =>
        secrets.addWebhookSecret(
          { secretId: id, tenantId: 'ten_a', sealed: new Uint8Array([1]), createdAt: 1 },
          othersExpireAt,
          act(),
        );
      await add('hook_1', 100);
      await add('hook_2', 200);
      await add('hook_3', 300);
      const list = async (now: number) =>
        (await secrets.listWebhookSecrets('ten_a', now)).map((one) => [one.secretId, one.expiresAt]);
      expect(await list(150)).toEqual([
        ['hook_3', undefined],
        ['hook_2', 300],
        ['hook_1', 200],
      ]);
      expect(await list(200)).toEqual([
        ['hook_3', undefined],
        ['hook_2', 300],
      ]);
      expect(await secrets.removeExpiredWebhookSecrets(200)).toBe(1);
      expect(await secrets.removeWebhookSecret('ten_b', 'hook_2', act())).toBe(false);
      expect(await secrets.removeWebhookSecret('ten_a', 'hook_2', act())).toBe(true);
    }),
  );
}
