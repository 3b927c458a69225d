import type { Scan } from '../../../clients/typescript/src/types.ts';
import { ApiError, send } from './request.ts';

const pauseMs = 1_500;

/**
 * Follows a scan to its end and reports every state of it, without findings; the first one at once. By `fetch`, since an
 * EventSource sends no key. A connection that is lost is made again.
 */
export async function followScan(
  scanId: string,
  onState: (scan: Scan) => void,
  signal: AbortSignal,
): Promise<void> {
  let known = false;
  for (;;) {
    let ended = false;
    try {
      const path = `/v1/security/scan/${encodeURIComponent(scanId)}/events`;
      for await (const { event, data } of readEvents(await send('GET', path, { signal }))) {
        if (signal.aborted) return;
        onState(JSON.parse(data) as Scan);
        known = true;
        ended = event === 'finished';
      }
    } catch (error) {
      // A service that is started again is waited for.
      if (!known || !isPassing(error)) throw error;
    }
    if (ended || signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

interface ServerEvent {
  event: string;
  data: string;
}

async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) yield { event: field('event') ?? 'message', data };
    }
  }
}
