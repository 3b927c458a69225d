import type { AuditEntry } from '../../kernel/audit.ts';
import type { Database } from './database.ts';

/** To be called inside the write whose act it records. */
export function insertAudit(database: Database, entry: AuditEntry): void {
  database.run(
    'INSERT INTO audit (id, tenant_id, at, actor, action, subject, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
    entry.id,
    entry.tenantId,
    entry.at,
    entry.actor,
    entry.action,
    entry.subject,
    JSON.stringify(entry.details),
  );
}
