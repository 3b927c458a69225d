import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { indexKey } from './index-key.ts';
import { IndexShares, type SharedIndex } from './index-shares.ts';
import { LoadAdmission } from './load-admission.ts';

describe('loads at both sides of their limits', () => {
  /** Loads that begin and never end, unless they are told to. */
  function begun(admission: LoadAdmission, ...loads: number[]) {
    const list: number[] = [];
    const ends: Array<() => void> = [];
    const failures: unknown[] = [];
    const start = (entries: number) =>
      void admission
        .run(entries, () => {
          list.push(entries);
          return new Promise<void>((end) => ends.push(end));
        })
        .catch((error: unknown) => failures.push(error));
    for (const entries of loads) start(entries);
    const endFirst = async () => {
      ends.shift()!();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    };
    return { list, start, endFirst, failures };
  }

  test('10,000 entries are no small one any more, 100,000 are a large one', () => {
    expect(begun(new LoadAdmission({ slots: 1 }), 10_000, 9_999, 10_000).list).toEqual([10_000, 9_999]);
    // A large one never takes the last slot, unless there is only one.
    expect(begun(new LoadAdmission({ slots: 2 }), 100_000, 100_000).list).toEqual([100_000]);
    expect(begun(new LoadAdmission({ slots: 2 }), 99_999, 99_999).list).toEqual([99_999, 99_999]);
    expect(begun(new LoadAdmission({ slots: 1 }), 100_000).list).toEqual([100_000]);
    expect(begun(new LoadAdmission({ slots: 3 }), 100_000, 100_000, 100_000).list).toHaveLength(2);
    expect(begun(new LoadAdmission({ slots: 1 }), 1, 1, 1, 1, 1).list).toHaveLength(4);
  });

  test('by default a quarter of the processors load, two at least, and two million entries wait for each', async () => {
    const slots = Math.max(2, Math.floor(availableParallelism() / 4));
    const loads = begun(new LoadAdmission(), ...Array(slots + 1).fill(50_000));
    expect(loads.list).toHaveLength(slots);
    loads.start(2_000_000 * slots - 50_000);
    loads.start(1);
    await Promise.resolve();
    expect(loads.failures).toEqual([]);
    loads.start(50_000);
    await Promise.resolve();
    expect(loads.failures).toHaveLength(1);
  });

  test('as many entries wait as may, and what began to load does not wait any more', async () => {
    const loads = begun(new LoadAdmission({ slots: 1, maxWaitingEntries: 100_000 }), 20_000, 40_000, 60_000);
    await Promise.resolve();
    expect(loads.failures).toEqual([]);
    loads.start(10_000);
    await Promise.resolve();
    expect(loads.failures).toMatchObject([{ code: 'overloaded', retryAfterSeconds: 5 }]);
    await loads.endFirst();
    expect(loads.list).toEqual([20_000, 40_000]);
    loads.start(40_000);
    await Promise.resolve();
    expect(loads.failures).toHaveLength(1);
  });

  test('one that was passed over fifty times is next, and nobody of its kind is let in before it', async () => {
    const loads = begun(new LoadAdmission({ slots: 1 }), 20_000, 90_000);
    for (let i = 0; i < 50; i++) {
      // Of equally small ones the first.
      loads.start(30_000);
      await loads.endFirst();
    }
    expect(loads.list).toHaveLength(51);
    expect(loads.list).not.toContain(90_000);
    loads.start(30_000);
    // Small ones are of another kind.
    loads.start(5);
    await loads.endFirst();
    expect(loads.list.slice(51)).toEqual([5, 90_000]);
  });
});

describe('memory that tenants share', () => {
  const index = (tenantId: string, accountedBytes: number, usedAt = 1_000_000): SharedIndex => ({
    tenantId,
    accountedBytes,
    usedAt,
  });
  const sharesOf = (held: readonly SharedIndex[]) => {
    const shares = new IndexShares(1_000);
    for (const { tenantId, accountedBytes } of held) shares.add(tenantId, accountedBytes);
    return shares;
  };

  test('whoever has more than an equal share gives first, whoever has just that does not', () => {
    const held = [index('b', 500), index('a', 501)];
    const wanted = index('c', 0);
    expect([...sharesOf(held).victimsFor(wanted, () => held, 1_000_000)]).toEqual([held[1], held[0]]);
    expect(sharesOf(held).usedByOthers('c', held, 1_000_000)).toBe(500);
  });

  test('whoever has half of the memory still takes from others, whoever has more does not, unless it is cold', () => {
    const other = index('b', 100);
    const half = [index('a', 500), other];
    expect([...sharesOf(half).victimsFor(index('a', 0), () => half, 1_000_000)]).toEqual(half);
    const more = [index('a', 501), other];
    expect([...sharesOf(more).victimsFor(index('a', 0), () => more, 1_000_000)]).toEqual([more[0]]);
    expect([...sharesOf(more).victimsFor(index('a', 0), () => more, 1_000_000 + 599_999)]).toEqual([more[0]]);
    expect([...sharesOf(more).victimsFor(index('a', 0), () => more, 1_000_000 + 600_000)]).toEqual(more);
    expect(sharesOf(more).usedByOthers('a', more, 1_000_000 + 599_999)).toBe(100);
    expect(sharesOf(more).usedByOthers('a', more, 1_000_000 + 600_000)).toBe(0);
  });

  test('whoever has given everything back does not count among those that share', () => {
    const held = [index('a', 600), index('b', 300)];
    const shares = sharesOf(held);
    shares.add('c', 50);
    shares.add('c', -50);
    // Two share: 500 each.
    expect([...shares.victimsFor(index('d', 0), () => held, 1_000_000)]).toEqual(held);
    expect(shares.usedByOthers('d', held, 1_000_000)).toBe(300);
    shares.add('c', 1);
    // Three: 333 each, and b still has less.
    expect(shares.usedByOthers('d', held, 1_000_000)).toBe(300);
    shares.add('e', 1);
    expect(shares.usedByOthers('d', held, 1_000_000)).toBe(0);
  });
});

test('an index is known by its namespace and by 16 letters of the hash of its model', () => {
  const [one, two] = [
    indexKey({ id: 'ns', model: 'one' } as never),
    indexKey({ id: 'ns', model: 'two' } as never),
  ];
  expect(one).toMatch(/^ns-[0-9a-f]{16}$/);
  expect(two).not.toBe(one);
  expect(indexKey({ id: 'ns', model: 'two' } as never)).toBe(two);
  expect(indexKey({ id: 'ns', model: 'one' } as never)).toBe(one);
  expect(indexKey({ id: 'other', model: 'one' } as never)).toBe(one.replace('ns', 'other'));
});
