import { writeSync } from 'node:fs';

const flushAtLength = 16_384;
const flushAfterMs = 100;
/** More than this waits only when nobody reads the output; then the oldest lines go. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * Lines for a file descriptor, written together: at 16 kB, after a tenth of a second, and when the process ends. One system call a line
 * would cost more than the line, and a thread for it more still.
 */
export class BufferedOutput {
  readonly #descriptor: number;
  #waiting = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(line: string): void {
    this.#waiting += line;
    if (this.#waiting.length >= flushAtLength) this.flush();
    else if (this.#timer === undefined) this.#flushLater();
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
    if (this.#waiting === '') return;
    const bytes = Buffer.from(this.#waiting);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      // EAGAIN: the reader is slow, and the rest goes out with the next lines. Anything else: nobody reads any more.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') written = bytes.length;
    }
    const rest = bytes.subarray(written);
    this.#waiting = rest.length > maxWaiting ? '' : rest.toString();
  }
}
