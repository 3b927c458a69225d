import type { CodeRulePack } from './code-rule-pack.ts';
import type { EngineId, FindingStatus, Severity } from './finding.ts';
import type { LicencePolicy } from './licence-policy.ts';
import type { RepositoryUrl } from './repository-url.ts';
import type { ScanRule } from './secret-rule.ts';

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
  /** Take the code apart into what can be asked for in words, with or without tests. */
  gatherCode?: { tests: boolean };
  baseline?: Baseline;
  policy?: Policy;
  /** Credential formats of the operator, in addition to the built-in ones. */
  secretRules?: readonly ScanRule[];
  /** Libraries and rules for code of the operator, in addition to the built-in ones. */
  codeRules?: readonly CodeRulePack[];
  /** Which licences dependencies may have; absent: any. */
  licencePolicy?: LicencePolicy;
  /** Secret of the tenant: finding ids and hashes of secret values are keyed with it. At least 16 bytes. */
  identityKey: Uint8Array;
  /** When the scan was asked for, in milliseconds since the epoch: decides which suppressions have expired. */
  now: number;
  limits: ScanLimits;
}

export type ScanSource =
  | { kind: 'remote'; url: RepositoryUrl; ref?: string; credential?: RepositoryCredential }
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

/** What was known before: findings of an earlier scan, or another ref of the same repository that is scanned along. */
export type Baseline = { known: KnownFinding[] } | { ref: string };

/** A finding of an earlier scan. Where it was and which engine found it say whether this scan could have found it again. */
export interface KnownFinding {
  fingerprint: string;
  file?: string | undefined;
  engine?: EngineId | undefined;
}

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
  /** CPU time of the analysing process with all its threads. */
  scanMs: number;
  /** Time on the wall, for what waits without using the CPU. */
  scanWallMs: number;
  findings: number;
  /** Of the analysing process with all its threads. */
  memoryBytes: number;
  /** Unique blobs of the history that are read when `history` is asked for. */
  historyBlobs: number;
  /** Threads of one scan. */
  threads: number;
}

export interface NetworkSettings {
  /** `host` or `host:port` that may be contacted even where it resolves to a special address. */
  allowHosts: string[];
  /** PEM certificates that are trusted in addition to the system's. */
  caFile?: string;
}
