import { join } from 'node:path';

/** Where the index lies. It has a folder of its own, because scans in a sandbox may see that folder and nothing beside it. */
export function advisoryIndexFile(dataDir: string): string {
  return join(dataDir, 'advisories', 'index.db');
}
