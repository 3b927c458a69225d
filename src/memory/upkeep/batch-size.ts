import { ServiceError } from '../../kernel/errors.ts';

/** How many entries one transaction deletes. A delete needs room in the log of the database, so that fewer fit where the disk is full. */
export class BatchSize {
  #value: number;

  constructor(largest: number) {
    this.#value = largest;
  }

  get value(): number {
    return this.#value;
  }

  /** Whether trying again with less is worth it after this error. */
  shrinkAfter(error: unknown): boolean {
    if (!isStorageFull(error) || this.#value === 1) return false;
    this.#value = Math.max(1, this.#value >> 2);
    return true;
  }
}

export function isStorageFull(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'storage_full';
}
