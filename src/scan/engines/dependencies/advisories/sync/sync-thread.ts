import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../../../kernel/clock.ts';
import { resolveWithSystem } from '../../../../source/guard/resolve-host.ts';
import type { SyncMessage, SyncThreadData } from './run-sync.ts';
import { syncAdvisories } from './sync.ts';

/** The thread that a sync runs in; see `run-sync.ts` for why it has one. */
const { request, allowHosts, certificates } = workerData as SyncThreadData;
const tell = (message: SyncMessage): void => parentPort!.postMessage(message);

try {
  const result = await syncAdvisories(request, {
    clock: systemClock,
    onProgress: (progress) => tell({ progress }),
    download: {
      allowHosts,
      resolveHost: resolveWithSystem,
      signal: new AbortController().signal,
      ...(certificates ? { certificates } : {}),
    },
  });
  tell({ result });
} catch (error) {
  tell({ error: (error as Error).message });
}
