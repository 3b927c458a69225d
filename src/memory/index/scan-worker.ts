// One thread of ScanWorkers: runs the kernel on the memory it shares with the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import type { ScanCall } from './scan-workers.ts';
import { instantiateKernel } from './vector-arena.ts';

const kernel = await instantiateKernel((workerData as { memory: WebAssembly.Memory }).memory);

parentPort?.on('message', ({ id, call }: { id: number; call: ScanCall }) => {
  const found = call.name === 'scan' ? kernel.scan(...call.args) : kernel.nearest(...call.args);
  parentPort?.postMessage({ id, found });
});
