import type { ConfigProblem } from './config-problem.ts';
import type { EngineId } from './finding.ts';
import type { SandboxKind } from './sandbox.ts';
import type { SkipKind, SkipReason } from './skip-reason.ts';

/** Something that an engine could not do on a file; it is listed in the coverage of the scan. */
export interface CoverageNote {
  path: string;
  reason: SkipReason;
  message: string;
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
  /** What kept the scan away from the rest of the machine; absent for a folder, which is the caller's own. */
  sandbox?: SandboxKind;
  /** What the repository says about its own scan, whether it was followed or not. */
  repositoryConfig?: {
    trusted: boolean;
    suppressions: number;
    excludes: number;
    rules: number;
    /** What of it does not do what its author meant, where it was followed; absent for nothing. */
    problems?: ConfigProblem[];
  };
}

/** `count` stands for that many further paths of the same reason, so that a hostile repository cannot blow up the list. */
export interface SkippedPath extends CoverageNote {
  engine?: EngineId;
  count?: number;
  /** What follows from it for the policy. */
  kind?: SkipKind;
}
