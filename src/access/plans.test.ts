import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinPlan, type Plan } from './plans.ts';

const plan = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  searchLimitDefault: fc.integer({ min: 1, max: 20 }),
  requestsPerMinute: fc.integer({ min: 0, max: 3 }),
  maxEntries: fc.integer({ min: 0, max: 3 }),
  scansPerDay: fc.integer({ min: 0, max: 3 }),
}) satisfies fc.Arbitrary<Plan>;

const limits = ['requestsPerMinute', 'maxEntries', 'scansPerDay'] as const;
const allowed = (one: Plan, limit: (typeof limits)[number]): number => one[limit] || Number.POSITIVE_INFINITY;

test('a plan is within another when no limit of it allows more, and 0 allows anything', () => {
  fc.assert(
    fc.property(plan, plan, (one, other) => {
      const lower = limits.every((limit) => allowed(one, limit) <= allowed(other, limit));
      expect(isWithinPlan(one, other)).toBe(one.name === other.name || lower);
    }),
  );
});
