import type { SimilarDecision } from './similar-decision.ts';

/** What a scan reports. The first seven fields are the contract of the seed; the rest is there where it is known. */

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** The severity itself, or the limit where it is worse than that. */
export function atMost(severity: Severity, limit: Severity): Severity {
  return severities.indexOf(severity) < severities.indexOf(limit) ? limit : severity;
}

export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

export const engineIds = ['secrets', 'code', 'dependencies', 'infrastructure', 'supply-chain'] as const;
export type EngineId = (typeof engineIds)[number];

export interface TraceStep {
  file: string;
  line: number;
  column: number;
  kind: 'source' | 'step' | 'sink';
  message: string;
  /** The lines around it; absent where the snippet of the finding shows them, and beyond what a scan keeps. */
  snippet?: Snippet;
}

/** Whether the trace begins where the data comes in: one without a source shows only the way that whatever callers give takes. */
export function hasSource({ trace }: { trace?: readonly TraceStep[] | undefined }): boolean {
  return trace?.[0]?.kind === 'source';
}

export interface PackageDetails {
  purl: string;
  /** From the direct dependency down to the package itself, as `name@version`. */
  path: string[];
  fixedVersion?: string;
  vulnIds: string[];
  /** Absent where it is not known. */
  reachable?: boolean;
}

export interface SecretDetails {
  provider: string;
  /** Enough to recognise the credential, never enough to use it. */
  redacted: string;
  validity: 'unknown' | 'expired';
}

/** A mechanical change that repairs the problem: replace these lines (1-based, inclusive) by this text. */
export interface Fix {
  description: string;
  startLine: number;
  endLine: number;
  replacement: string;
}

/** A value that an engine would set on a line of the file; it becomes a fix where the line is as simple as it looks. */
export interface ValueEdit {
  line: number;
  key: string;
  /** As it is written in the language of the file. */
  value: string;
}

/** What an engine says about one problem; the pipeline adds identity, snippet and status. */
export interface EngineFinding {
  ruleId: string;
  severity: Severity;
  confidence: Confidence;
  title: string;
  description: string;
  suggestion?: string;
  /** Relative to the repository, with `/`, never empty. */
  file: string;
  /** 1-based; 1 for a whole file. */
  startLine: number;
  endLine: number;
  /** The line that is wrong, where the place begins before it, at the head of a block. */
  line?: number;
  /** 1-based, in UTF-16 units, where the engine knows them. */
  startColumn?: number;
  endColumn?: number;
  /** A word for grouping, such as `injection`, `secret`, `vulnerable-dependency`. */
  category: string;
  /** `CWE-89`; at most two, the most specific first. */
  cwe: string[];
  /** `A03:2021`. */
  owasp?: string[];
  references?: string[];
  trace?: TraceStep[];
  package?: PackageDetails;
  secret?: SecretDetails;
  fix?: Fix;
  edit?: ValueEdit;
  /**
   * What makes this the same problem in another commit: the enclosing scope (function, resource, job; '' for the file)
   * and normalised tokens. Never a line, an offset or rule text; for a secret the keyed hash, never the value.
   */
  identity: { scope: string; tokens: string };
}

/** `open` counts for gates; every other status moves the finding to `suppressedFindings`. */
export const findingStatuses = ['open', 'false_positive', 'accepted_risk', 'suppressed'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** Why a finding does not count: who said so, and with which words. */
export interface Suppression {
  source: 'api' | 'inline' | 'file';
  reason: string;
  /** ISO 8601; after it the finding is open again. */
  expiresAt?: string;
}

/** The lines around a finding, every known secret masked. Hostile text: whoever shows it must escape it. */
export interface Snippet {
  startLine: number;
  /** Lines joined by `\n`, without a newline at the end; long lines are cut and end in `…`. */
  text: string;
}

/** A finding as stored and returned: what the engine reported plus identity, status and snippet. */
export interface Finding extends Omit<EngineFinding, 'identity' | 'edit'> {
  /** `fin_` and a keyed hash of tenant, repository and fingerprint: the same problem keeps its id from scan to scan. */
  id: string;
  /** Where to look: `startLine`, unless the engine knows the line better. */
  line: number;
  engine: EngineId;
  /** Rule, path, scope, tokens and an ordinal among equals, hashed: unique within a scan, comparable between scans. */
  fingerprint: string;
  status: FindingStatus;
  snippet?: Snippet;
  suppression?: Suppression;
  /** Only where a baseline was given. */
  baselineState?: 'new' | 'unchanged';
  /** Only for a secret, where the history was searched: the commit that brought it in. */
  commit?: string;
  /** When the author wrote that commit (ISO 8601). */
  authorDate?: string;
  /** Whether the secret still is in a file of the scanned commit, at this or another path. */
  inTree?: boolean;
  /** What was decided about findings that look like it. Never stored: a service adds it to what it shows. */
  similar?: SimilarDecision[];
}
