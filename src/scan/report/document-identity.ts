import { createHash } from 'node:crypto';
import type { ReportedScan } from '../model/outcome.ts';

/** A UUID for the document of a scan: the same scan has the same one, so that a document can be made again byte for byte. */
export function documentUuid(scan: ReportedScan): string {
  const seed = [scan.scanId ?? '', scan.repoUrl ?? '', scan.commit ?? '', scan.coverage.rulesVersion].join(
    '\n',
  );
  const hex = createHash('sha256')
    .update(seed)
    .update(JSON.stringify(scan.inventory ?? {}))
    .digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What the inventory is of, for people. */
export function subjectName(scan: ReportedScan): string {
  return scan.repoUrl?.replace(/^https:\/\//, '').replace(/\.git$/, '') ?? 'repository';
}
