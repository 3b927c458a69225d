import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import type { NamespaceState } from '../store.ts';
import { IndexBudget } from './index-budget.ts';

const namespace = (entries: number, dims = 10) => ({ entries, dims }) as NamespaceState;
const full = () => new ServiceError('index_memory_full', 'full');

describe('an index that does not fit into memory', () => {
  test('is not even tried where its codes, two bytes a number, take more than there is', () => {
    const budget = new IndexBudget(2_000_000);
    expect(() => budget.requireHope('a', namespace(100_000))).not.toThrow();
    expect(() => budget.requireHope('a', namespace(100_001))).toThrow(
      'takes more than 2 MB, and memory.indexBytes allows 2 MB for all',
    );
  });

  test.each([
    // A tenth fewer entries, or a tenth less that others take, and it is tried again.
    [1_000, 5_000, false],
    [901, 4_501, false],
    [901, 4_500, false],
    [901, 4_499, true],
    [900, 5_000, true],
    [2_000, 9_000, false],
  ])(
    'of 1,000 entries beside 5,000 bytes is tried again with %i beside %i: %s',
    (entries, others, isTried) => {
      const budget = new IndexBudget(1e9);
      const error = full();
      let otherBytes = 5_000;
      budget.note('a', namespace(1_000), () => otherBytes, error);
      otherBytes = others;
      const ask = () => budget.requireHope('a', namespace(entries));
      if (isTried) {
        expect(ask).not.toThrow();
        // It is forgotten, whatever happens then.
        otherBytes = 5_000;
        expect(() => budget.requireHope('a', namespace(1_000))).not.toThrow();
      } else expect(ask).toThrow(error);
      expect(() => budget.requireHope('b', namespace(entries))).not.toThrow();
    },
  );

  test('is noted for want of memory alone, and once', () => {
    const budget = new IndexBudget(1e9);
    for (const error of [new Error('index_memory_full'), new ServiceError('overloaded', 'full'), undefined]) {
      budget.note('a', namespace(1_000), () => 0, error);
      expect(() => budget.requireHope('a', namespace(1_000))).not.toThrow();
    }
    const error = full();
    budget.note('a', namespace(1_000), () => 5, error);
    // What was thrown before tells nothing new: it is tried again when there are fewer than at first.
    budget.note('a', namespace(2_000), () => 5, error);
    expect(() => budget.requireHope('a', namespace(1_500))).toThrow(error);
    expect(() => budget.requireHope('a', namespace(900))).not.toThrow();
    budget.note('a', namespace(1_000), () => 5, error);
    budget.forget('a');
    expect(() => budget.requireHope('a', namespace(1_000))).not.toThrow();
  });

  test('says how much it takes, how much others do, and what to do', () => {
    const budget = new IndexBudget(3_999_999);
    expect(budget.tooLarge(5_000_000).message).toContain(
      'takes more than 5 MB, and memory.indexBytes allows 3 MB',
    );
    expect(budget.crowded(1, 2_500_000).message).toContain(
      'takes 1 MB, and other tenants are using 2 MB of the 3 MB',
    );
    expect([budget.tooLarge(1).code, budget.crowded(1, 1).code]).toEqual([
      'index_memory_full',
      'index_memory_full',
    ]);
  });
});
