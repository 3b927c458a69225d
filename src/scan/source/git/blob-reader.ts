import { ScanFailure } from '../../model/failure.ts';
import type { ReadingRoom } from '../reading-room.ts';
import { gitFailure } from './git-failure.ts';
import { collectText, feed, type GitOptions, spawnGit } from './git-process.ts';

/**
 * Streams the content of blobs from one `cat-file` process, in the order asked for; undefined for one that is missing
 * or larger than its announced size allows. Each content is in the room, or a buffer of its own, free to be handed to a thread.
 */
export async function* readBlobs(
  blobs: readonly string[],
  git: GitOptions,
  maxBytes: number,
  room?: ReadingRoom,
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
      // What has come already is taken without waiting, which costs more than reading a small file.
      const header = input.lineAtHand() ?? (await input.line());
      if (header === undefined) break;
      const found = announced(header);
      if (found === undefined) {
        yield undefined;
      } else if (found.type !== 'blob' || found.size > maxBytes) {
        await input.skip(found.size + 1);
        yield undefined;
      } else {
        const content = room?.take(found.size) ?? Buffer.allocUnsafeSlow(found.size);
        if (!input.fillAtHand(content) && !(await input.fill(content))) break;
        if (input.isEmpty) await input.skip(1);
        else input.skipOne();
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

const maxLine = 1000;

/** Takes lines and byte counts from a stream of chunks, copying each byte once. */
class ByteQueue {
  readonly #chunks: AsyncIterator<Buffer>;
  #current: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  get isEmpty(): boolean {
    return this.#at >= this.#current.length;
  }

  /** The next line, where all of it is here. */
  lineAtHand(): string | undefined {
    const end = this.#current.indexOf(0x0a, this.#at);
    if (end === -1 || end - this.#at > maxLine) return undefined;
    const text = this.#current.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** Whether as much is here as fits in; otherwise nothing is taken. */
  fillAtHand(content: Uint8Array): boolean {
    const end = this.#at + content.length;
    if (end > this.#current.length) return false;
    content.set(this.#current.subarray(this.#at, end));
    this.#at = end;
    return true;
  }

  skipOne(): void {
    this.#at++;
  }

  async line(): Promise<string | undefined> {
    let text = '';
    while (await this.#fill()) {
      const end = this.#current.indexOf(0x0a, this.#at);
      const upTo = end === -1 ? this.#current.length : end;
      text += this.#current.toString('latin1', this.#at, upTo);
      this.#at = upTo + 1;
      if (end !== -1) return text;
      if (text.length > maxLine) throw new ScanFailure('corrupt_repository', 'The repository is damaged.');
    }
    return undefined;
  }

  /** Whether there was as much as fits in. */
  async fill(content: Uint8Array): Promise<boolean> {
    for (let filled = 0; filled < content.length; ) {
      if (!(await this.#fill())) return false;
      const part = this.#current.subarray(this.#at, this.#at + content.length - filled);
      content.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return true;
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
