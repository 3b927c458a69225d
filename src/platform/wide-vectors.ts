import { setFlagsFromString } from 'node:v8';

/** Versions of V8 with which the vectors of the models were compared, number by number: those of Node 24. */
const compared = /^13\.6\./;

/**
 * From here on V8 joins two WebAssembly instructions for 128 bits into one for 256 where the processor has it (x64 with AVX2). WebAssembly itself has no wider ones, and an encoder that is made of them takes six tenths
 * of the time. Other processors and versions of V8 go on as they are.
 */
export function useWideVectors(arch: string = process.arch, v8: string = process.versions.v8): boolean {
  const isKnown = arch === 'x64' && compared.test(v8);
  if (isKnown) setFlagsFromString('--experimental-wasm-revectorize');
  return isKnown;
}
