import type { EngineId, FindingStatus, Severity } from '../model/finding.ts';
import type { FindingGroup, FindingRow, GroupKind } from '../model/finding-row.ts';

/** The place of a row in a list: by severity, then newest scan, then the order of the scan. */
export interface RowPlace {
  /** The position in `severities`: 0 is critical. */
  severity: number;
  scanId: string;
  ordinal: number;
}

/** A group's place in a list: by the highest severity in it, then its key. */
export interface GroupPlace {
  severity: number;
  key: string;
}

export interface Page<Place> {
  after?: Place | undefined;
  limit: number;
}

export interface RowFilter {
  severity?: readonly Severity[] | undefined;
  engine?: readonly EngineId[] | undefined;
  status?: readonly FindingStatus[] | undefined;
  ruleId?: string | undefined;
  /** Only these findings. */
  ids?: readonly string[] | undefined;
  file?: string | undefined;
  /** In lower case (ASCII): part of the title, the file or the rule's id. */
  text?: string | undefined;
}

export interface NewestQuery {
  repoUrl?: string | undefined;
  branch?: string | undefined;
  limit: number;
}

/** Which findings: of these scans, by the decisions of this tenant that hold at this time. */
export interface RowSource {
  tenantId: string;
  scanIds: readonly string[];
  now: number;
}

/** How many findings there are of one combination. */
export interface RowCount {
  severity: Severity;
  engine: EngineId;
  status: FindingStatus;
  ruleId: string;
  count: number;
}

/** Short rows of findings, to list by. They are derived from the stored findings, which never change, and can be made again. */
export interface FindingListStore {
  /** The newest completed scan of each repository, newest first. */
  newestScans(tenantId: string, query: NewestQuery): Promise<Array<{ scanId: string; repoUrl: string }>>;
  /** Makes the rows of a completed scan, in many short transactions, unless they are there. */
  prepare(scanId: string): Promise<void>;
  /** Of these scans, those whose rows are not there yet. */
  unprepared(scanIds: readonly string[]): Promise<string[]>;
  rows(
    source: RowSource,
    filter: RowFilter,
    page: Page<RowPlace>,
  ): Promise<Array<{ row: Omit<FindingRow, 'repoUrl' | 'seenBefore'>; place: RowPlace }>>;
  groups(
    source: RowSource,
    filter: RowFilter,
    kind: GroupKind,
    page: Page<GroupPlace>,
  ): Promise<Array<{ group: FindingGroup; place: GroupPlace }>>;
  /** By everything that a filter can choose; only `file` and `text` of the filter narrow it. */
  counts(source: RowSource, filter: Pick<RowFilter, 'file' | 'text'>): Promise<RowCount[]>;
}
