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

/** A few tens of milliseconds of work: much more than handing it over and watching it costs, and little to wait for at the end. */
const maxBytes = 32 * 1024;
const maxFiles = 256;
/** So much of what is searched for secrets alone takes as long; less of it at a time, and a scan of a large tree spends its time with starting the thread that watches. */
const maxSecretsBytes = 2 * 1024 ** 2;
/** Searching for secrets takes a small part of what the other engines take for the same bytes. */
const secretsShare = 1 / 16;

/** Collects files until they are worth being worked on together. */
export class FileBatch {
  #files: PendingFile[] = [];
  /** Of a full batch. */
  #share = 0;

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** Whether it is full now. */
  add(file: PendingFile): boolean {
    this.#files.push(file);
    const { length } = file.bytes;
    this.#share += isSecretsOnly(file.engineIds) ? length / maxSecretsBytes : length / maxBytes;
    return this.#share >= 1 || this.#files.length >= maxFiles;
  }

  take(): PendingFile[] {
    const files = this.#files;
    this.#files = [];
    this.#share = 0;
    return files;
  }
}

/** What a file takes, in bytes that all engines look at. */
export function workOf(sizeBytes: number, engineIds: readonly EngineId[]): number {
  return sizeBytes * (isSecretsOnly(engineIds) ? secretsShare : 1);
}

function isSecretsOnly(engineIds: readonly EngineId[]): boolean {
  return engineIds.every((id) => id === 'secrets');
}
