import { PassThrough } from 'node:stream';
import type { ScanView } from '../../scan/scan-view.ts';
import type { ScanEvent } from '../../scan/scan-watch.ts';
import { type Call, RawAnswer } from '../route.ts';

export interface EventsOptions {
  /** The scan as it is now, without findings. */
  look(): Promise<ScanView>;
  listen(listener: (event: ScanEvent) => void): () => void;
  /** Several changes within this time are told as one. */
  everyMs: number;
  heartbeatMs: number;
}

/**
 * Server-sent events of one scan: `status` and `progress` with the scan as it is, `finished` at the end, after which the stream
 * closes. Findings are not sent: whoever hears `finished` fetches the result.
 */
export async function streamScanEvents(call: Call, options: EventsOptions): Promise<RawAnswer> {
  const { look, listen, everyMs, heartbeatMs } = options;
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
    if (stream.writableEnded) return;
    if (scan.status === 'completed' || scan.status === 'failed') {
      send('finished', scan);
      stream.end();
      return;
    }
    send(scan.status === lastStatus ? 'progress' : 'status', scan);
    lastStatus = scan.status;
  };
  const tellSoon = (): void => {
    // A scan that was deleted, or a store that fails, ends the stream; the client connects again and gets an honest answer.
    pending ??= setTimeout(() => void tell().catch(() => stream.end()), everyMs);
  };

  stream.write('retry: 3000\n\n');
  await tell();
  const unlisten = listen(tellSoon);
  // Changes made by another node are seen at the heartbeat at the latest.
  const heartbeat = setInterval(() => {
    stream.write(': still here\n\n');
    tellSoon();
  }, heartbeatMs);
  const stop = (): void => {
    stream.end();
  };
  call.draining.addEventListener('abort', stop);
  call.gone.addEventListener('abort', stop);
  stream.on('close', () => {
    unlisten();
    clearInterval(heartbeat);
    clearTimeout(pending);
    call.draining.removeEventListener('abort', stop);
  });
  return new RawAnswer('text/event-stream; charset=utf-8', stream, { 'X-Accel-Buffering': 'no' });
}
