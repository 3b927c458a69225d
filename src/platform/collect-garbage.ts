import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: Record<string, string>) => void;

/**
 * Collects all that nothing refers to any more, and gives its memory back to the system. V8 does so by itself when it runs short of memory, not when others
 * might: for the rare moments at which much has become garbage at once.
 */
export function collectGarbage(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Collects what was made lately alone, in a millisecond: before it is taken for something that stays, with the memory outside of the heap that it holds. */
export function collectYoungGarbage(): void {
  collector()({ type: 'minor', execution: 'sync' });
}

/**
 * From here on V8 makes nothing old from the start, however often what the same line made before stayed in use: one page of rows that was held while it collected would make it put all later ones where only a
 * whole collection finds them, with the memory outside of the heap that they hold.
 */
export function makeEverythingYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** Collects all garbage where so much is in use, garbage among it. */
export function collectIfLarge(bytes: number): void {
  if (getHeapStatistics().total_heap_size > bytes) collectGarbage();
}

/**
 * Keeps a thread small that does one piece of work after the other. V8 lets what has grown old lie until it is several times what is alive, in each thread for itself;
 * collecting it earlier takes milliseconds. To be called between two pieces of work.
 */
export class HeapKeeper {
  readonly #maxGarbageBytes: number;
  readonly #collect: () => void;
  readonly #usedBytes: () => number;
  #leastBytes: number;

  constructor(
    maxGarbageBytes: number,
    collect = () => collector()({ type: 'major', execution: 'sync' }),
    usedBytes = () => getHeapStatistics().used_heap_size,
  ) {
    this.#maxGarbageBytes = maxGarbageBytes;
    this.#collect = collect;
    this.#usedBytes = usedBytes;
    this.#leastBytes = usedBytes();
  }

  look(): void {
    const used = this.#usedBytes();
    this.#leastBytes = Math.min(this.#leastBytes, used);
    if (used - this.#leastBytes <= this.#maxGarbageBytes) return;
    this.#collect();
    this.#leastBytes = this.#usedBytes();
  }
}

let known: Collect | undefined;

function collector(): Collect {
  if (!known) {
    setFlagsFromString('--expose-gc');
    known = runInNewContext('gc') as Collect;
  }
  return known;
}
