import type { Confidence, EngineId, FindingStatus, Severity } from './finding.ts';

/** A finding as lists show it: enough to sort, group and choose by. Everything else is asked for by its id. */
export interface FindingRow {
  id: string;
  scanId: string;
  repoUrl: string;
  ruleId: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  category: string;
  file: string;
  line: number;
  /** As it is now: a decision made after the scan counts. */
  status: FindingStatus;
  engine: EngineId;
  /** Present where the finding has the way of the data from source to sink. */
  flow?: true;
  /** Present where the finding has a mechanical fix. */
  fix?: true;
  baselineState?: 'new' | 'unchanged';
  /** How many decisions about findings that look like this one hold now. */
  seenBefore: number;
}

/** Findings of one rule or one file. */
export interface FindingGroup {
  key: string;
  title: string;
  /** The highest in the group. */
  severity: Severity;
  count: number;
}

export type GroupKind = 'rule' | 'file';

/** How many findings there are, by what filters choose. */
export interface FindingFacets {
  severity: Record<string, number>;
  engine: Record<string, number>;
  status: Record<string, number>;
  rule: Record<string, number>;
}
