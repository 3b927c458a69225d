import { plainKernel, relaxedKernel } from './kernel/scan-kernel.ts';

/** The kernel's functions; scan.assembly says what they do. Numbers are pointers into the arena or counts. */
export interface ScanKernel {
  scan(
    table: number,
    first: number,
    last: number,
    blockRows: number,
    dims: number,
    query: number,
    mask: number,
    k: number,
    scores: number,
    rows: number,
    held: number,
  ): number;
  scanList(
    table: number,
    list: number,
    count: number,
    blockRows: number,
    dims: number,
    query: number,
    k: number,
    scores: number,
    rows: number,
  ): number;
  rescore(
    table: number,
    list: number,
    count: number,
    blockRows: number,
    dims: number,
    query: number,
    out: number,
  ): void;
  writeBits(block: number, first: number, last: number, dims: number, centre: number, group: number): void;
  nearest(
    table: number,
    first: number,
    last: number,
    chunkRows: number,
    bitBytes: number,
    queries: number,
    count: number,
  ): void;
  turn(vector: number, signs: number, work: number, dims: number, size: number, rounds: number): void;
  encode(work: number, dims: number, width: number, block: number, at: number): void;
}

/** Relaxed SIMD where this Node has it; both builds give the same. */
function bestBuild(): 'relaxed' | 'plain' {
  return WebAssembly.validate(Buffer.from(relaxedKernel, 'base64')) ? 'relaxed' : 'plain';
}

/** For a worker thread, the same kernel on the memory it was handed. */
export async function instantiateKernel(
  memory: WebAssembly.Memory,
  build = bestBuild(),
): Promise<ScanKernel> {
  const bytes = Buffer.from(build === 'relaxed' ? relaxedKernel : plainKernel, 'base64');
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  return instance.exports as unknown as ScanKernel;
}
