import { join } from 'node:path';

/** The index in a folder of advisories. It has a folder of its own, because scans in a sandbox may see that folder and nothing next to it. */
export function advisoryIndexFile(folder: string): string {
  return join(folder, 'index.db');
}

/** The folder of advisories inside the data folder of a service, or inside the cache of a user. */
export function advisoryFolder(parent: string): string {
  return join(parent, 'advisories');
}
