import type { NewJob } from '../../jobs/job-queue.ts';
import type { AuditEntry } from '../../kernel/audit.ts';
import type { Finding } from '../model/finding.ts';
import type { TriageDecision } from '../model/task.ts';

/** What people decided about findings. It outlives the scans that saw them. */
export interface TriageStore {
  /** The findings with these ids, each as the newest scan that has it saw it; of these scans only, where they are named. */
  findFindings(
    tenantId: string,
    findingIds: readonly string[],
    scanIds?: readonly string[],
  ): Promise<SeenFinding[]>;
  /** Those that there are, by the id of their finding, whether they hold or have expired. */
  decisionsOf(tenantId: string, findingIds: readonly string[]): Promise<Map<string, StoredDecision>>;
  /** Those that hold at that time. */
  decisions(tenantId: string, now: number): Promise<TriageDecision[]>;

  /** Changes decisions in one transaction with what records it and the jobs that follow; a batch also notes what it replaced. */
  change(command: DecisionsCommand): Promise<void>;
  /** Takes back what a batch changed, where nothing was decided since; undefined where there is no such batch. */
  undo(tenantId: string, batchId: string, undo: UndoCommand): Promise<UndoneBatch | undefined>;
  /** Removes the decisions about a repository; says about which findings. */
  removeDecisions(
    tenantId: string,
    repoUrl: string,
    removal: { at: number; audit: AuditEntry; jobs: JobsOf },
  ): Promise<string[]>;
  /** For decisions that were made before it was noted. */
  noteRepository(tenantId: string, findingId: string, repoUrl: string): Promise<void>;
  removeBatchesBefore(time: number): Promise<number>;
}

export interface SeenFinding {
  scanId: string;
  repoUrl: string;
  finding: Finding;
}

export interface StoredDecision {
  status: 'false_positive' | 'accepted_risk';
  reason: string;
  expiresAt?: number;
  updatedAt: number;
  /** The key that decided. */
  updatedBy: string;
  repoUrl?: string;
  /** The call that decided about several findings at once. */
  batchId?: string;
}

export interface DecisionChange {
  findingId: string;
  /** Absent where the finding is to be open again. */
  decision?: StoredDecision;
}

export interface DecisionsCommand {
  tenantId: string;
  at: number;
  changes: readonly DecisionChange[];
  audit: readonly AuditEntry[];
  jobs: readonly NewJob[];
  batch?: { id: string; by: string };
}

/** The jobs that follow from a change of decisions about these findings. */
export type JobsOf = (findingIds: readonly string[]) => NewJob[];

export interface UndoCommand {
  at: number;
  audit: AuditEntry;
  jobs: JobsOf;
}

export interface UndoneBatch {
  /** The findings that are as they were before. */
  undone: string[];
  /** Findings about which something was decided since; they stay as they are. */
  skipped: string[];
}
