import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '../embedded/secret-file.ts';

/** What this node calls itself, also after a restart: the configured name, or one that its data folder remembers. */
export function readNodeId(dataDir: string, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const file = join(dataDir, 'node-id');
  try {
    const id = readFileSync(file, 'utf8').trim();
    if (id !== '') return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const id = `node-${randomBytes(6).toString('hex')}`;
  writeSecretFile(file, `${id}\n`);
  return id;
}
