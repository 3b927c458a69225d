import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LoadAdmission } from './load-admission.ts';

/** Loads that end when the test says so. */
function loads(admission: LoadAdmission) {
  const running: Array<{ entries: number; end: () => void }> = [];
  const begun: number[] = [];
  let most = 0;
  return {
    running,
    begun,
    most: () => most,
    start: (entries: number) =>
      admission.run(entries, () => {
        begun.push(entries);
        return new Promise<void>((end) => {
          running.push({ entries, end });
          most = Math.max(most, running.length);
        });
      }),
    async endFirst() {
      running.shift()!.end();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    },
  };
}

test('as many load at once as there are slots, and then the smallest first', async () => {
  const admitted = loads(new LoadAdmission({ slots: 2 }));
  const all = [50_000, 60_000, 90_000, 20_000, 70_000].map((entries) => admitted.start(entries));
  expect(admitted.begun).toEqual([50_000, 60_000]);
  while (admitted.running.length > 0) await admitted.endFirst();
  await Promise.all(all);
  expect(admitted.begun).toEqual([50_000, 60_000, 20_000, 70_000, 90_000]);
  expect(admitted.most()).toBe(2);
});

test('a small one never waits for larger ones, and large ones leave a slot to others', async () => {
  const admitted = loads(new LoadAdmission({ slots: 2 }));
  const all = [1_000_000, 2_000_000, 9_999, 50_000, 60_000, 10].map((entries) => admitted.start(entries));
  expect(admitted.begun).toEqual([1_000_000, 9_999, 50_000, 10]);
  while (admitted.running.length > 0) await admitted.endFirst();
  await Promise.all(all);
});

test('of small ones a few are loaded at once, whatever their number, and none is lost', async () => {
  const admitted = loads(new LoadAdmission({ slots: 2 }));
  const all = Array.from({ length: 40 }, (_, i) => admitted.start(100 + i));
  expect(admitted.begun).toHaveLength(8);
  while (admitted.running.length > 0) await admitted.endFirst();
  await Promise.all(all);
  expect(admitted.begun).toHaveLength(40);
  expect(admitted.most()).toBe(8);
});

test('more than can be loaded soon is refused with a time to come back, but never the only one that waits', async () => {
  const admitted = loads(new LoadAdmission({ slots: 1, maxWaitingEntries: 100_000 }));
  const all = [50_000, 5_000_000].map((entries) => admitted.start(entries));
  await expect(admitted.start(20_000)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
  while (admitted.running.length > 0) await admitted.endFirst();
  await Promise.all(all);
  const after = admitted.start(20_000);
  await admitted.endFirst();
  await after;
});

test('whoever waits gets a turn, however many smaller ones come', async () => {
  const admitted = loads(new LoadAdmission({ slots: 1 }));
  const all = [admitted.start(20_000), admitted.start(90_000)];
  for (let i = 0; i < 60; i++) {
    all.push(admitted.start(20_000));
    await admitted.endFirst();
  }
  expect(admitted.begun).toContain(90_000);
  while (admitted.running.length > 0) await admitted.endFirst();
  await Promise.all(all);
});

test('a giant gets its turn, though others take every slot that becomes free', async () => {
  const admitted = loads(new LoadAdmission({ slots: 2 }));
  const all = [admitted.start(20_000), admitted.start(20_000), admitted.start(900_000)];
  for (let i = 0; i < 80; i++) {
    all.push(admitted.start(20_000));
    await admitted.endFirst();
  }
  expect(admitted.begun).toContain(900_000);
  while (admitted.running.length > 0) await admitted.endFirst();
  await Promise.all(all);
});

test('every load that is not refused ends, also where some fail, and the slots are free again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.boolean()), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      async (wanted, slots) => {
        const admission = new LoadAdmission({ slots });
        let loading = 0;
        const ended = await Promise.allSettled(
          wanted.map(([entries, fails]) =>
            admission.run(entries, async () => {
              if (entries >= 10_000) expect(++loading).toBeLessThanOrEqual(slots);
              await Promise.resolve();
              if (entries >= 10_000) loading--;
              if (fails) throw new Error('failed');
            }),
          ),
        );
        expect(ended).toHaveLength(wanted.length);
        expect(admission.waiting).toBe(0);
        await admission.run(1_000_000, async () => undefined);
      },
    ),
  );
});
