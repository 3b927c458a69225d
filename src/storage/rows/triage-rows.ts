import type { TriageDecision } from '../../scan/model/task.ts';
import type { DecisionChange, StoredDecision, UndoneBatch } from '../../scan/service/triage-store.ts';
import type { Row } from './row.ts';

export function toDecision(row: Row): StoredDecision {
  return {
    status: row['status'] as StoredDecision['status'],
    reason: String(row['reason']),
    ...(row['expires_at'] === null ? {} : { expiresAt: Number(row['expires_at']) }),
    updatedAt: Number(row['updated_at']),
    updatedBy: String(row['updated_by']),
    ...(row['repo_url'] === null ? {} : { repoUrl: String(row['repo_url']) }),
    ...(row['batch_id'] === null ? {} : { batchId: String(row['batch_id']) }),
  };
}

export function toTriageDecision(row: Row): TriageDecision {
  return {
    findingId: String(row['finding_id']),
    status: row['status'] as StoredDecision['status'],
    reason: String(row['reason']),
    ...(row['expires_at'] === null ? {} : { expiresAt: new Date(Number(row['expires_at'])).toISOString() }),
  };
}

/** In the order of the columns of `finding_triage`. */
export function decisionColumns(tenantId: string, findingId: string, decision: StoredDecision) {
  const { status, reason, expiresAt, updatedAt, updatedBy, repoUrl, batchId } = decision;
  return [
    tenantId,
    findingId,
    status,
    reason,
    expiresAt ?? null,
    updatedAt,
    updatedBy,
    repoUrl ?? null,
    batchId ?? null,
  ] as const;
}

export const decisionNames =
  'tenant_id, finding_id, status, reason, expires_at, updated_at, updated_by, repo_url, batch_id';

/** What a batch did to one finding. */
interface ReplacedDecision {
  findingId: string;
  before?: StoredDecision;
  /** Whether it made the finding open again. */
  opened?: true;
}

export function replacedDecisions(
  changes: readonly DecisionChange[],
  before: ReadonlyMap<string, StoredDecision>,
): string {
  return JSON.stringify(
    changes.map(({ findingId, decision }): ReplacedDecision => {
      const replaced = before.get(findingId);
      return {
        findingId,
        ...(replaced && { before: replaced }),
        ...(!decision && { opened: true as const }),
      };
    }),
  );
}

/** Which decisions an undo brings back, given those that there are now. */
export function undoChanges(
  replaced: string,
  batchId: string,
  now: ReadonlyMap<string, StoredDecision>,
): UndoneBatch & { changes: DecisionChange[] } {
  const batch = JSON.parse(replaced) as ReplacedDecision[];
  const isUnchanged = ({ findingId, opened }: ReplacedDecision) =>
    opened ? !now.has(findingId) : now.get(findingId)?.batchId === batchId;
  const undone = batch.filter(isUnchanged);
  return {
    undone: undone.map(({ findingId }) => findingId),
    skipped: batch.filter((one) => !isUnchanged(one)).map(({ findingId }) => findingId),
    changes: undone.map(({ findingId, before }) => ({ findingId, ...(before && { decision: before }) })),
  };
}

export function findingIdsOf(replaced: string): string[] {
  return (JSON.parse(replaced) as ReplacedDecision[]).map(({ findingId }) => findingId);
}
