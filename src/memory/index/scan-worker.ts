// One thread of ScanWorkers: runs the kernel on the memory it shares with the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import type { ScanArguments } from './scan-workers.ts';
import { instantiateKernel } from './vector-arena.ts';

const kernel = await instantiateKernel((workerData as { memory: WebAssembly.Memory }).memory);

parentPort?.on('message', ({ id, args }: { id: number; args: ScanArguments }) => {
  parentPort?.postMessage({ id, found: kernel.scan(...args) });
});
