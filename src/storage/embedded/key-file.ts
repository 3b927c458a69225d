import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret that seals stored credentials, in a file of its own beside the database (mode 0600): a copy of the database alone
 * opens nothing. Made at the first start; without it stored credentials have to be entered again.
 */
export function loadSecretKey(dataFolder: string): Uint8Array {
  const file = join(dataFolder, 'secret.key');
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length !== keyBytes) throw new Error(`${file} is damaged; restore it from a backup.`);
    chmodSync(file, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return createKey(file);
  }
}

const keyBytes = 32;

/** Written aside, flushed and renamed, so that a crash cannot leave half a key behind. */
function createKey(file: string): Uint8Array {
  const key = randomBytes(keyBytes);
  const temporary = `${file}.new`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, `${key.toString('base64')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
  return key;
}
