// One thread of ScanWorkers: runs the kernel on the memory it shares with the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { carryOut, type ScanCall } from './scan-call.ts';
import { instantiateKernel } from './vector-arena.ts';

const kernel = await instantiateKernel((workerData as { memory: WebAssembly.Memory }).memory);

parentPort?.on('message', ({ id, call }: { id: number; call: ScanCall }) => {
  parentPort?.postMessage({ id, found: carryOut(kernel, call) });
});
