import { plainKernel, relaxedKernel } from './kernel/encode-kernel.ts';

/** The kernel's functions; encode.assembly says what they do. Numbers are pointers, counts, or the parts of a range. */
export interface EncodeKernel {
  project(...args: number[]): void;
  embed(...args: number[]): void;
  addAndNorm(...args: number[]): void;
  quantise(...args: number[]): void;
  addLoud(...args: number[]): void;
  attend(...args: number[]): void;
  average(...args: number[]): void;
  turn(...args: number[]): void;
}

export type KernelBuild = 'relaxed' | 'plain';

/** Relaxed SIMD where this Node has it. Both builds give the same vectors to five places; the plain one takes about three times as long. */
export function bestBuild(): KernelBuild {
  return WebAssembly.validate(Buffer.from(relaxedKernel, 'base64')) ? 'relaxed' : 'plain';
}

export async function instantiateKernel(
  memory: WebAssembly.Memory,
  build: KernelBuild,
): Promise<EncodeKernel> {
  const bytes = Buffer.from(build === 'relaxed' ? relaxedKernel : plainKernel, 'base64');
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  return instance.exports as unknown as EncodeKernel;
}
