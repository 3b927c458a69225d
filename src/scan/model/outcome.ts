import type { GatheredCode, RememberedCode } from './code-symbol.ts';
import type { Coverage } from './coverage.ts';
import type { EngineCrash } from './engine-crash.ts';
import type { Finding, Severity } from './finding.ts';
import type { Inventory } from './inventory.ts';
import type { RuleDescription } from './rule-description.ts';
import type { Sandbox } from './sandbox.ts';
import type { NetworkSettings, ScanTask } from './task.ts';

export type ScanOutcome = CompletedScan | FailedScan;

export interface CompletedScan {
  status: 'completed';
  /** Absent for a plain folder. */
  commit?: string;
  /** Open ones only, most severe first, then by file, line and fingerprint. */
  findings: Finding[];
  /** In the same order. */
  suppressedFindings: Finding[];
  summary: ScanSummary;
  coverage: Coverage;
  policy?: PolicyVerdict;
  /** More findings than the limit: the least severe were omitted. */
  truncated: boolean;
  /** The rules that found something, for reports that explain them. */
  rules: RuleDescription[];
  /** Every package that the repository's files name; absent where dependencies were not looked at. */
  inventory?: Inventory;
  /** The code itself, where it was asked for; it is handed over to memory and not stored with the scan. */
  code?: GatheredCode;
  /** What became of it. */
  remembered?: RememberedCode;
}

export interface FailedScan {
  status: 'failed';
  errorCode: ScanErrorCode;
  /** One sentence that is safe to show. */
  error: string;
  /** The repository's host could not be reached or talked to, as opposed to anything being wrong with the repository. */
  network?: true;
  /** A process of the scan was killed from outside; the scan is worth another try. */
  killed?: true;
}

export const scanErrorCodes = [
  'repo_not_found',
  'auth_failed',
  'ref_not_found',
  'host_blocked',
  'redirect_blocked',
  'clone_timeout',
  'repo_too_large',
  'too_many_files',
  'corrupt_repository',
  'scan_timeout',
  'out_of_memory',
  'engine_failed',
  'worker_lost',
  'cancelled',
  'expired_in_queue',
] as const;
export type ScanErrorCode = (typeof scanErrorCodes)[number];

/** Open findings by severity; `new` and `fixed` only against a baseline. */
export interface ScanSummary extends Record<Severity, number> {
  new?: number;
  fixed?: number;
  suppressed: number;
}

export interface PolicyVerdict {
  passed: boolean;
  violations: PolicyViolation[];
}

/** `incomplete`: `failOn` was asked for, and something that should have been analysed was not. */
export const policyRules = ['failOn', 'requireComplete', 'incomplete'] as const;

export interface PolicyViolation {
  rule: (typeof policyRules)[number];
  message: string;
  count: number;
}

export interface ScanProgress {
  phase: 'fetching' | 'listing' | 'analysing' | 'history' | 'concluding' | 'remembering';
  /** 0 to 100, never falling. */
  percent: number;
  filesDone: number;
  filesTotal: number;
}

/** What the surroundings of a scan lend to it; nothing here changes what it finds. */
export interface ScanSurroundings {
  onProgress(progress: ScanProgress): void;
  /** An engine crashed; the scan continues without what it lost, and its coverage says so. */
  onCrash?(crash: EngineCrash): void;
  /** Aborting kills every process of the scan; the outcome is `cancelled`. */
  signal: AbortSignal;
  network: NetworkSettings;
  /** Around every process that touches a fetched repository; absent: none. */
  sandbox?: Sandbox;
  /** Where bare repositories live while they are scanned. */
  scratchFolder: string;
  /** Results of earlier scans of this repository, for this tenant alone; absent: nothing is cached. */
  cacheFolder?: string;
  /** Where what is staged finds and leaves results of single files; absent: nowhere. */
  recentFolder?: string;
  /** The SQLite index of advisories. */
  advisoryIndexFile?: string;
  /** Analyse what is staged in this process where it is little. For a command, which ends with the scan: it has no limit of memory. */
  mayAnalyseHere?: boolean;
}

/** Runs one scan in processes of its own. Never throws for anything that a repository can do. */
export type RunScan = (task: ScanTask, surroundings: ScanSurroundings) => Promise<ScanOutcome>;

/** What a report is made of: a finished scan and, where there was one, the request it answers. */
export interface ReportedScan extends CompletedScan {
  scanId?: string;
  repoUrl?: string;
  /** The name of the folder, where no URL was scanned. */
  folder?: string;
  branch?: string;
  createdAt?: string;
  startedAt?: string;
  finishedAt?: string;
}
