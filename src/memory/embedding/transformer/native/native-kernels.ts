import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const nativeManifestSchema = z.strictObject({
  /** What made the files, and with which flags: the same ones give the same bytes. */
  compiler: z.string().min(1),
  flags: z.array(z.string().min(1)),
  /** The checksum of every source, by its name. */
  sources: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  files: z.array(
    z.strictObject({
      file: z.string().regex(/^[a-z0-9-]+\.node$/),
      platform: z.string().min(1),
      arch: z.string().min(1),
      bytes: z.int().min(1),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** A function of the addon takes what that of the WebAssembly kernel takes, after the bytes of the memory. */
type NativeFunction = (memory: Uint8Array, ...args: number[]) => void;
export const nativeFunctions = ['project', 'addAndNorm', 'quantise', 'addLoud', 'attend'] as const;
export type NativeFunctions = Record<(typeof nativeFunctions)[number], NativeFunction>;

/** Sets of instructions for which the addon has functions, the fastest first. */
const instructionSets = ['avx512-vnni', 'avx2'] as const;
type InstructionSet = (typeof instructionSets)[number];

export type NativeKernels =
  | {
      readonly instructions: InstructionSet;
      readonly functions: NativeFunctions;
      /** Everything that this processor can run, for tests. */
      readonly all: Partial<Record<InstructionSet, NativeFunctions>>;
    }
  | {
      readonly instructions?: undefined;
      readonly reason: string;
      /** Whether a file that should be there is not, or is not the one that it should be. */
      readonly isFault: boolean;
    };

export interface NativeKernelOptions {
  folder?: string;
  platform?: string;
  arch?: string;
}

const shipped = fileURLToPath(new URL('../../../../../native/', import.meta.url));

/**
 * The compiled kernels of the encoder, where there are any for this machine and they are the bytes of the manifest; else why not. They compute in the memory
 * of the WebAssembly kernels and leave the same bytes there, so that nothing depends on which of the two runs but the time.
 */
export function openNativeKernels(options: NativeKernelOptions = {}): NativeKernels {
  const { folder = shipped, platform = process.platform, arch = process.arch } = options;
  const missing = (reason: string): NativeKernels => ({ reason, isFault: true });
  const manifestPath = join(folder, 'manifest.json');
  if (!existsSync(manifestPath)) return missing('The manifest of the native kernels is missing.');
  const manifest = nativeManifestSchema.safeParse(parsed(readFileSync(manifestPath, 'utf8')));
  if (!manifest.success) return missing('The manifest of the native kernels cannot be read.');
  const record = manifest.data.files.find((file) => file.platform === platform && file.arch === arch);
  if (!record) return { reason: `There are no native kernels for ${platform} on ${arch}.`, isFault: false };
  const path = join(folder, record.file);
  if (!existsSync(path)) return missing(`${record.file} is missing.`);
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found !== record.sha256) return missing(`${record.file} has another checksum than its manifest.`);
  return load(path, record.file);
}

function load(path: string, file: string): NativeKernels {
  const module = { exports: {} as Partial<Record<InstructionSet, NativeFunctions>> };
  try {
    process.dlopen(module, path);
  } catch (error) {
    // No build of Node, no sandbox and no mount option may keep the models from running.
    return { reason: `${file} cannot be loaded: ${(error as Error).message}`, isFault: true };
  }
  const all = module.exports;
  for (const instructions of instructionSets) {
    const functions = all[instructions];
    if (functions) return { instructions, functions, all };
  }
  return { reason: 'This processor has neither AVX2 nor AVX-512 with VNNI.', isFault: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses it, and the reason is given there.
    return undefined;
  }
}
