import type { Finding } from '../model/finding.ts';
import type { ReportedScan, ScanErrorCode, ScanProgress } from '../model/outcome.ts';
import type { ScanRecord, ScanResult, ScanStatus } from '../model/scan-record.ts';

/** A scan as it is told to callers: what is not known is absent, never null. */
export interface ScanView extends Partial<Omit<ScanResult, 'rules'>> {
  scanId: string;
  status: ScanStatus;
  repoUrl: string;
  branch?: string;
  labels?: Record<string, string>;
  createdAt: string;
  startedAt?: string;
  finishedAt?: string;
  attempt: number;
  progress?: ScanProgress;
  error?: string;
  errorCode?: ScanErrorCode;
  findings?: Finding[];
  suppressedFindings?: Finding[];
}

export interface ScanFindings {
  findings: Finding[];
  suppressedFindings: Finding[];
}

export function toScanView(scan: ScanRecord, progress?: ScanProgress, found?: ScanFindings): ScanView {
  const { rules: _, ...result } = scan.result ?? {};
  const { branch, labels, repoUrl } = scan.request;
  return {
    scanId: scan.scanId,
    status: scan.status,
    ...(found === undefined
      ? {}
      : { findings: found.findings, suppressedFindings: found.suppressedFindings }),
    ...(scan.error === undefined ? {} : { error: scan.error }),
    ...(scan.errorCode === undefined ? {} : { errorCode: scan.errorCode }),
    repoUrl,
    ...(branch === undefined ? {} : { branch }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...result,
    createdAt: isoTime(scan.createdAt),
    ...(scan.startedAt === undefined ? {} : { startedAt: isoTime(scan.startedAt) }),
    ...(scan.finishedAt === undefined ? {} : { finishedAt: isoTime(scan.finishedAt) }),
    attempt: scan.attempt,
    ...(scan.status === 'running' && progress !== undefined ? { progress } : {}),
  };
}

/** A completed scan as reports take it. */
export function toReportedScan(scan: ScanRecord, result: ScanResult, found: ScanFindings): ReportedScan {
  const { branch, repoUrl } = scan.request;
  return {
    status: 'completed',
    ...result,
    ...found,
    scanId: scan.scanId,
    repoUrl,
    ...(branch === undefined ? {} : { branch }),
    createdAt: isoTime(scan.createdAt),
    ...(scan.startedAt === undefined ? {} : { startedAt: isoTime(scan.startedAt) }),
    ...(scan.finishedAt === undefined ? {} : { finishedAt: isoTime(scan.finishedAt) }),
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
