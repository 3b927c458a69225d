import type { AuditEntry } from '../../kernel/audit.ts';
import type { Sql } from './database.ts';

/** To be called in the transaction of the act that it records. */
export async function insertAudit(sql: Sql, entry: AuditEntry): Promise<void> {
  await sql.run(
    'INSERT INTO audit (id, tenant_id, at, actor, action, subject, details) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    entry.id,
    entry.tenantId,
    entry.at,
    entry.actor,
    entry.action,
    entry.subject,
    JSON.stringify(entry.details),
  );
}
