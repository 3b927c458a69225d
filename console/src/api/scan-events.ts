import type { Scan } from '../../../clients/typescript/src/types.ts';
import { send } from './request.ts';

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
  for (;;) {
    let ended = false;
    const response = await send('GET', `/v1/security/scan/${encodeURIComponent(scanId)}/events`, { signal });
    for await (const { event, data } of readEvents(response)) {
      if (signal.aborted) return;
      onState(JSON.parse(data) as Scan);
      ended = event === 'finished';
    }
    if (ended || signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
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
