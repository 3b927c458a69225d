import { availableParallelism } from 'node:os';
import type { IndexFactory } from '../search-index.ts';
import { NamespaceIndex } from './namespace-index.ts';
import { ScanWorkers } from './vectors/scan-workers.ts';
import { VectorArena } from './vectors/vector-arena.ts';

/** Makes the indexes of a process, which share their memory and their threads. */
export async function createIndexFactory(
  threads = availableParallelism(),
  { maxBytes, onFailure }: { maxBytes?: number; onFailure?: (error: unknown) => void } = {},
): Promise<IndexFactory & { close(): Promise<void> }> {
  const arena = await VectorArena.create(maxBytes);
  // One core is for the event loop, where words are scored; a thread that has nothing to do still takes 15 MB.
  const workers = new ScanWorkers(arena, Math.max(1, Math.min(8, threads - 1)));
  const shared = { arena, workers, ...(onFailure && { onFailure }) };
  return {
    create: (shape) => new NamespaceIndex({ ...shape, ...shared }),
    restore: (parts, shape, { isShared = false } = {}) =>
      NamespaceIndex.restore(parts, { ...shape, ...shared }, isShared),
    close: () => workers.close(),
  };
}
