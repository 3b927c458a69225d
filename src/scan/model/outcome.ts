import type { LicencePolicy } from '../engines/dependencies/licence-policy.ts';
import type { CoverageNote, RuleDescription } from '../engines/engine.ts';
import type { ScanRule } from '../engines/secrets/rules/rule.ts';
import type { EngineId, Finding, FindingStatus, Severity } from './finding.ts';
import type { Inventory } from './inventory.ts';
import type { SkipKind } from './skip-reason.ts';

/** Everything a scan's outcome depends on, apart from the repository and the rules. Plain data: it crosses a process boundary. */
export interface ScanTask {
  source: ScanSource;
  /** Absent: all engines. */
  engines?: EngineId[];
  /** Look for secrets in every commit, not only in the one that is scanned. */
  history: boolean;
  /** Globs relative to the repository. */
  paths?: { include?: string[]; exclude?: string[] };
  /** Whether inline comments and `.lorekeep.yaml` count. They are counted and reported either way. */
  trustRepositoryConfig: boolean;
  /** Decisions made through the API, by finding id. */
  triage: TriageDecision[];
  baseline?: Baseline;
  policy?: Policy;
  /** Credential formats of the operator, beside the built-in ones. */
  secretRules?: readonly ScanRule[];
  /** Which licences dependencies may have; absent: any. */
  licencePolicy?: LicencePolicy;
  /** Secret of the tenant: finding ids and hashes of secret values are keyed with it. At least 16 bytes. */
  identityKey: Uint8Array;
  /** When the scan was asked for, in milliseconds since the epoch: decides which suppressions have expired. */
  now: number;
  limits: ScanLimits;
}

export type ScanSource =
  | { kind: 'remote'; url: string; ref?: string; credential?: RepositoryCredential }
  /** The files of a folder as they are; where it is a git work tree, without those that git ignores. */
  | { kind: 'folder'; path: string }
  /** A local git repository: the tree of a ref (absent: HEAD), or what is staged against HEAD. */
  | {
      kind: 'git';
      path: string;
      ref?: string;
      staged?: boolean;
      /** Of the commit that is being made, where it is not the repository's own: git keeps another for `commit -a`. */
      indexFile?: string;
    };

/** Sent as HTTP basic authentication to the host of the URL and to no other. */
export interface RepositoryCredential {
  username: string;
  password: string;
}

export interface TriageDecision {
  findingId: string;
  status: Exclude<FindingStatus, 'open'>;
  reason: string;
  /** ISO 8601. */
  expiresAt?: string;
}

/** What was known before: fingerprints of an earlier scan, or another ref of the same repository that is scanned along. */
export type Baseline = { fingerprints: string[] } | { ref: string };

export interface Policy {
  /** The lowest severity that violates. */
  failOn?: Severity;
  /** Count only findings that the baseline does not know. */
  onlyNew?: boolean;
  /** Something that was not read violates too. */
  requireComplete?: boolean;
  /** `failOn` may pass although something failed that should have been analysed. */
  allowIncomplete?: boolean;
}

export interface ScanLimits {
  packBytes: number;
  files: number;
  fileBytes: number;
  /** The secrets engine reads larger files than the others. */
  secretFileBytes: number;
  cloneMs: number;
  scanMs: number;
  findings: number;
  /** Of the analysing process with all its threads. */
  memoryBytes: number;
  /** Unique blobs of the history that are read when `history` is asked for. */
  historyBlobs: number;
  /** Threads of one scan. */
  threads: number;
}

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
  /** More findings than the limit: the least severe were left out. */
  truncated: boolean;
  /** The rules that found something, for reports that explain them. */
  rules: RuleDescription[];
  /** Every package that the repository's files name; absent where dependencies were not looked at. */
  inventory?: Inventory;
}

export interface FailedScan {
  status: 'failed';
  errorCode: ScanErrorCode;
  /** One sentence that is safe to show. */
  error: string;
  /** The repository's host could not be reached or talked to, as opposed to anything being wrong with the repository. */
  network?: true;
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

/** What was read, and what was not and why. */
export interface Coverage {
  /** False as soon as something was skipped that an engine would have looked at. */
  complete: boolean;
  /** Files that at least one engine looked at, and their size. */
  files: number;
  bytes: number;
  /** Earlier versions of files that were searched for secrets; only where the history was asked for. */
  history?: { files: number; bytes: number };
  skipped: SkippedPath[];
  /** How many of the skipped should have been analysed; any of them makes `failOn` fail. Absent in scans of earlier versions. */
  failed?: number;
  /** How often an engine crashed; the operator's log says where. Absent in scans of earlier versions. */
  engineErrors?: number;
  engines: Array<{ id: EngineId; version: string }>;
  /** A hash over all engine versions. */
  rulesVersion: string;
  /** Age of the advisory index, ISO 8601; absent where no dependencies were checked against one. */
  advisoriesDate?: string;
  /** What the repository says about its own scan, whether it was followed or not. */
  repositoryConfig?: { trusted: boolean; suppressions: number; excludes: number; rules: number };
}

/** `count` stands for that many further paths of the same reason, so that a hostile repository cannot blow up the list. */
export interface SkippedPath extends CoverageNote {
  engine?: EngineId;
  count?: number;
  /** What follows from it for the policy. */
  kind?: SkipKind;
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
  phase: 'fetching' | 'listing' | 'analysing' | 'history' | 'concluding';
  /** 0 to 100, never falling. */
  percent: number;
  filesDone: number;
  filesTotal: number;
}

/** What the surroundings of a scan lend to it; nothing here changes what it finds. */
export interface ScanSurroundings {
  onProgress(progress: ScanProgress): void;
  /** Aborting kills every process of the scan; the outcome is `cancelled`. */
  signal: AbortSignal;
  network: NetworkSettings;
  /** Where bare repositories live while they are scanned. */
  scratchFolder: string;
  /** Results of earlier scans of this repository, for this tenant alone; absent: nothing is cached. */
  cacheFolder?: string;
  /** The SQLite index of advisories. */
  advisoryIndexFile?: string;
}

export interface NetworkSettings {
  /** `host` or `host:port` that may be contacted even where it resolves to a special address. */
  allowHosts: string[];
  /** PEM certificates that are trusted beside the system's. */
  caFile?: string;
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
