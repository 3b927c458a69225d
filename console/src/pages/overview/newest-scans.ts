import type { Scan } from '../../../../clients/typescript/src/types.ts';

/** The newest completed scan of each repository and branch, from a list that has the newest first. */
export function newestScans(scans: readonly Scan[]): Scan[] {
  const newest = new Map<string, Scan>();
  for (const scan of scans) {
    if (scan.status !== 'completed' || !scan.summary) continue;
    const name = JSON.stringify([scan.repoUrl, scan.branch]);
    if (!newest.has(name)) newest.set(name, scan);
  }
  return [...newest.values()];
}
