import { expect, test } from 'vitest';
import type { NamespaceCache } from '../namespace-cache.ts';
import type { MemoryStore } from '../store.ts';
import { MemoryUpkeep } from './memory-upkeep.ts';
import type { Recutting } from './recutting.ts';
import type { Reembedding } from './reembedding.ts';

test('expired entries are removed between the batches that are embedded and cut again, however many there are', async () => {
  const done: string[] = [];
  const steps = (name: string, batches: number) => ({
    step: async () => {
      if (batches === 0) return false;
      done.push(name);
      batches--;
      return true;
    },
  });
  const store = {
    removeExpired: async () => {
      done.push('expired');
      return [];
    },
    purgeDropped: async () => false,
    trimHistory: async () => false,
  };
  const upkeep = new MemoryUpkeep({
    store: store as unknown as MemoryStore,
    cache: { removeOrphans: async () => {} } as unknown as NamespaceCache,
    reembedding: steps('embedded', 2) as unknown as Reembedding,
    recutting: steps('cut', 2) as unknown as Recutting,
    clock: { now: () => 0 },
    onFailure: () => {},
  });
  await upkeep.run();
  expect(done.join(' ')).toBe('expired embedded expired embedded expired cut expired cut expired');
});
