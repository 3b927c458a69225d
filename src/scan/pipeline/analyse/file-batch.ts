import type { EngineId } from '../../model/finding.ts';
import type { FileOutcome } from './file-outcome.ts';

export interface BatchFile {
  path: string;
  bytes: Uint8Array;
  engineIds: EngineId[];
}

export interface PendingFile extends BatchFile {
  done(outcome: FileOutcome): void;
}

/** A few tens of milliseconds of work: much more than handing it over costs, and little to wait for at the end. */
const maxBytes = 32 * 1024;
const maxFiles = 64;
/** Searching for secrets takes a small part of what the other engines take for the same bytes. */
const secretsShare = 1 / 16;

/** Collects files until they are worth being worked on together. */
export class FileBatch {
  #files: PendingFile[] = [];
  #work = 0;

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** Whether it is full now. */
  add(file: PendingFile): boolean {
    this.#files.push(file);
    this.#work += workOf(file.bytes.length, file.engineIds);
    return this.#work >= maxBytes || this.#files.length >= maxFiles;
  }

  take(): PendingFile[] {
    const files = this.#files;
    this.#files = [];
    this.#work = 0;
    return files;
  }
}

/** What a file takes, in bytes that all engines look at. */
export function workOf(sizeBytes: number, engineIds: readonly EngineId[]): number {
  return sizeBytes * (engineIds.every((id) => id === 'secrets') ? secretsShare : 1);
}
