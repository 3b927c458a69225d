import { PassThrough } from 'node:stream';
import { ServiceError } from '../../kernel/errors.ts';
import type { ScanView } from '../../scan/service/scan-view.ts';
import type { ScanEvent } from '../../scan/service/scan-watch.ts';
import { type Call, RawResponse } from '../route.ts';

export interface EventsOptions {
  /** The scan as it is now, without findings. */
  look(): Promise<ScanView>;
  listen(listener: (event: ScanEvent) => void): () => void;
  /** Whether the key was taken away since; asked before anything is sent. */
  isWithdrawn(): Promise<boolean>;
  /** Several changes within this time are reported as one. */
  everyMs: number;
  heartbeatMs: number;
  followers: Followers;
}

/** Beyond this a reader is too slow: every event is the whole state, so that it misses nothing by missing some. */
const maxBufferedBytes = 64 * 1024;

/** Counts the streams of each key, so that one key cannot hold every connection of the service. */
export class Followers {
  readonly #open = new Map<string, number>();
  readonly #maxPerKey: number;

  constructor(maxPerKey: number) {
    this.#maxPerKey = maxPerKey;
  }

  /** Returns how to leave. */
  enter(keyId: string): () => void {
    const open = this.#open.get(keyId) ?? 0;
    if (open >= this.#maxPerKey) {
      throw new ServiceError('rate_limited', 'This key follows too many scans at the same time.', {
        retryAfterSeconds: 10,
      });
    }
    this.#open.set(keyId, open + 1);
    return () => {
      const left = this.#open.get(keyId)! - 1;
      if (left === 0) this.#open.delete(keyId);
      else this.#open.set(keyId, left);
    };
  }
}

/**
 * Server-sent events of one scan: `status` and `progress` with the scan as it is, `finished` at the end, after which the stream
 * closes. Findings are not sent: whoever hears `finished` fetches the result.
 */
export async function streamScanEvents(call: Call, options: EventsOptions): Promise<RawResponse> {
  const { look, listen, isWithdrawn, everyMs, heartbeatMs, followers } = options;
  const stream = new PassThrough();
  let lastStatus: string | undefined;
  let pending: NodeJS.Timeout | undefined;
  let count = 0;

  const send = (event: string, data: unknown): void => {
    stream.write(`id: ${++count}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const tell = async (): Promise<void> => {
    pending = undefined;
    const scan = await look();
    if (await isWithdrawn()) stream.end();
    if (stream.writableEnded) return;
    if (scan.status === 'completed' || scan.status === 'failed') {
      send('finished', scan);
      stream.end();
      return;
    }
    if (stream.writableLength > maxBufferedBytes) return;
    send(scan.status === lastStatus ? 'progress' : 'status', scan);
    lastStatus = scan.status;
  };
  const tellSoon = (): void => {
    // A scan that was deleted, or a store that fails, ends the stream; the client connects again and gets an honest response.
    pending ??= setTimeout(() => void tell().catch(() => stream.end()), everyMs);
  };
  const stop = (): void => {
    stream.end();
  };
  const abandon = (): void => {
    // Nobody reads it to its end any more.
    stream.destroy();
  };

  const leave = followers.enter(call.principal.keyId);
  // Listening begins before the first look: what ends, or who leaves, in between is not missed.
  const unlisten = listen(tellSoon);
  call.draining.addEventListener('abort', stop);
  call.gone.addEventListener('abort', abandon);
  // Changes made by another node are seen at the heartbeat at the latest.
  const heartbeat = setInterval(() => {
    if (stream.writableLength <= maxBufferedBytes) stream.write(': still here\n\n');
    tellSoon();
  }, heartbeatMs);
  stream.once('close', () => {
    leave();
    unlisten();
    clearInterval(heartbeat);
    clearTimeout(pending);
    call.draining.removeEventListener('abort', stop);
  });
  stream.write('retry: 3000\n\n');
  try {
    await tell();
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return new RawResponse('text/event-stream; charset=utf-8', stream, { 'X-Accel-Buffering': 'no' });
}
