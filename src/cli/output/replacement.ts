import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * What takes the place of a file when it is whole: whoever interrupts it, or fills the disk, finds the old file or the new one, never half of
 * one. What cannot be replaced by a new file without changing more than its content is written where it is: links, devices, files of somebody
 * else, and where no file can be made next to it.
 */
export class Replacement {
  /** Where to write. */
  readonly path: string;
  /** Of the file that is there, and of what takes its place. */
  readonly mode: number | undefined;
  readonly #file: string;

  constructor(file: string) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    this.#file = file;
    this.mode = found?.mode;
    this.path = mayReplace(file, found) ? `${file}.${randomUUID()}.tmp` : file;
  }

  finish(): void {
    if (this.path === this.#file) return;
    if (this.mode !== undefined) chmodSync(this.path, this.mode);
    try {
      renameSync(this.path, this.#file);
    } catch {
      // A file that is mounted alone, or in a folder where only owners may rename: its content can be copied, and a copy that fails says why.
      copyFileSync(this.path, this.#file);
      this.abandon();
    }
  }

  abandon(): void {
    if (this.path !== this.#file) rmSync(this.path, { force: true });
  }
}

/** Writes a whole file in place of the one that is there. */
export function replaceFile(file: string, text: string): void {
  const replacement = new Replacement(file);
  const { path, mode } = replacement;
  try {
    writeFileSync(path, text, path === file ? {} : { flag: 'wx', ...(mode !== undefined && { mode }) });
    replacement.finish();
  } catch (error) {
    replacement.abandon();
    throw notWritten(file, error as Error);
  }
}

export function notWritten(file: string, cause: Error): Error {
  return new Error(`${JSON.stringify(file)} could not be written: ${cause.message}`, { cause });
}

function mayReplace(file: string, found: Stats | undefined): boolean {
  const isOwn = !found || found.uid === (process.getuid?.() ?? found.uid);
  const isOrdinary = !found || (found.isFile() && found.nlink === 1);
  return isOwn && isOrdinary && mayMakeFilesIn(dirname(file));
}

function mayMakeFilesIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
