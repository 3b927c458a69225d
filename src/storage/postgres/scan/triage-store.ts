import type { NewJob } from '../../../jobs/job-queue.ts';
import type { AuditEntry } from '../../../kernel/audit.ts';
import { compareTexts } from '../../../kernel/compare-texts.ts';
import type { TriageDecision } from '../../../scan/model/task.ts';
import type {
  DecisionChange,
  DecisionsCommand,
  JobsOf,
  SeenFinding,
  StoredDecision,
  TriageStore,
  UndoCommand,
  UndoneBatch,
} from '../../../scan/service/triage-store.ts';
import {
  decisionColumns,
  decisionNames,
  findingIdsOf,
  replacedDecisions,
  toDecision,
  toTriageDecision,
  undoChanges,
} from '../../rows/triage-rows.ts';
import { chunksAtOnce, WantedFindings } from '../../rows/wanted-findings.ts';
import { insertAudit } from '../audit-rows.ts';
import type { PostgresDatabase, Sql } from '../database.ts';
import { insertJob } from '../job-rows.ts';

export class PostgresTriageStore implements TriageStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async findFindings(
    tenantId: string,
    findingIds: readonly string[],
    scanIds?: readonly string[],
  ): Promise<SeenFinding[]> {
    const wanted = new WantedFindings(findingIds);
    let last = { scanId: '\u{10FFFF}', position: 0 };
    while (!wanted.isComplete) {
      const rows = await this.#database.all(
        `SELECT f.scan_id, f.position, f.ids, s.repo_url FROM findings f JOIN scans s ON s.id = f.scan_id
         WHERE f.tenant_id = $1 AND (f.scan_id, f.position) < ($2, $3)
           AND ($4::text IS NULL OR position($4 IN f.ids) > 0) AND ($5::text[] IS NULL OR f.scan_id = ANY ($5))
         ORDER BY f.scan_id DESC, f.position DESC LIMIT $6`,
        tenantId,
        last.scanId,
        last.position,
        findingIds.length === 1 ? `\n${findingIds[0]}\n` : null,
        scanIds ?? null,
        findingIds.length === 1 ? 1 : chunksAtOnce,
      );
      const heads = rows.map((row) => ({
        scanId: String(row['scan_id']),
        position: Number(row['position']),
        repoUrl: String(row['repo_url']),
        ids: String(row['ids']),
      }));
      for (const head of heads) wanted.look(head);
      const end = heads.at(-1);
      if (!end) break;
      last = end;
    }
    return wanted.unpack(async ({ scanId, position }) => {
      const row = await this.#database.get(
        'SELECT body FROM findings WHERE scan_id = $1 AND position = $2',
        scanId,
        position,
      );
      return row?.['body'] as Uint8Array | undefined;
    });
  }

  decisionsOf(tenantId: string, findingIds: readonly string[]): Promise<Map<string, StoredDecision>> {
    return decisionsOf(this.#database, tenantId, findingIds);
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

  change({ tenantId, at, changes, audit, jobs, batch }: DecisionsCommand): Promise<void> {
    return this.#database.transaction(async (sql) => {
      if (batch) {
        const ids = changes.map(({ findingId }) => findingId);
        await sql.run(
          'INSERT INTO triage_batches (id, tenant_id, created_at, created_by, replaced) VALUES ($1, $2, $3, $4, $5)',
          batch.id,
          tenantId,
          at,
          batch.by,
          replacedDecisions(changes, await decisionsOf(sql, tenantId, ids, 'FOR UPDATE')),
        );
      }
      await apply(sql, tenantId, changes);
      await follow(sql, at, audit, jobs);
    });
  }

  undo(
    tenantId: string,
    batchId: string,
    { at, audit, jobs }: UndoCommand,
  ): Promise<UndoneBatch | undefined> {
    return this.#database.transaction(async (sql) => {
      const row = await sql.get(
        'SELECT replaced, undone_at FROM triage_batches WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
        tenantId,
        batchId,
      );
      if (!row) return undefined;
      const replaced = String(row['replaced']);
      const ids = findingIdsOf(replaced);
      if (row['undone_at'] !== null) return { undone: [], skipped: ids };
      const now = await decisionsOf(sql, tenantId, ids, 'FOR UPDATE');
      const { undone, skipped, changes } = undoChanges(replaced, batchId, now);
      await apply(sql, tenantId, changes);
      await sql.run('UPDATE triage_batches SET undone_at = $2 WHERE id = $1', batchId, at);
      await follow(sql, at, [audit], jobs(undone));
      return { undone, skipped };
    });
  }

  removeDecisions(
    tenantId: string,
    repoUrl: string,
    { at, audit, jobs }: { at: number; audit: AuditEntry; jobs: JobsOf },
  ): Promise<string[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.all(
        'DELETE FROM finding_triage WHERE tenant_id = $1 AND repo_url = $2 RETURNING finding_id',
        tenantId,
        repoUrl,
      );
      const ids = rows.map((row) => String(row['finding_id'])).sort();
      await follow(sql, at, [audit], jobs(ids));
      return ids;
    });
  }

  async noteRepository(tenantId: string, findingId: string, repoUrl: string): Promise<void> {
    await this.#database.run(
      'UPDATE finding_triage SET repo_url = $3 WHERE tenant_id = $1 AND finding_id = $2 AND repo_url IS NULL',
      tenantId,
      findingId,
      repoUrl,
    );
  }

  removeBatchesBefore(time: number): Promise<number> {
    return this.#database.run('DELETE FROM triage_batches WHERE created_at < $1', time);
  }
}

async function decisionsOf(
  sql: Sql,
  tenantId: string,
  findingIds: readonly string[],
  lock = '',
): Promise<Map<string, StoredDecision>> {
  const rows = await sql.all(
    `SELECT * FROM finding_triage WHERE tenant_id = $1 AND finding_id = ANY ($2) ORDER BY finding_id ${lock}`,
    tenantId,
    findingIds,
  );
  return new Map(rows.map((row) => [String(row['finding_id']), toDecision(row)]));
}

/** Always in the same order, so that two calls about the same findings wait for each other and do not block one another. */
async function apply(sql: Sql, tenantId: string, changes: readonly DecisionChange[]): Promise<void> {
  const ordered = changes.toSorted((a, b) => compareTexts(a.findingId, b.findingId));
  for (const { findingId, decision } of ordered) {
    if (decision)
      await sql.run(
        `INSERT INTO finding_triage (${decisionNames}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, finding_id) DO UPDATE SET status = excluded.status, reason = excluded.reason,
           expires_at = excluded.expires_at, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
           repo_url = excluded.repo_url, batch_id = excluded.batch_id`,
        ...decisionColumns(tenantId, findingId, decision),
      );
    else
      await sql.run(
        'DELETE FROM finding_triage WHERE tenant_id = $1 AND finding_id = $2',
        tenantId,
        findingId,
      );
  }
}

async function follow(
  sql: Sql,
  at: number,
  audit: readonly AuditEntry[],
  jobs: readonly NewJob[],
): Promise<void> {
  for (const entry of audit) await insertAudit(sql, entry);
  for (const job of jobs) await insertJob(sql, job, { now: at, fixed: null });
}
