import { addToList } from '../../../kernel/add-to-list.ts';
import { IndexMemoryFull } from '../index-memory-full.ts';
import { instantiateKernel, type ScanKernel } from './kernel.ts';
import { Rotation } from './rotation.ts';

/**
 * The memory in which the vectors of all namespaces lie. One WebAssembly memory for the whole process: each costs gigabytes of address space,
 * so ten thousand namespaces could not have their own. It is shared, so that worker threads scan it without a copy.
 */
export class VectorArena {
  readonly memory: WebAssembly.Memory;
  readonly kernel: ScanKernel;
  readonly #free = new Map<number, number[]>();
  readonly #rotations = new Map<number, Rotation>();
  #top = 64;
  #allocated = 0;

  private constructor(memory: WebAssembly.Memory, kernel: ScanKernel) {
    this.memory = memory;
    this.kernel = kernel;
  }

  /** `maxBytes` is rounded down to pages; WebAssembly addresses 4 GiB at most. */
  static async create(maxBytes = 65_536 * pageBytes): Promise<VectorArena> {
    const memory = reserveMemory(Math.min(65_536, Math.floor(maxBytes / pageBytes)));
    return new VectorArena(memory, await instantiateKernel(memory));
  }

  /** One for all namespaces of a model: its tables would be most of what a small namespace takes. */
  rotationOf(dims: number): Rotation {
    let rotation = this.#rotations.get(dims);
    if (!rotation) {
      rotation = new Rotation(this, dims);
      this.#rotations.set(dims, rotation);
    }
    return rotation;
  }

  /** Bytes in use, without what was given back. */
  get allocatedBytes(): number {
    return this.#allocated;
  }

  /** Aligned to 16 bytes. The contents are whatever was there before. Views made before may no longer cover it: make them again. */
  allocate(bytes: number): number {
    const size = rounded(bytes);
    const reused = this.#free.get(size)?.pop();
    if (reused !== undefined) {
      this.#allocated += size;
      return reused;
    }
    const start = this.#top;
    const missing = start + size - this.memory.buffer.byteLength;
    // Growing in steps of 4 MiB: a shared memory is resized in place, but every growth makes the views stale.
    if (missing > 0) this.#grow(missing, size);
    this.#top += size;
    this.#allocated += size;
    return start;
  }

  #grow(missing: number, wanted: number): void {
    const steps = [
      Math.ceil(missing / growthBytes) * (growthBytes / pageBytes),
      Math.ceil(missing / pageBytes),
    ];
    for (const pages of steps) {
      try {
        this.memory.grow(pages);
        return;
      } catch (error) {
        // Close to the end a whole step may not fit any more.
        if (pages === steps.at(-1)) throw new IndexMemoryFull(wanted, error);
      }
    }
  }

  /** Gives memory back for the next allocation of the same size. */
  free(start: number, bytes: number): void {
    const size = rounded(bytes);
    this.#allocated -= size;
    addToList(this.#free, size, start);
  }
}

const pageBytes = 65_536;
const growthBytes = 4 * 1024 * 1024;

function rounded(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

/** Address space only, nothing is used yet; where it is scarce (a strict container), less must do. */
function reserveMemory(pages: number): WebAssembly.Memory {
  for (let maximum = pages; ; maximum = Math.floor(maximum / 2)) {
    try {
      return new WebAssembly.Memory({ initial: 1, maximum, shared: true });
    } catch (reason) {
      if (maximum <= 1024) throw reason;
    }
  }
}
