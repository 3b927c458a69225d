import type { FindingShape } from '../../likeness/finding-shape.ts';
import type { PathKind } from '../../model/path-kind.ts';
import type { StoredDecision } from '../triage-store.ts';

/** Decisions about findings, to be found again by what the finding looks like. Derived from the stored decisions, which alone say what holds. */
export interface DecisionMemory {
  /** Writes decisions, replacing what was kept about the same findings. */
  keep(tenantId: string, decisions: readonly KeptDecision[], signal: AbortSignal): Promise<void>;
  hasAny(tenantId: string): Promise<boolean>;
  forget(tenantId: string, findingIds: readonly string[]): Promise<void>;
  /** Decisions about findings of a rule or a weakness, the newest first. */
  newest(
    tenantId: string,
    kind: DecisionKind,
    limit: number,
  ): Promise<{ items: RecalledDecision[]; more: boolean }>;
  /** Those of them that have most words in common with a text. */
  nearest(tenantId: string, kind: DecisionKind, text: string, limit: number): Promise<RecalledDecision[]>;
}

/** What can be compared at all: the same rule, or the same weakness. */
export interface DecisionKind {
  ruleId: string;
  cwe: readonly string[];
}

export interface RecalledDecision {
  findingId: string;
  ruleId: string;
  repoUrl: string;
  shape: FindingShape;
}

export interface KeptDecision extends RecalledDecision, DecisionKind {
  text: string;
  path: PathKind;
  decision: StoredDecision;
}
