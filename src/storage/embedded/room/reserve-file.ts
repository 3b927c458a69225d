import { randomFillSync } from 'node:crypto';
import { statfsSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

const pieceBytes = 1_048_576;

/**
 * A file that does nothing but take up room, so that there is room to give back when the disk is full. It is filled with random bytes: file systems
 * that compress would keep nothing free for zeros.
 */
export class ReserveFile {
  readonly #path: string;
  readonly #bytes: number;
  #filling: Promise<void> | undefined;
  #stopped = false;

  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#bytes = bytes;
  }

  /** Gives so much of its room back to the disk; false where nothing is left of it. */
  release(bytes: number): boolean {
    this.#stopped = true;
    const size = this.#size();
    if (size > 0) truncateSync(this.#path, Math.max(0, size - bytes));
    return size > 0;
  }

  /** Sets all of its room aside, if the disk then still has as much again; tells whether it is set aside. */
  async fill(): Promise<boolean> {
    if (this.#filling === undefined) {
      const missing = this.#bytes - this.#size();
      if (missing <= 0) return true;
      const { bavail, bsize } = statfsSync(dirname(this.#path));
      if (bavail * bsize < this.#bytes + missing) return false;
      this.#stopped = false;
      this.#filling = this.#append(missing).finally(() => {
        this.#filling = undefined;
      });
    }
    await this.#filling;
    return !this.#stopped;
  }

  /** Stops filling it. */
  async close(): Promise<void> {
    this.#stopped = true;
    await this.#filling;
  }

  #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  async #append(missing: number): Promise<void> {
    // Appending, because the file may be cut in the meantime: writing behind its end would leave a hole that takes up no room.
    const file = await open(this.#path, 'a', 0o600);
    try {
      const piece = Buffer.alloc(Math.min(pieceBytes, missing));
      for (let left = missing; left > 0 && !this.#stopped; left -= piece.length) {
        randomFillSync(piece);
        await file.write(piece, 0, Math.min(piece.length, left));
      }
      // File systems that allocate late find out only now whether there is room.
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
