import { Worker } from 'node:worker_threads';
import type { SyncProgress, SyncRequest, SyncResult } from './sync.ts';

export interface SyncThreadData {
  request: SyncRequest;
  allowHosts: string[];
  certificates: string[] | undefined;
}

export type SyncMessage = { progress: SyncProgress } | { result: SyncResult } | { error: string };

/**
 * Runs a sync in a thread with a small heap: records are garbage as soon as they are stored, and the engine would otherwise keep a
 * hundred megabytes of it before it looks. The old generation has room for the largest record that is read.
 */
export function runSync(
  data: SyncThreadData,
  onProgress: (progress: SyncProgress) => void,
): Promise<SyncResult> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./sync-thread.${extension}`, import.meta.url), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 192 },
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: SyncMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('result' in message) resolve(message.result);
      else reject(new Error(message.error));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The sync ended without a result.')));
  });
}
