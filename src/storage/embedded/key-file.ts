import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from './secret-file.ts';

/**
 * The secret that seals stored credentials, in a file of its own next to the database (mode 0600): a copy of the database alone
 * opens nothing. Made at the first start; without it stored credentials have to be entered again.
 */
export function loadSecretKey(dataFolder: string): Uint8Array {
  const file = join(dataFolder, 'secret.key');
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length !== keyBytes) throw new Error(`${file} is damaged; restore it from a backup.`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const key = randomBytes(keyBytes);
    writeSecretFile(file, `${key.toString('base64')}\n`);
    return key;
  }
}

const keyBytes = 32;
