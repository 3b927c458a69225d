import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that are read by their place. */
export interface ByteSource {
  readonly size: number;
  /** Fewer where the source ends before. */
  read(offset: number, length: number): Buffer;
}

export function sourceOfBytes(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(Math.min(offset, bytes.length), offset + length),
  };
}

/** A file that stays open until it is closed. */
export class FileSource implements ByteSource {
  readonly #file: number;
  readonly size: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.size = fstatSync(this.#file).size;
  }

  read(offset: number, length: number): Buffer {
    const available = Math.max(0, Math.min(length, this.size - offset));
    const buffer = Buffer.alloc(available);
    let done = 0;
    while (done < available) {
      const read = readSync(this.#file, buffer, done, available - done, offset + done);
      if (read === 0) break;
      done += read;
    }
    return buffer.subarray(0, done);
  }

  close(): void {
    closeSync(this.#file);
  }
}
