import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexShares, type SharedIndex } from './index-shares.ts';

const maxBytes = 1_000;
const now = 10_000_000;
const minute = 60_000;

const index = fc.record({
  tenantId: fc.constantFrom('a', 'b', 'c', 'd'),
  accountedBytes: fc.integer({ min: 1, max: 700 }),
  usedAt: fc.constantFrom(now, now - minute, now - 9 * minute, now - 10 * minute, now - 60 * minute),
});

function sharesOf(held: readonly SharedIndex[]) {
  const shares = new IndexShares(maxBytes);
  const byTenant: Record<string, number> = {};
  for (const { tenantId, accountedBytes } of held) {
    shares.add(tenantId, accountedBytes);
    byTenant[tenantId] = (byTenant[tenantId] ?? 0) + accountedBytes;
  }
  return { shares, byTenant, equal: maxBytes / Object.keys(byTenant).length };
}

test('a tenant with more than an equal share makes room in what is its own first, and only then among others', () => {
  fc.assert(
    fc.property(fc.array(index, { minLength: 2, maxLength: 12 }), (held) => {
      const { shares, byTenant, equal } = sharesOf(held);
      const wanted = held.at(-1)!;
      fc.pre(byTenant[wanted.tenantId]! > equal);
      const victims = [...shares.victimsFor(wanted, () => held, now)];
      const own = held.filter((one) => one !== wanted && one.tenantId === wanted.tenantId);
      expect(victims.slice(0, own.length)).toEqual(own);
    }),
  );
});

test('a tenant with more than half of the memory never gets what others with no more than an equal share have used in the last ten minutes', () => {
  fc.assert(
    fc.property(fc.array(index, { minLength: 2, maxLength: 12 }), (held) => {
      const { shares, byTenant, equal } = sharesOf(held);
      const wanted = held.at(-1)!;
      fc.pre(byTenant[wanted.tenantId]! > maxBytes / 2);
      const victims = new Set(shares.victimsFor(wanted, () => held, now));
      const kept = held.filter((one) => one !== wanted && !victims.has(one));
      const used = held.filter(
        (one) =>
          one.tenantId !== wanted.tenantId &&
          byTenant[one.tenantId]! <= equal &&
          now - one.usedAt < 10 * minute,
      );
      expect(kept).toEqual(used);
      expect(shares.usedByOthers(wanted.tenantId, held, now)).toBe(
        used.reduce((sum, { accountedBytes }) => sum + accountedBytes, 0),
      );
    }),
  );
});

test('everything else may go for a tenant with less, each index once, those of tenants with more than an equal share before the others', () => {
  fc.assert(
    fc.property(fc.array(index, { minLength: 2, maxLength: 12 }), (held) => {
      const { shares, byTenant, equal } = sharesOf(held);
      const wanted = held.at(-1)!;
      fc.pre(byTenant[wanted.tenantId]! <= maxBytes / 2);
      const victims = [...shares.victimsFor(wanted, () => held, now)];
      expect(new Set(victims)).toEqual(new Set(held.filter((one) => one !== wanted)));
      expect(victims).toHaveLength(held.length - 1);
      const isAbove = victims.map(({ tenantId }) => byTenant[tenantId]! > equal);
      expect(isAbove.lastIndexOf(true)).toBe(isAbove.filter(Boolean).length - 1);
    }),
  );
});

test('what was given back counts no more', () => {
  const shares = new IndexShares(maxBytes);
  shares.add('a', 600);
  shares.add('b', 100);
  shares.add('a', -600);
  const [wanted, other] = [
    { tenantId: 'a', accountedBytes: 10, usedAt: now },
    { tenantId: 'b', accountedBytes: 100, usedAt: now },
  ];
  expect([...shares.victimsFor(wanted, () => [wanted, other], now)]).toEqual([other]);
});
