import type { Severity } from '../model/finding.ts';

/** A completed scan in numbers. */
export interface CompletedScanRow {
  scanId: string;
  repoUrl: string;
  branch?: string;
  finishedAt: number;
  open: Record<Severity, number>;
  suppressed: number;
}

export interface TrendStore {
  /** Completed scans that ended at this time or later, the last one first. */
  completedSince(
    tenantId: string,
    query: { repoUrl?: string | undefined; branch?: string | undefined; since: number; limit: number },
  ): Promise<CompletedScanRow[]>;
  /** Of each repository and branch the last scan that ended before this time. */
  lastBefore(
    tenantId: string,
    query: { repoUrl?: string | undefined; branch?: string | undefined; before: number; limit: number },
  ): Promise<CompletedScanRow[]>;
  /** The ids of what a scan found, without what is known about it. */
  findingIds(scanId: string): Promise<{ open: string[]; suppressed: string[] }>;
}
