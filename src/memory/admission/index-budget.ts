import { ServiceError } from '../../kernel/errors.ts';
import type { NamespaceState } from '../store.ts';

interface Refusal {
  /** How many entries it had. */
  entries: number;
  /** What the other indexes took. */
  otherBytes: number;
  otherBytesNow: () => number;
  error: ServiceError;
}

/** A tenth less than before: then it is worth trying again. */
const fewer = 0.9;

/**
 * Which indexes do not fit into memory. Building one takes a minute for a million entries, so one that could not be built is not tried again by every search, but when the namespace has become smaller,
 * or others have given memory back.
 */
export class IndexBudget {
  readonly maxBytes: number;
  readonly #refused = new Map<string, Refusal>();

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Throws what was thrown before, while nothing has changed that could help. */
  requireHope(key: string, namespace: NamespaceState): void {
    // Its codes alone take more than there is: no need to read them first.
    const least = namespace.entries * namespace.dims * 2;
    if (least > this.maxBytes) throw this.tooLarge(least);
    const refusal = this.#refused.get(key);
    if (!refusal) return;
    if (namespace.entries > refusal.entries * fewer && refusal.otherBytesNow() >= refusal.otherBytes * fewer)
      throw refusal.error;
    this.#refused.delete(key);
  }

  /** Notes that an index could not be built, if it was for want of memory, and how to find out what others take of it. */
  note(key: string, namespace: NamespaceState, otherBytesNow: () => number, error: unknown): void {
    if (!(error instanceof ServiceError) || error.code !== 'index_memory_full') return;
    // Thrown by `requireHope`: nothing was tried, so nothing new is known.
    if (this.#refused.get(key)?.error === error) return;
    this.#refused.set(key, { entries: namespace.entries, otherBytes: otherBytesNow(), otherBytesNow, error });
  }

  forget(key: string): void {
    this.#refused.delete(key);
  }

  tooLarge(bytes: number): ServiceError {
    const [needed, allowed] = [megabytes(bytes), megabytes(this.maxBytes)];
    return new ServiceError(
      'index_memory_full',
      `The index of this namespace takes more than ${needed} MB, and memory.indexBytes allows ${allowed} MB for all. What was written is stored; ` +
        'raise the setting, or spread the entries over several namespaces.',
    );
  }

  crowded(bytes: number, otherBytes: number): ServiceError {
    const [needed, used, allowed] = [megabytes(bytes), megabytes(otherBytes), megabytes(this.maxBytes)];
    return new ServiceError(
      'index_memory_full',
      `The index of this namespace takes ${needed} MB, and other tenants are using ${used} MB of the ${allowed} MB that memory.indexBytes allows. What was written is stored; ` +
        'raise the setting, or spread the entries over several namespaces.',
    );
  }
}

function megabytes(bytes: number): number {
  return Math.max(1, Math.floor(bytes / 1e6));
}
