import type { EngineId } from './finding.ts';
import type { CompletedScan, ScanErrorCode } from './outcome.ts';
import type { Policy } from './task.ts';

export const scanStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type ScanStatus = (typeof scanStatuses)[number];

/** What was asked for, without anything secret. */
export interface ScanRequest {
  repoUrl: string;
  branch?: string;
  engines?: EngineId[];
  history: boolean;
  baseline?: { scanId: string } | { ref: string };
  paths?: { include?: string[]; exclude?: string[] };
  policy?: Policy;
  credentialId?: string;
  /** Addresses of webhooks often carry a token of their receiver. Sealed, in base64. */
  sealedWebhookUrl?: string;
  trustRepositoryConfig: boolean;
  /** The namespace that the code is to be kept in, and how many entries the plan of the caller allows. */
  remember?: { namespace: string; tests?: boolean; maxEntries?: number };
  labels: Record<string, string>;
}

/** A scan without its findings, which may be many. Times are milliseconds since the epoch. */
export interface ScanRecord {
  scanId: string;
  tenantId: string;
  keyId: string;
  jobId: string;
  request: ScanRequest;
  createdAt: number;
  status: ScanStatus;
  /** Of the latest attempt. */
  startedAt?: number;
  finishedAt?: number;
  attempt: number;
  result?: ScanResult;
  error?: string;
  errorCode?: ScanErrorCode;
}

export type ScanResult = Omit<
  CompletedScan,
  'status' | 'findings' | 'suppressedFindings' | 'inventory' | 'code'
>;
