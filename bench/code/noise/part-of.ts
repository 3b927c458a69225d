import { createHash } from 'node:crypto';
import type { SourceToScan } from '../scan-sources.ts';

/** As many files as fit, the same ones each time, in the order of their paths. */
export function partOf(files: readonly SourceToScan[], maxBytes: number): readonly SourceToScan[] {
  if (files.reduce((sum, { size }) => sum + size, 0) <= maxBytes) return files;
  let bytes = 0;
  const digest = (path: string) => createHash('sha256').update(path).digest('hex');
  const inOrder = files
    .map((file) => ({ file, key: digest(file.path) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const chosen = new Set<SourceToScan>();
  for (const { file } of inOrder) {
    bytes += file.size;
    if (bytes <= maxBytes) chosen.add(file);
  }
  return files.filter((file) => chosen.has(file));
}
