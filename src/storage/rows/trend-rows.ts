import type { CompletedScanRow } from '../../scan/service/trend-store.ts';
import type { Row } from './row.ts';

export function toCompletedScan(row: Row): CompletedScanRow {
  const { summary } = JSON.parse(String(row['result'])) as {
    summary: CompletedScanRow['open'] & { suppressed: number };
  };
  const { critical, high, medium, low, info, suppressed } = summary;
  return {
    scanId: String(row['id']),
    repoUrl: String(row['repo_url']),
    ...(row['branch'] !== null && { branch: String(row['branch']) }),
    finishedAt: Number(row['finished_at']),
    open: { critical, high, medium, low, info },
    suppressed,
  };
}

/** Of rows that hold ids, each between line breaks. */
export function toFindingIds(rows: readonly Row[]): { open: string[]; suppressed: string[] } {
  const of = (suppressed: 0 | 1) =>
    rows
      .filter((row) => Number(row['suppressed']) === suppressed)
      .flatMap((row) => String(row['ids']).slice(1, -1).split('\n'));
  return { open: of(0), suppressed: of(1) };
}
