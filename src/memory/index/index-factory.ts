import { availableParallelism } from 'node:os';
import type { IndexFactory } from '../search-index.ts';
import { NamespaceIndex } from './namespace-index.ts';
import { ScanWorkers } from './vectors/scan-workers.ts';
import { VectorArena } from './vectors/vector-arena.ts';

/** Makes the indexes of a process, which share their memory and their threads. */
export async function createIndexFactory(
  threads = availableParallelism(),
): Promise<IndexFactory & { close(): Promise<void> }> {
  const arena = await VectorArena.create();
  const workers = new ScanWorkers(arena, Math.min(8, threads));
  return {
    create: (shape) => new NamespaceIndex({ ...shape, arena, workers }),
    restore: (parts, shape) => NamespaceIndex.restore(parts, { ...shape, arena, workers }),
    close: () => workers.close(),
  };
}
