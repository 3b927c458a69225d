// One thread of ScanWorkers: runs the kernel on the memories it shares with the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { WordMatcher } from '../words/matching/match-words.ts';
import { instantiateKernel, type ScanMemory } from './kernel.ts';
import { carryOut, type ScanCall } from './scan-call.ts';

const memories: ScanMemory[] = [];
const matcher = new WordMatcher();
know((workerData as { memories: WebAssembly.Memory[] }).memories);

parentPort?.on('message', (message: ScanCall | { memories: WebAssembly.Memory[] }) => {
  if ('memories' in message) know(message.memories);
  else parentPort?.postMessage(carryOut(memories, message, matcher));
});

function know(more: readonly WebAssembly.Memory[]): void {
  for (const memory of more) memories.push({ memory, kernel: instantiateKernel(memory) });
}
