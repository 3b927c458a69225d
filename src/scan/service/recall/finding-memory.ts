import type { EngineId, Severity } from '../../model/finding.ts';

/** Open findings, to be asked for in words. Derived from the newest scan of each repository, which alone says what is open. */
export interface FindingMemory {
  /** Whether anything may be kept. */
  readonly enabled: boolean;
  /** Writes findings, replacing what was kept of the same. */
  keep(tenantId: string, findings: readonly KeptFinding[], signal: AbortSignal): Promise<void>;
  forget(tenantId: string, findingIds: readonly string[]): Promise<void>;
  /** What is kept of a repository: the text of each finding, by its id. */
  ofRepository(tenantId: string, repoUrl: string): Promise<Map<string, string>>;
  /** The best first. */
  search(tenantId: string, query: FindingMemoryQuery, signal: AbortSignal): Promise<FoundInMemory[]>;
}

export interface KeptFinding {
  findingId: string;
  repoUrl: string;
  severity: Severity;
  engine: EngineId;
  ruleId: string;
  text: string;
}

export interface FindingMemoryQuery {
  text: string;
  limit: number;
  repoUrl?: string | undefined;
  severity?: readonly Severity[] | undefined;
  engine?: readonly EngineId[] | undefined;
  ruleId?: string | undefined;
  minScore?: number | undefined;
}

export interface FoundInMemory {
  findingId: string;
  repoUrl: string;
  score: number;
}
