import { expect, test } from 'vitest';
import type { NewJob } from '../../src/jobs/job-queue.ts';
import type { StoredDecision } from '../../src/scan/service/triage-store.ts';
import { act, completed, credential, ending, type OpenStores, withStores } from './scan-bench.ts';

const decision: StoredDecision = {
  status: 'accepted_risk',
  reason: 'Known.',
  updatedAt: 1,
  updatedBy: 'key_a',
};
const jobs = (prefix: string) => (findingIds: readonly string[]) =>
  findingIds.map(
    (findingId): NewJob => ({
      id: `${prefix}_${findingId}`,
      kind: 'remember',
      tenantId: 'ten_a',
      keyId: 'key_a',
      payload: { findingId },
      runAt: 0,
    }),
  );

/** What every store has to guarantee of batches of decisions, of what follows from a change, and of the record of who made it. */
export function scanDecisionsContract(backend: string, open: OpenStores): void {
  const named = (guarantee: string) => `${backend} decisions: ${guarantee}`;

  test(named('a change brings its record and its jobs along'), () =>
    withStores(open, async ({ triage, queue, audited }) => {
      const audit = [act(), act()];
      const changes = [{ findingId: 'f1', decision }];
      await triage.change({ tenantId: 'ten_a', at: 5, changes, audit, jobs: jobs('job')(['f1', 'f2']) });
      expect((await audited()).sort()).toEqual(audit.map(({ id }) => id).sort());
      expect(await queue.depth()).toEqual([
        { kind: 'remember', waiting: 2, running: 0, oldestWaitingSince: expect.any(Number) },
      ]);
    }),
  );

  test(named('a batch is undone once, but for findings that were decided about since'), () =>
    withStores(open, async ({ triage, queue, audited }) => {
      const decide = (findingId: string, of: StoredDecision | undefined, batchId?: string) =>
        triage.change({
          tenantId: 'ten_a',
          at: 5,
          changes: [{ findingId, ...(of && { decision: of }) }],
          audit: [],
          jobs: [],
          ...(batchId !== undefined && { batch: { id: batchId, by: 'key_a' } }),
        });
      const batched = { ...decision, status: 'false_positive', batchId: 'bat_1' } as const;
      await decide('f1', decision);
      await decide('opened', decision);
      await triage.change({
        tenantId: 'ten_a',
        at: 6,
        changes: [
          { findingId: 'f1', decision: batched },
          { findingId: 'f2', decision: batched },
          { findingId: 'f3', decision: batched },
          { findingId: 'opened' },
        ],
        audit: [],
        jobs: [],
        batch: { id: 'bat_1', by: 'key_a' },
      });
      await decide('f3', decision);
      const undo = (tenantId: string, batchId: string) => {
        const audit = act();
        return {
          audit,
          done: triage.undo(tenantId, batchId, { at: 7, audit, jobs: jobs(`undo_${audit.id}`) }),
        };
      };
      expect(await undo('ten_a', 'bat_none').done).toBeUndefined();
      expect(await undo('ten_b', 'bat_1').done).toBeUndefined();
      const { audit, done } = undo('ten_a', 'bat_1');
      expect(await done).toEqual({ undone: ['f1', 'f2', 'opened'], skipped: ['f3'] });
      expect(await audited()).toEqual([audit.id]);
      expect((await queue.depth())[0]!.waiting).toBe(3);
      const now = await triage.decisionsOf('ten_a', ['f1', 'f2', 'f3', 'opened']);
      expect(Object.fromEntries(now)).toEqual({ f1: decision, f3: decision, opened: decision });
      expect(await undo('ten_a', 'bat_1').done).toEqual({
        undone: [],
        skipped: ['f1', 'f2', 'f3', 'opened'],
      });
      expect(await audited()).toHaveLength(1);
    }),
  );

  test(named('batches are kept for as long as they can be undone'), () =>
    withStores(open, async ({ triage }) => {
      const change = { tenantId: 'ten_a', changes: [{ findingId: 'f1' }], audit: [], jobs: [] };
      for (const at of [5, 6])
        await triage.change({ ...change, at, batch: { id: `bat_${at}`, by: 'key_a' } });
      expect(await triage.removeBatchesBefore(5)).toBe(0);
      expect(await triage.removeBatchesBefore(6)).toBe(1);
      const command = { at: 9, audit: act(), jobs: () => [] };
      expect(await triage.undo('ten_a', 'bat_5', command)).toBeUndefined();
      expect(await triage.undo('ten_a', 'bat_6', command)).toBeDefined();
    }),
  );

  test(named('decisions know their repository once it is noted, and go with it'), () =>
    withStores(open, async ({ triage, audited }) => {
      for (const findingId of ['f2', 'f1', 'f3'])
        await triage.change({
          tenantId: 'ten_a',
          at: 5,
          changes: [
            { findingId, decision: findingId === 'f3' ? { ...decision, repoUrl: 'https://b' } : decision },
          ],
          audit: [],
          jobs: [],
        });
      for (const findingId of ['f1', 'f2', 'f3'])
        await triage.noteRepository('ten_a', findingId, 'https://a');
      await triage.noteRepository('ten_b', 'f1', 'https://c');
      const repositories = async () =>
        [...(await triage.decisionsOf('ten_a', ['f1', 'f2', 'f3']))]
          .map(([id, { repoUrl }]) => `${id} ${repoUrl}`)
          .sort();
      expect(await repositories()).toEqual(['f1 https://a', 'f2 https://a', 'f3 https://b']);
      const asked: string[][] = [];
      const audit = act();
      const remove = (tenantId: string) =>
        triage.removeDecisions(tenantId, 'https://a', {
          at: 9,
          audit: tenantId === 'ten_a' ? audit : act(),
          jobs: (ids) => {
            asked.push([...ids]);
            return [];
          },
        });
      expect(await remove('ten_a')).toEqual(['f1', 'f2']);
      expect(asked.at(-1)).toEqual(['f1', 'f2']);
      expect(await audited()).toEqual([audit.id]);
      expect(await repositories()).toEqual(['f3 https://b']);
    }),
  );

  test(
    named('findings are found one by one or many at once, in the scans that are named, newest first'),
    () =>
      withStores(open, async ({ scans, triage, create, claim }) => {
        const [first, second] = [await create(), await create()];
        for (const id of [first, second]) await scans.finish(await claim(), id, ending(completed, 5));
        const ids = completed.findings.map(({ id }) => id);
        const found = async (wanted: string[], within?: string[]) =>
          (await triage.findFindings('ten_a', wanted, within))
            .map(({ scanId, finding }) => `${scanId} ${finding.id}`)
            .sort();
        expect(await found(ids)).toEqual(ids.map((id) => `${second} ${id}`).sort());
        expect(await found([ids[1]!], [first])).toEqual([`${first} ${ids[1]}`]);
        expect(await found(ids.slice(0, 2), [first])).toEqual(
          ids
            .slice(0, 2)
            .map((id) => `${first} ${id}`)
            .sort(),
        );
        expect(await found([...ids, 'fin_none'])).toHaveLength(ids.length);
        expect(await found(['fin_none'])).toEqual([]);
        expect(await found([])).toEqual([]);
        expect(await found(ids, [])).toEqual([]);
        expect(await triage.findFindings('ten_b', ids)).toEqual([]);
      }),
  );

  test(
    named('secrets leave a record of who changed them, and a receipt; what changes nothing leaves none'),
    () =>
      withStores(open, async ({ secrets, audited, findReceipt }) => {
        const receipt = (id: string) => ({
          id,
          tenantId: 'ten_a',
          bodyHash: 'h',
          expiresAt: 9e12,
          answer: (result: { createdAt: number }) => ({ at: result.createdAt }),
        });
        const acts = Array.from({ length: 6 }, act);
        await secrets.addCredential(credential, acts[0]!, receipt('r1'));
        const hook = { secretId: 'hook_1', tenantId: 'ten_a', sealed: new Uint8Array([1]), createdAt: 7 };
        await secrets.addWebhookSecret(hook, 100, acts[1]!, receipt('r2'));
        expect([await findReceipt('r1'), await findReceipt('r2')]).toEqual([{ at: 5 }, { at: 7 }]);
        expect(await secrets.removeCredential('ten_b', 'cred_1', acts[2]!)).toBe(false);
        expect(await secrets.removeWebhookSecret('ten_a', 'hook_2', acts[3]!)).toBe(false);
        expect(await secrets.removeCredential('ten_a', 'cred_1', acts[4]!)).toBe(true);
        expect(await secrets.removeWebhookSecret('ten_a', 'hook_1', acts[5]!)).toBe(true);
        const left = [0, 1, 4, 5].map((n) => acts[n]!.id);
        expect((await audited()).sort()).toEqual(left.sort());
        expect(await secrets.findCredential('ten_a', 'cred_1')).toBeUndefined();
        expect(await secrets.removeExpiredWebhookSecrets(9e12)).toBe(0);
      }),
  );
}
