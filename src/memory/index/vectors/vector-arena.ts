import { addToList } from '../../../kernel/add-to-list.ts';
import { IndexMemoryFull } from '../index-memory-full.ts';
import { instantiateKernel, type ScanKernel } from './kernel.ts';
import { Rotation } from './rotation.ts';

/** What the memories of a process have in common. */
interface Family {
  readonly arenas: VectorArena[];
  readonly most: number;
  readonly pages: number;
  readonly stretchRows: number;
  readonly wideRows: number;
  readonly cellsFrom: number;
}

interface ArenaOptions {
  /** The most that one memory has. */
  memoryBytes?: number;
  /** Vectors of a namespace lie in stretches of so many, a multiple of 32. */
  stretchRows?: number;
  /** So many rows of a namespace have low bytes, a multiple of 32. */
  wideRows?: number;
  /** From so many rows on, full stretches have cells. */
  cellsFrom?: number;
}

/**
 * A memory in which vectors of namespaces lie. Each WebAssembly memory costs gigabytes of address space, so ten thousand namespaces could not have their own: they share one, and where it is full there is another, for
 * each addresses 4 GiB at most. It is shared with worker threads, which scan it without a copy.
 */
export class VectorArena {
  readonly memory: WebAssembly.Memory;
  readonly kernel: ScanKernel;
  /** Which of the memories of the process it is. */
  readonly number: number;
  readonly #family: Family;
  readonly #mostBytes: number;
  readonly #free = new Map<number, number[]>();
  readonly #rotations = new Map<number, Rotation>();
  #top = 64;
  #allocated = 0;

  private constructor(family: Family) {
    const { memory, pages } = reserveMemory(family.pages);
    this.memory = memory;
    this.kernel = instantiateKernel(memory);
    this.number = family.arenas.length;
    this.#family = family;
    this.#mostBytes = pages * pageBytes;
    family.arenas.push(this);
  }

  /** The first memory; `maxBytes` is what all together may take, rounded down to pages. */
  static async create(
    maxBytes?: number,
    {
      memoryBytes = mostMemoryBytes,
      stretchRows = 2 ** 20,
      wideRows = Math.min(2 ** 18, stretchRows),
      cellsFrom = 2 ** 22,
    }: ArenaOptions = {},
  ): Promise<VectorArena> {
    const pages = Math.floor(Math.min(maxBytes ?? memoryBytes, memoryBytes) / pageBytes);
    const most = maxBytes === undefined ? mostArenas : Math.max(1, Math.floor(maxBytes / memoryBytes));
    return new VectorArena({ arenas: [], most, pages, stretchRows, wideRows, cellsFrom });
  }

  get stretchRows(): number {
    return this.#family.stretchRows;
  }

  /** Most namespaces have fewer rows: theirs are kept with all 16 bits. */
  get wideRows(): number {
    return this.#family.wideRows;
  }

  /** Making cells takes as long as some hundred searches save: only very many rows are worth it. */
  get cellsFrom(): number {
    return this.#family.cellsFrom;
  }

  /** Every memory of the process by its number. */
  get all(): readonly VectorArena[] {
    return this.#family.arenas;
  }

  /** A memory that has room for so many blocks of rows of so many bytes: a new one where none has. What searches need stays free. */
  withRoom(bytes: number, blocks: number): VectorArena {
    const { arenas, most } = this.#family;
    const found = arenas.find((arena) => arena.#hasRoom(bytes, blocks));
    if (found) return found;
    return arenas.length < most ? new VectorArena(this.#family) : arenas.at(-1)!;
  }

  /** Whether another block of rows is better added to another memory. */
  isLeft(bytes: number): boolean {
    const { arenas, most } = this.#family;
    if (this.#hasRoom(bytes, 1)) return false;
    return arenas.length < most || arenas.some((arena) => arena.#hasRoom(bytes, 1));
  }

  /** The only memory is used to its end. */
  #hasRoom(bytes: number, blocks: number): boolean {
    const size = rounded(bytes);
    const missing = Math.max(0, blocks - (this.#free.get(size)?.length ?? 0));
    return (
      this.#family.most === 1 || this.#top + missing * size <= this.#mostBytes * shareOfRows || missing === 0
    );
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
/** WebAssembly addresses no more. */
const mostMemoryBytes = 65_536 * pageBytes;
const mostArenas = 16;
/** The rest is for the bits of rows, an eighth of a thin row's codes, and for searches. */
const shareOfRows = 0.85;
const growthBytes = 4 * 1024 * 1024;

function rounded(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

/** Address space only, nothing is used yet; where it is scarce (a strict container), less must do. */
function reserveMemory(most: number): { memory: WebAssembly.Memory; pages: number } {
  for (let pages = most; ; pages = Math.floor(pages / 2)) {
    try {
      return { memory: new WebAssembly.Memory({ initial: 1, maximum: pages, shared: true }), pages };
    } catch (reason) {
      if (pages <= 1024) throw reason;
    }
  }
}
