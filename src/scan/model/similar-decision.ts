/** A decision about a finding that looks like another one, possibly in another repository of the tenant. A hint: nothing follows from it by itself. */
export interface SimilarDecision {
  findingId: string;
  /** The URL of the repository as it was scanned. */
  repo: string;
  status: 'false_positive' | 'accepted_risk';
  reason: string;
  /** The key that decided. */
  decidedBy: string;
  /** ISO 8601. */
  decidedAt: string;
  /** How much the two findings look alike: 1 for the same code. */
  score: number;
}
