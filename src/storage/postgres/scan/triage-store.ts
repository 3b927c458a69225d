import type { AuditEntry } from '../../../kernel/audit.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import type { TriageDecision } from '../../../scan/model/task.ts';
import type { StoredDecision, TriageStore } from '../../../scan/service/store.ts';
import { unpackFindings } from '../../rows/finding-chunks.ts';
import { toDecision, toTriageDecision } from '../../rows/triage-rows.ts';
import { insertAudit } from '../audit-rows.ts';
import type { PostgresDatabase } from '../database.ts';

export class PostgresTriageStore implements TriageStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async findFinding(
    tenantId: string,
    findingId: string,
  ): Promise<{ scanId: string; finding: Finding } | undefined> {
    const row = await this.#database.get(
      `SELECT scan_id, body FROM findings
       WHERE tenant_id = $1 AND position($2 IN ids) > 0 ORDER BY scan_id DESC LIMIT 1`,
      tenantId,
      `\n${findingId}\n`,
    );
    if (row === undefined) return undefined;
    const chunk = await unpackFindings(row['body'] as Uint8Array);
    const finding = chunk.find(({ id }) => id === findingId);
    return finding && { scanId: String(row['scan_id']), finding };
  }

  async decision(tenantId: string, findingId: string): Promise<StoredDecision | undefined> {
    const row = await this.#database.get(
      'SELECT * FROM finding_triage WHERE tenant_id = $1 AND finding_id = $2',
      tenantId,
      findingId,
    );
    return row && toDecision(row);
  }

  async decisions(tenantId: string, now: number): Promise<TriageDecision[]> {
    const rows = await this.#database.all(
      `SELECT finding_id, status, reason, expires_at FROM finding_triage
       WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY finding_id`,
      tenantId,
      now,
    );
    return rows.map(toTriageDecision);
  }

  decide(tenantId: string, findingId: string, decision: StoredDecision, audit: AuditEntry): Promise<void> {
    return this.#database.transaction(async (sql) => {
      await sql.run(
        `INSERT INTO finding_triage (tenant_id, finding_id, status, reason, expires_at, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (tenant_id, finding_id) DO UPDATE SET status = excluded.status, reason = excluded.reason,
           expires_at = excluded.expires_at, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
        tenantId,
        findingId,
        decision.status,
        decision.reason,
        decision.expiresAt ?? null,
        decision.updatedAt,
        decision.updatedBy,
      );
      await insertAudit(sql, audit);
    });
  }

  reopen(tenantId: string, findingId: string, audit: AuditEntry): Promise<void> {
    return this.#database.transaction(async (sql) => {
      await sql.run(
        'DELETE FROM finding_triage WHERE tenant_id = $1 AND finding_id = $2',
        tenantId,
        findingId,
      );
      await insertAudit(sql, audit);
    });
  }
}
