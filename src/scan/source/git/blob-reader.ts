import { ScanFailure } from '../../model/failure.ts';
import { gitFailure } from './git-failure.ts';
import { collectText, feed, type GitOptions, spawnGit } from './git-process.ts';

/**
 * Streams the content of blobs from one `cat-file` process, in the order asked for; undefined for one that is missing
 * or larger than its announced size allows. Each content is a buffer of its own, free to be handed to a thread.
 */
export async function* readBlobs(
  blobs: readonly string[],
  git: GitOptions,
  maxBytes: number,
): AsyncGenerator<Uint8Array | undefined> {
  if (blobs.length === 0) return;
  const child = spawnGit(['cat-file', '--batch', '--buffer'], git);
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve(signal));
  });
  // Without a listener an early failure would end the process; it is awaited only after the stream has ended.
  ended.catch(() => {});
  const stderr = collectText(child.stderr, 16_384);
  feed(child, `${blobs.join('\n')}\n`);
  const input = new ByteQueue(child.stdout as AsyncIterable<Buffer>);
  let answered = 0;
  try {
    for (; answered < blobs.length; answered++) {
      const header = await input.line();
      if (header === undefined) break;
      const found = announced(header);
      if (found === undefined) {
        yield undefined;
      } else if (found.type !== 'blob' || found.size > maxBytes) {
        await input.skip(found.size + 1);
        yield undefined;
      } else {
        const content = await input.take(found.size);
        await input.skip(1);
        if (content === undefined) break;
        yield content;
      }
    }
    if (answered < blobs.length) throw gitFailure({ signal: await ended, stderr: stderr() });
  } finally {
    child.kill('SIGKILL');
  }
}

/** `<id> <type> <size>`, and the content follows; behind `<id> missing` nothing does. */
function announced(header: string): { type: string; size: number } | undefined {
  const match = /^[0-9a-f]+ (\w+) (\d+)$/.exec(header);
  return match ? { type: match[1]!, size: Number(match[2]) } : undefined;
}

/** Takes lines and byte counts from a stream of chunks, copying each byte once. */
class ByteQueue {
  readonly #chunks: AsyncIterator<Buffer>;
  #current: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string | undefined> {
    let text = '';
    while (await this.#fill()) {
      const end = this.#current.indexOf(0x0a, this.#at);
      const upTo = end === -1 ? this.#current.length : end;
      text += this.#current.toString('latin1', this.#at, upTo);
      this.#at = upTo + 1;
      if (end !== -1) return text;
      if (text.length > 1000) throw new ScanFailure('corrupt_repository', 'The repository is damaged.');
    }
    return undefined;
  }

  async take(size: number): Promise<Uint8Array | undefined> {
    const content = new Uint8Array(size);
    for (let filled = 0; filled < size; ) {
      if (!(await this.#fill())) return undefined;
      const part = this.#current.subarray(this.#at, this.#at + size - filled);
      content.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return content;
  }

  async skip(size: number): Promise<void> {
    for (let left = size; left > 0 && (await this.#fill()); ) {
      const step = Math.min(left, this.#current.length - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  async #fill(): Promise<boolean> {
    while (this.#at >= this.#current.length) {
      const next = await this.#chunks.next();
      if (next.done) return false;
      this.#current = next.value;
      this.#at = 0;
    }
    return true;
  }
}
