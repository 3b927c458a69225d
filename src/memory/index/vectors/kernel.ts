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
  writeBits(
    block: number,
    first: number,
    last: number,
    dims: number,
    centre: number,
    group: number,
    isThin: number,
  ): void;
  nearest(
    table: number,
    first: number,
    last: number,
    chunkRows: number,
    bitBytes: number,
    queries: number,
    count: number,
  ): void;
  rescoreThin(
    table: number,
    list: number,
    count: number,
    blockRows: number,
    dims: number,
    query: number,
    out: number,
  ): void;
  beginNear(query: number): void;
  limitNear(query: number, limit: number): void;
  nearRows(
    table: number,
    count: number,
    chunkRows: number,
    bitBytes: number,
    query: number,
    mask: number,
    base: number,
    factor: number,
    offset: number,
  ): void;
  nearCell(
    bits: number,
    order: number,
    start: number,
    size: number,
    bitBytes: number,
    query: number,
    mask: number,
    base: number,
    masked: number,
    factor: number,
    offset: number,
    levels: number,
    lift: number,
  ): number;
  endNear(query: number): number;
  writeListBits(
    table: number,
    list: number,
    count: number,
    dims: number,
    centre: number,
    group: number,
    bitBytes: number,
    products: number,
  ): number;
  nearestCentres(
    table: number,
    list: number,
    count: number,
    dims: number,
    centres: number,
    sizes: number,
    bits: number,
    bitBytes: number,
    cells: number,
    work: number,
    out: number,
  ): void;
  centreProducts(
    code: number,
    scale: number,
    dims: number,
    centres: number,
    sizes: number,
    count: number,
    out: number,
  ): void;
  turn(vector: number, signs: number, work: number, dims: number, size: number, rounds: number): void;
  encode(work: number, dims: number, width: number, block: number, at: number): void;
  encodeThin(work: number, dims: number, width: number, block: number, at: number): void;
}

/** A memory and the kernel on it. */
export interface ScanMemory {
  readonly memory: WebAssembly.Memory;
  readonly kernel: ScanKernel;
}

/** Relaxed SIMD where this Node has it; both builds give the same. */
function bestBuild(): 'relaxed' | 'plain' {
  return WebAssembly.validate(Buffer.from(relaxedKernel, 'base64')) ? 'relaxed' : 'plain';
}

/** For a worker thread, the same kernel on the memory it was handed. */
export function instantiateKernel(memory: WebAssembly.Memory, build = bestBuild()): ScanKernel {
  const module = new WebAssembly.Module(
    Buffer.from(build === 'relaxed' ? relaxedKernel : plainKernel, 'base64'),
  );
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports as unknown as ScanKernel;
}
