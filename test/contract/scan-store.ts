import { expect, test } from 'vitest';
import type { ScanRecord } from '../../src/scan/model/scan-record.ts';
import { sampleFinding } from '../support/sample-scan.ts';
import {
  act,
  bounds,
  claimRequest,
  completed,
  credential,
  ending,
  failed,
  jobOf,
  newScan,
  type OpenStores,
  withStores,
} from './scan-bench.ts';

/** What every store of scans has to guarantee, together with the queue that it shares transactions with. */
export function scanStoreContract(backend: string, open: OpenStores): void {
  const named = (guarantee: string) => `${backend} scan store: ${guarantee}`;

  test(named('a scan is pending, running and completed as its job is, and keeps what it found'), () =>
    withStores(open, async ({ scans, clock, create, claim }) => {
      const id = await create();
      expect(await scans.find('ten_a', id)).toMatchObject({ status: 'pending', attempt: 0 });
      clock.time += 10;
      const held = await claim();
      expect(await scans.find('ten_a', id)).toMatchObject({
        status: 'running',
        attempt: 1,
        startedAt: clock.time,
      });
      expect(await scans.finish(held, id, ending(completed, clock.time + 5))).toBe(true);
      const record = (await scans.find('ten_a', id))!;
      expect(record).toMatchObject({
        status: 'completed',
        attempt: 1,
        startedAt: clock.time,
        finishedAt: clock.time + 5,
      });
      expect(record.result).toMatchObject({
        commit: completed.commit,
        summary: completed.summary,
        truncated: false,
      });
      expect(await scans.findings(id)).toEqual({
        findings: completed.findings,
        suppressedFindings: completed.suppressedFindings,
      });
    }),
  );

  test(named('a failed scan keeps its error and has no result'), () =>
    withStores(open, async ({ scans, create, claim }) => {
      const id = await create();
      await scans.finish(await claim(), id, ending(failed, 5));
      expect(await scans.find('ten_a', id)).toMatchObject({
        status: 'failed',
        error: 'No.',
        errorCode: 'auth_failed',
      });
      expect(await scans.find('ten_a', id)).not.toHaveProperty('result');
    }),
  );

  test(named('a worker that lost its claim stores nothing, and the scan is pending again'), () =>
    withStores(open, async ({ scans, queue, clock, create, claim }) => {
      const id = await create();
      const lost = await claim();
      clock.time += 60_000;
      await queue.recover('scan');
      expect(await scans.find('ten_a', id)).toMatchObject({ status: 'pending', attempt: 1 });
      expect(await scans.finish(lost, id, ending(completed, 5))).toBe(false);
      expect(await scans.find('ten_a', id)).toMatchObject({ status: 'pending' });
      expect((await scans.findings(id)).findings).toEqual([]);

      const second = await claim();
      expect(await scans.finish(second, id, ending(failed, 6))).toBe(true);
      expect(await scans.finish(second, id, ending(completed, 7))).toBe(false);
      expect(await scans.finish(lost, id, ending(completed, 7))).toBe(false);
      expect(await scans.find('ten_a', id)).toMatchObject({ status: 'failed', finishedAt: 6, attempt: 2 });
    }),
  );

  test(named('a scan can be ended from outside once, and then its worker stores nothing'), () =>
    withStores(open, async ({ scans, queue, create, claim }) => {
      const running = await create();
      const held = await claim();
      const waiting = await create();
      for (const id of [running, waiting]) {
        expect(await scans.endNow(id, ending(failed, 5))).toBe(true);
        expect(await scans.endNow(id, ending(completed, 6))).toBe(false);
        expect(await scans.find('ten_a', id)).toMatchObject({ status: 'failed', finishedAt: 5 });
      }
      expect(await queue.heartbeat(held, 1000)).toBe(false);
      expect(await scans.finish(held, running, ending(completed, 6))).toBe(false);
      expect(await queue.depth()).toEqual([]);
    }),
  );

  test(named('what follows from the end of a scan is queued in the same step'), () =>
    withStores(open, async ({ scans, queue, clock, create, claim }) => {
      const id = await create();
      const followUps = [
        { ...jobOf({ tenantId: 'ten_a', keyId: 'key_a', scanId: id }, 'job_hook'), kind: 'webhook' },
      ];
      const lost = await claim();
      clock.time += 60_000;
      await queue.recover('scan');
      await scans.finish(lost, id, { ...ending(completed, 5), followUps });
      expect(await queue.claim({ ...claimRequest, kind: 'webhook' })).toBeUndefined();
      await scans.finish(await claim(), id, { ...ending(completed, 5), followUps });
      expect(await queue.claim({ ...claimRequest, kind: 'webhook' })).toMatchObject({ jobId: 'job_hook' });
    }),
  );

  test(named('a start that is refused leaves nothing behind, and one that is not leaves its receipt'), () =>
    withStores(open, async ({ scans, queue, clock, create, findReceipt }) => {
      await create();
      const scan = newScan('scan_x', clock.time);
      const receipt = {
        id: 'r1',
        tenantId: 'ten_a',
        bodyHash: 'h',
        expiresAt: 9e15,
        answer: (one: ScanRecord) => one.scanId,
      };
      const start = (change: Partial<typeof bounds>) =>
        scans.create(scan, jobOf(scan, 'job_x'), { ...bounds, ...change }, receipt);
      expect(await start({ maxWaiting: 1 })).toBe('queue_full');
      expect(await start({ maxWaitingPerKey: 1 })).toBe('key_full');
      expect(await start({ quota: { max: 1, since: 0 } })).toBe('quota_used_up');
      expect(await scans.find('ten_a', 'scan_x')).toBeUndefined();
      expect(await findReceipt('r1')).toBeUndefined();
      expect((await queue.depth())[0]).toMatchObject({ waiting: 1 });

      expect(await start({ quota: { max: 1, since: clock.time } })).toBe('queued');
      expect(await findReceipt('r1')).toBe('scan_x');
    }),
  );

  test(named('a start counts against the quota although its scan was deleted or is past its time'), () =>
    withStores(open, async ({ scans, clock, create, claim }) => {
      const quota = { max: 2, since: clock.time - 1_000 };
      const start = (name: string) => {
        const scan = newScan(`scan_${name}`, clock.time);
        return scans.create(scan, jobOf(scan, `job_${name}`), { ...bounds, quota });
      };
      const first = await create();
      await scans.finish(await claim(), first, ending(completed, 5));
      expect(await scans.remove('ten_a', first)).toBe('removed');
      expect(await start('second')).toBe('queued');
      expect(await start('third')).toBe('quota_used_up');
      await scans.finish(await claim(), 'scan_second', ending(completed, 5));
      await scans.removeFinishedBefore(Number.MAX_SAFE_INTEGER, 10);
      expect(await start('third')).toBe('quota_used_up');
      clock.time += 2_000;
      quota.since = clock.time - 1_000;
      expect(await start('third')).toBe('queued');
    }),
  );

  test(named('one tenant never sees scans, findings or secrets of another'), () =>
    withStores(open, async ({ scans, triage, secrets, create, claim }) => {
      const id = await create();
      await scans.finish(await claim(), id, ending(completed, 5));
      await secrets.addCredential(credential, act());
      expect(await scans.find('ten_b', id)).toBeUndefined();
      expect(await scans.list('ten_b', { limit: 10 })).toEqual([]);
      expect(await scans.remove('ten_b', id)).toBe('unknown');
      expect(await scans.usage('ten_b')).toEqual({ scans: 0, bytes: 0 });
      expect(await triage.findFindings('ten_b', [completed.findings[0]!.id])).toEqual([]);
      expect(await secrets.findCredential('ten_b', 'cred_1')).toBeUndefined();
      expect(await secrets.removeCredential('ten_b', 'cred_1', act())).toBe(false);
    }),
  );

  test(named('lists are newest first and filter by status, repository, branch and label'), () =>
    withStores(open, async ({ scans, create, claim }) => {
      const request = {
        repoUrl: 'https://example.com/b',
        branch: 'x',
        history: false,
        trustRepositoryConfig: false,
      };
      const first = await create();
      const second = await create({ request: { ...request, labels: { 'a.b': '1', "o'clock": 'ü' } } });
      const third = await create();
      await scans.finish(await claim(), first, ending(failed, 5));
      await claim();
      const ids = async (query: object) =>
        (await scans.list('ten_a', { limit: 10, ...query })).map((one) => one.scanId);
      expect(await ids({})).toEqual([third, second, first]);
      expect(await ids({ limit: 2 })).toEqual([third, second]);
      expect(await ids({ before: second })).toEqual([first]);
      expect(await ids({ status: 'failed' })).toEqual([first]);
      expect(await ids({ status: 'running' })).toEqual([second]);
      expect(await ids({ status: 'pending' })).toEqual([third]);
      expect(await ids({ repoUrl: 'https://example.com/b', branch: 'x' })).toEqual([second]);
      expect(await ids({ label: ['a.b', '1'] })).toEqual([second]);
      expect(await ids({ label: ["o'clock", 'ü'] })).toEqual([second]);
      expect(await ids({ label: ['a.b', '2'] })).toEqual([]);
    }),
  );

  test(named('removing takes only finished scans, with their findings and their room'), () =>
    withStores(open, async ({ scans, triage, create, claim }) => {
      const id = await create();
      expect(await scans.remove('ten_a', id)).toBe('unfinished');
      await scans.finish(await claim(), id, ending(completed, 5));
      expect((await scans.usage('ten_a')).bytes).toBeGreaterThan(500);
      expect(await scans.remove('ten_a', id)).toBe('removed');
      expect(await scans.remove('ten_a', id)).toBe('unknown');
      expect(await scans.usage('ten_a')).toEqual({ scans: 0, bytes: 0 });
      expect(await triage.findFindings('ten_a', [completed.findings[0]!.id])).toEqual([]);
    }),
  );

  test(named('old scans go first, whether by age or by room, and unfinished ones and the newest stay'), () =>
    withStores(open, async ({ scans, create, claim }) => {
      const ids: string[] = [];
      for (let i = 1; i <= 4; i++) {
        ids.push(await create());
        await scans.finish(await claim(), ids.at(-1)!, ending(completed, i * 100));
      }
      const open = await create();
      const left = async () => (await scans.list('ten_a', { limit: 10 })).map((one) => one.scanId);
      expect(await scans.removeFinishedBefore(200, 10)).toBe(1);
      expect(await left()).toEqual([open, ids[3], ids[2], ids[1]]);
      const { bytes } = await scans.usage('ten_a');
      expect(await scans.removeAboveBytes(bytes, 10)).toBe(0);
      expect(await scans.removeAboveBytes(bytes / 3 + 1, 1)).toBe(1);
      expect(await scans.removeAboveBytes(1, 10)).toBe(1);
      expect(await left()).toEqual([open, ids[3]]);
    }),
  );

  test(named('whoever removes scans, by name, age or room, leaves one job for each repository'), () =>
    withStores(open, async ({ scans, queue, create, claim, clock }) => {
      let jobs = 0;
      const followUp = ({ tenantId, repoUrl }: { tenantId: string; repoUrl: string }) => ({
        id: `job_after_${++jobs}`,
        kind: 'after',
        tenantId,
        keyId: 'service',
        payload: { repoUrl },
        runAt: clock.time,
      });
      const left = async () => (await queue.depth()).find(({ kind }) => kind === 'after')?.waiting ?? 0;
      const finished = async (at: number) => {
        const id = await create();
        await scans.finish(await claim(), id, ending(completed, at));
        return id;
      };
      expect(await scans.remove('ten_b', await finished(5), followUp)).toBe('unknown');
      expect(await left()).toBe(0);
      expect(await scans.remove('ten_a', await finished(5), followUp)).toBe('removed');
      expect(await left()).toBe(1);
      await finished(6);
      expect(await scans.removeFinishedBefore(100, 10, followUp)).toBe(2);
      expect(await left()).toBe(2);
      await finished(200);
      await finished(300);
      expect(await scans.removeAboveBytes(1, 10, followUp)).toBe(1);
      expect(await left()).toBe(3);
      expect((await queue.claim({ ...claimRequest, kind: 'after' }))!.payload).toEqual({
        repoUrl: 'https://example.com/a',
      });
    }),
  );

  test(
    named(
      'findings are found by their ids, each in the newest scan that has it, in the scans that are named',
    ),
    () =>
      withStores(open, async ({ scans, triage, create, claim }) => {
        const numbered = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, i) =>
            sampleFinding({ id: `fin_${from + i}`, fingerprint: `${from + i}` }),
          );
        const first = await create();
        await scans.finish(await claim(), first, ending({ ...completed, findings: numbered(0, 250) }, 5));
        const second = await create();
        await scans.finish(await claim(), second, ending({ ...completed, findings: numbered(100, 150) }, 6));
        const found = async (ids: string[], scanIds?: string[]) =>
          new Map(
            (await triage.findFindings('ten_a', ids, scanIds)).map(({ finding, scanId }) => [
              finding.id,
              scanId,
            ]),
          );
        expect(await found(['fin_3', 'fin_120', 'fin_249', 'fin_none'])).toEqual(
          new Map([
            ['fin_120', second],
            ['fin_3', first],
            ['fin_249', first],
          ]),
        );
        expect(await found(['fin_120'])).toEqual(new Map([['fin_120', second]]));
        expect(await found(['fin_120', 'fin_3'], [second])).toEqual(new Map([['fin_120', second]]));
        expect(await found(['fin_120'], [first])).toEqual(new Map([['fin_120', first]]));
        expect(await triage.findFindings('ten_b', ['fin_120', 'fin_3'])).toEqual([]);
      }),
  );

  test(named('many findings are kept in their order'), () =>
    withStores(open, async ({ scans, create, claim }) => {
      const findings = Array.from({ length: 3_000 }, (_, i) =>
        sampleFinding({ id: `fin_${i}`, fingerprint: `${i}` }),
      );
      const id = await create();
      await scans.finish(await claim(), id, ending({ ...completed, findings }, 5));
      expect((await scans.findings(id)).findings.map((one) => one.id)).toEqual(findings.map((one) => one.id));
      const some = ['fin_2999', 'fin_7', 'fin_x', completed.suppressedFindings[0]!.id, 'fin_150'];
      expect((await scans.findingsById(id, some)).map((one) => one.id)).toEqual(
        some.filter((one) => one !== 'fin_x'),
      );
      expect(await scans.findingsById('scan_x', some)).toEqual([]);
    }),
  );
}
