import type { TaintEntry } from '../../domain/taint.ts';

/** What tells two passes of one origin to one argument apart. */
interface Passed {
  readonly mask: number;
  readonly field: string;
  readonly awaits: readonly string[];
}

/**
 * The calls that a function is known to make, and what it is known to pass to them. A function runs several times, in loops and where it is called, and is told once: most of what is
 * looked up here is there already, so that no text is made for it.
 */
export class KnownPasses {
  /** By where a call begins. */
  readonly #calls = new Map<number, Array<readonly [callee: readonly string[], index: number]>>();
  /** By call, and then by origin and argument. */
  readonly #passed: Array<Map<number, Passed[]>> = [];

  /** The index of the call of this function that begins here. */
  call(start: number, callee: readonly string[]): number | undefined {
    return this.#calls.get(start)?.find(([known]) => isSame(known, callee))?.[1];
  }

  addCall(start: number, callee: readonly string[], index: number): void {
    const here = this.#calls.get(start);
    if (here) here.push([callee, index]);
    else this.#calls.set(start, [[callee, index]]);
  }

  /** Whether it was not passed before; from now on it is known. */
  isNew(call: number, arg: number, field: string, entry: TaintEntry): boolean {
    const { origin, mask, awaits = none } = entry;
    this.#passed[call] ??= new Map();
    const key = origin.id * maxArguments + Math.min(arg + 1, maxArguments - 1);
    const passed = this.#passed[call].get(key);
    if (!passed) {
      this.#passed[call].set(key, [{ mask, field, awaits }]);
      return true;
    }
    for (const one of passed)
      if (one.mask === mask && one.field === field && isSame(one.awaits, awaits)) return false;
    passed.push({ mask, field, awaits });
    return true;
  }
}

const none: readonly string[] = [];
const maxArguments = 4_096;

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
