import type { Finding, FindingStatus } from '../../scan/model/finding.ts';
import { severities } from '../../scan/model/finding.ts';
import type { FindingGroup, FindingRow } from '../../scan/model/finding-row.ts';
import type { GroupPlace, RowCount, RowPlace } from '../../scan/service/finding-list-store.ts';
import type { Row } from './row.ts';

/** How findings become the columns of `finding_rows`, and how these are read. */

const flag = { flow: 1, fix: 2, new: 4, unchanged: 8 };

export type ListColumns = ReturnType<typeof listColumns>;

/** In the order of the columns of the table. */
export function listColumns(scanId: string, ordinal: number, finding: Finding) {
  const { trace, fix, baselineState } = finding;
  const flags =
    (trace && trace.length > 0 ? flag.flow : 0) +
    (fix ? flag.fix : 0) +
    (baselineState === undefined ? 0 : flag[baselineState]);
  return [
    scanId,
    severities.indexOf(finding.severity),
    ordinal,
    finding.id,
    finding.ruleId,
    finding.title,
    finding.confidence,
    finding.category,
    finding.engine,
    finding.file,
    finding.line,
    finding.status,
    flags,
  ] as const;
}

/** What a row takes on the disk, about. */
export function listBytes(columns: ListColumns): number {
  return columns.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 4), 0);
}

export function toListRow(row: Row): { row: Omit<FindingRow, 'repoUrl' | 'seenBefore'>; place: RowPlace } {
  const flags = Number(row['flags']);
  const scanId = String(row['scan_id']);
  const rank = Number(row['severity']);
  return {
    row: {
      id: String(row['finding_id']),
      scanId,
      ruleId: String(row['rule_id']),
      title: String(row['title']),
      severity: severities[rank]!,
      confidence: row['confidence'] as FindingRow['confidence'],
      category: String(row['category']),
      file: String(row['file']),
      line: Number(row['line']),
      status: row['status'] as FindingStatus,
      engine: row['engine'] as FindingRow['engine'],
      ...(flags & flag.flow && { flow: true as const }),
      ...(flags & flag.fix && { fix: true as const }),
      ...(flags & flag.new && { baselineState: 'new' as const }),
      ...(flags & flag.unchanged && { baselineState: 'unchanged' as const }),
    },
    place: { severity: rank, scanId, ordinal: Number(row['ordinal']) },
  };
}

export function toListGroup(row: Row): { group: FindingGroup; place: GroupPlace } {
  const rank = Number(row['severity']);
  const key = String(row['key']);
  return {
    group: { key, title: String(row['title']), severity: severities[rank]!, count: Number(row['count']) },
    place: { severity: rank, key },
  };
}

export function toListCount(row: Row): RowCount {
  return {
    severity: severities[Number(row['severity'])]!,
    engine: row['engine'] as RowCount['engine'],
    status: row['status_now'] as FindingStatus,
    ruleId: String(row['rule_id']),
    count: Number(row['count']),
  };
}
