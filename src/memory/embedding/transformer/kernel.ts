import { plainKernel, relaxedKernel } from './kernel/encode-kernel.ts';
import { nativeFunctions, openNativeKernels } from './native/native-kernels.ts';

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

export type KernelBuild = 'native' | 'relaxed' | 'plain';

/** Which kernels run and why they are not faster ones. */
export interface ChosenKernels {
  readonly build: KernelBuild;
  /** What the kernels are called in logs: the processor's instructions, or WebAssembly. */
  readonly name: 'avx512-vnni' | 'avx2' | 'wasm' | 'wasm-plain';
  readonly reason?: string;
  /** Whether the reason is a file that is missing or not the one that it should be. */
  readonly isFault?: boolean;
}

/**
 * Native kernels where there are any for this machine, else WebAssembly with relaxed SIMD where this Node has it. These two give the same vectors to the last bit; the
 * plain build gives the same to five places and takes about three times as long as the relaxed one.
 */
export function chooseKernels({ nativeKernels = true }: { nativeKernels?: boolean } = {}): ChosenKernels {
  if (!WebAssembly.validate(Buffer.from(relaxedKernel, 'base64')))
    return { build: 'plain', name: 'wasm-plain', reason: 'This Node has no relaxed SIMD.' };
  if (!nativeKernels)
    return {
      build: 'relaxed',
      name: 'wasm',
      reason: 'embedding.nativeKernels switches the native ones off.',
    };
  const native = openNativeKernels();
  if (native.instructions) return { build: 'native', name: native.instructions };
  return { build: 'relaxed', name: 'wasm', reason: native.reason, isFault: native.isFault };
}

export async function instantiateKernel(
  memory: WebAssembly.Memory,
  build: KernelBuild,
): Promise<EncodeKernel> {
  const bytes = Buffer.from(build === 'plain' ? plainKernel : relaxedKernel, 'base64');
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  const kernel = instance.exports as unknown as EncodeKernel;
  return build === 'native' ? withNative(kernel, memory) : kernel;
}

/** The kernel with those functions replaced that are there in the processor's own instructions. */
function withNative(kernel: EncodeKernel, memory: WebAssembly.Memory): EncodeKernel {
  const native = openNativeKernels();
  if (!native.instructions) {
    // It was there when the model was opened; the results are the same without it.
    process.emitWarning(`The native kernels cannot be opened any more. ${native.reason}`);
    return kernel;
  }
  const view = new Uint8Array(memory.buffer);
  const bound = nativeFunctions.map((name) => {
    const run = native.functions[name];
    return [name, (...args: number[]) => run(view, ...args)] as const;
  });
  return { ...kernel, ...Object.fromEntries(bound) };
}
