import type { AuditEntry } from '../../../kernel/audit.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import type { TriageDecision } from '../../../scan/model/task.ts';
import type { StoredDecision, TriageStore } from '../../../scan/service/store.ts';
import { unpackFindings } from '../../rows/finding-chunks.ts';
import { toDecision, toTriageDecision } from '../../rows/triage-rows.ts';
import { insertAudit } from '../audit-rows.ts';
import type { Database } from '../database.ts';

export class EmbeddedTriageStore implements TriageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findFinding(
    tenantId: string,
    findingId: string,
  ): Promise<{ scanId: string; finding: Finding } | undefined> {
    const row = this.#database.get(
      `SELECT scan_id, body FROM findings
       WHERE tenant_id = ? AND instr(ids, ?) > 0 ORDER BY scan_id DESC LIMIT 1`,
      tenantId,
      `\n${findingId}\n`,
    );
    if (row === undefined) return undefined;
    const chunk = await unpackFindings(row['body'] as Uint8Array);
    const finding = chunk.find(({ id }) => id === findingId);
    return finding && { scanId: String(row['scan_id']), finding };
  }

  async decision(tenantId: string, findingId: string): Promise<StoredDecision | undefined> {
    const row = this.#database.get(
      'SELECT * FROM finding_triage WHERE tenant_id = ? AND finding_id = ?',
      tenantId,
      findingId,
    );
    return row && toDecision(row);
  }

  async decisions(tenantId: string, now: number): Promise<TriageDecision[]> {
    return this.#database
      .all(
        `SELECT finding_id, status, reason, expires_at FROM finding_triage
         WHERE tenant_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY finding_id`,
        tenantId,
        now,
      )
      .map(toTriageDecision);
  }

  async decide(
    tenantId: string,
    findingId: string,
    decision: StoredDecision,
    audit: AuditEntry,
  ): Promise<void> {
    await this.#database.write(() => {
      this.#database.run(
        `INSERT OR REPLACE INTO finding_triage
           (tenant_id, finding_id, status, reason, expires_at, updated_at, updated_by) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        tenantId,
        findingId,
        decision.status,
        decision.reason,
        decision.expiresAt ?? null,
        decision.updatedAt,
        decision.updatedBy,
      );
      insertAudit(this.#database, audit);
    });
  }

  async reopen(tenantId: string, findingId: string, audit: AuditEntry): Promise<void> {
    await this.#database.write(() => {
      this.#database.run(
        'DELETE FROM finding_triage WHERE tenant_id = ? AND finding_id = ?',
        tenantId,
        findingId,
      );
      insertAudit(this.#database, audit);
    });
  }
}
