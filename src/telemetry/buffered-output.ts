import { writeSync } from 'node:fs';

const flushAtBytes = 16_384;
const flushAfterMs = 100;
/** More than this waits only when nobody reads the output; then the oldest lines go. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * Lines for a file descriptor, written together: at 16 kB, after a tenth of a second, and when the process ends. One system call a line
 * would cost more than the line, and a thread for it more still. Each is encoded when it comes: joining strings first and encoding them
 * together takes several times as long.
 */
export class BufferedOutput {
  readonly #descriptor: number;
  readonly #writeSync: typeof writeBytes;
  #waiting = Buffer.allocUnsafe(2 * flushAtBytes);
  #used = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(descriptor: number, write = writeBytes) {
    this.#descriptor = descriptor;
    this.#writeSync = write;
  }

  write(line: string): void {
    // No unit of a string takes more than three bytes.
    const room = this.#used + 3 * line.length;
    if (room > this.#waiting.length) this.#grow(room);
    this.#used += this.#waiting.write(line, this.#used);
    if (this.#used >= flushAtBytes) this.flush();
    else if (this.#timer === undefined) this.#flushLater();
  }

  #grow(room: number): void {
    const larger = Buffer.allocUnsafe(2 * room);
    this.#waiting.copy(larger, 0, 0, this.#used);
    this.#waiting = larger;
  }

  #flushLater(): void {
    this.#timer = setTimeout(this.#flush, flushAfterMs).unref();
    // Only while something waits: an output that is no longer used must not stay behind in the process.
    process.once('exit', this.#flush);
  }

  readonly #flush = (): void => this.flush();

  flush(): void {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      process.off('exit', this.#flush);
    }
    let written = 0;
    try {
      while (written < this.#used)
        written += this.#writeSync(this.#descriptor, this.#waiting, written, this.#used - written);
    } catch (error) {
      // EAGAIN: the reader is slow, and the rest goes out with the next lines. Anything else: nobody reads any more.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || this.#used - written > maxWaiting)
        written = this.#used;
    }
    // Where nothing could be written nothing moves: that may be megabytes, for every line.
    if (written === 0) return;
    this.#waiting.copyWithin(0, written, this.#used);
    this.#used -= written;
  }
}

function writeBytes(descriptor: number, bytes: Buffer, from: number, length: number): number {
  return writeSync(descriptor, bytes, from, length);
}
