import type { IncomingMessage } from 'node:http';

const maxBytes = 32 * 1024 * 1024;
const maxMs = 2_000;

/**
 * Reads and drops what the client is still sending, up to a limit. A connection that is closed while data is on its way is reset, and most clients
 * then report a broken pipe instead of the answer that says what was wrong.
 */
export function drained(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(finish, maxMs);
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) finish();
    };
    function finish(): void {
      clearTimeout(timer);
      request.off('data', count).off('end', finish).off('close', finish).off('error', finish);
      resolve();
    }
    request.on('data', count).once('end', finish).once('close', finish).once('error', finish);
    request.resume();
  });
}
