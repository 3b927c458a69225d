import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../kernel/errors.ts';

export interface Spool {
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Takes a large body in as fast as it comes, into a file without a name, so that slow work on it does not hold up the sender until
 * the time for sending a request is over. The file is gone with its last handle, however the process ends.
 */
export async function spool(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spool> {
  const path = join(tmpdir(), `lorekeep-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new ServiceError(
          'payload_too_large',
          `The body has more than ${maxBytes} bytes; send it in parts.`,
        );
      }
      await file.appendFile(chunk);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  };
}
