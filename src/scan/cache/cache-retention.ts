import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface CacheLimits {
  /** A cache that no scan has written for so long is removed; 0 keeps it. */
  maxAgeMs: number;
  /** Of all caches together; those written longest ago go first. 0 for any amount. */
  maxBytes: number;
}

/** Removes caches of scan results (`<tenant>/<repository>/…`) that are too old or too many. Losing one only costs time. */
export async function removeOldCaches(folder: string, limits: CacheLimits, now: number): Promise<number> {
  const caches = (await Promise.all((await list(folder)).map((tenant) => list(tenant)))).flat();
  const measured = await Promise.all(caches.map(measure));
  measured.sort((a, b) => b.writtenAt - a.writtenAt);
  let kept = 0;
  let removed = 0;
  for (const { path, bytes, writtenAt } of measured) {
    const tooOld = limits.maxAgeMs > 0 && writtenAt < now - limits.maxAgeMs;
    const tooMuch = limits.maxBytes > 0 && kept + bytes > limits.maxBytes;
    if (tooOld || tooMuch) {
      await rm(path, { recursive: true, force: true });
      removed++;
    } else {
      kept += bytes;
    }
  }
  return removed;
}

async function measure(path: string): Promise<{ path: string; bytes: number; writtenAt: number }> {
  const files = await Promise.all((await list(path)).map((file) => stat(file).catch(() => undefined)));
  const found = files.filter((file) => file !== undefined);
  return {
    path,
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    writtenAt: Math.max(0, ...found.map(({ mtimeMs }) => mtimeMs)),
  };
}

/** The children of a folder; none where it does not exist or goes away meanwhile. */
async function list(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}
