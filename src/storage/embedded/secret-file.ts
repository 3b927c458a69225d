import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a file that only its owner can read, whole or not at all, and on the disk when this returns. */
export function writeSecretFile(path: string, content: string | Uint8Array): void {
  const partial = `${path}.partial`;
  const handle = openSync(partial, 'w', 0o600);
  try {
    if (typeof content === 'string') writeSync(handle, content);
    else writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, path);
}
