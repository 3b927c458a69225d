import type { TriageDecision } from '../../scan/model/task.ts';
import type { StoredDecision } from '../../scan/service/store.ts';
import type { Row } from './row.ts';

export function toDecision(row: Row): StoredDecision {
  return {
    status: row['status'] as StoredDecision['status'],
    reason: String(row['reason']),
    ...(row['expires_at'] === null ? {} : { expiresAt: Number(row['expires_at']) }),
    updatedAt: Number(row['updated_at']),
    updatedBy: String(row['updated_by']),
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
