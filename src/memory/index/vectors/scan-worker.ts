// One thread of ScanWorkers: runs the kernel on the memory it shares with the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { instantiateKernel } from './kernel.ts';
import { carryOut, type ScanCall } from './scan-call.ts';

const { memory } = workerData as { memory: WebAssembly.Memory };
const kernel = await instantiateKernel(memory);

parentPort?.on('message', (call: ScanCall) => {
  parentPort?.postMessage(carryOut(kernel, memory, call));
});
