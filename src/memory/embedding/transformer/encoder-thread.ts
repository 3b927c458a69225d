// One thread of TransformerModel: encodes batches in the memory that all threads share.
import { parentPort, workerData } from 'node:worker_threads';
import { Encoder, type EncoderText } from './encoder.ts';
import type { Workspace } from './encoder-memory.ts';
import { instantiateKernel, type KernelBuild } from './kernel.ts';
import type { WholeHeader } from './weights-file.ts';

export interface ThreadData {
  header: WholeHeader;
  memory: WebAssembly.Memory;
  weights: number;
  workspace: Workspace;
  build: KernelBuild;
}

const { header, memory, weights, workspace, build } = workerData as ThreadData;
const encoder = new Encoder(header, await instantiateKernel(memory, build), memory, weights, workspace);

parentPort?.on('message', (batch: EncoderText[]) => {
  const vectors = encoder.encode(batch);
  parentPort?.postMessage(
    vectors,
    vectors.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
