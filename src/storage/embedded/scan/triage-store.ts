import type { NewJob } from '../../../jobs/job-queue.ts';
import type { AuditEntry } from '../../../kernel/audit.ts';
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
import type { Database } from '../database.ts';
import { insertJob } from '../job-queue.ts';

export class EmbeddedTriageStore implements TriageStore {
  readonly #database: Database;

  constructor(database: Database) {
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
      const heads = this.#database
        .all(
          `SELECT f.scan_id, f.position, f.ids, s.repo_url FROM findings f JOIN scans s ON s.id = f.scan_id
           WHERE f.tenant_id = ?1 AND (f.scan_id, f.position) < (?2, ?3)
             AND (?4 IS NULL OR instr(f.ids, ?4) > 0)
             AND (?5 IS NULL OR f.scan_id IN (SELECT value FROM json_each(?5)))
           ORDER BY f.scan_id DESC, f.position DESC LIMIT ?6`,
          tenantId,
          last.scanId,
          last.position,
          findingIds.length === 1 ? `\n${findingIds[0]}\n` : null,
          scanIds === undefined ? null : JSON.stringify(scanIds),
          findingIds.length === 1 ? 1 : chunksAtOnce,
        )
        .map((row) => ({
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
    return wanted.unpack(
      ({ scanId, position }) =>
        this.#database.get(
          'SELECT body FROM findings WHERE scan_id = ? AND position = ?',
          scanId,
          position,
        )?.['body'] as Uint8Array | undefined,
    );
  }

  async decisionsOf(tenantId: string, findingIds: readonly string[]): Promise<Map<string, StoredDecision>> {
    return this.#decisionsOf(tenantId, findingIds);
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

  change({ tenantId, at, changes, audit, jobs, batch }: DecisionsCommand): Promise<void> {
    return this.#database.write(() => {
      if (batch) {
        const before = this.#decisionsOf(
          tenantId,
          changes.map(({ findingId }) => findingId),
        );
        this.#database.run(
          'INSERT INTO triage_batches (id, tenant_id, created_at, created_by, replaced) VALUES (?, ?, ?, ?, ?)',
          batch.id,
          tenantId,
          at,
          batch.by,
          replacedDecisions(changes, before),
        );
      }
      this.#apply(tenantId, changes);
      this.#follow(at, audit, jobs);
    });
  }

  undo(
    tenantId: string,
    batchId: string,
    { at, audit, jobs }: UndoCommand,
  ): Promise<UndoneBatch | undefined> {
    return this.#database.write(() => {
      const row = this.#database.get(
        'SELECT replaced, undone_at FROM triage_batches WHERE tenant_id = ? AND id = ?',
        tenantId,
        batchId,
      );
      if (!row) return undefined;
      const replaced = String(row['replaced']);
      const ids = findingIdsOf(replaced);
      if (row['undone_at'] !== null) return { undone: [], skipped: ids };
      const now = this.#decisionsOf(tenantId, ids);
      const { undone, skipped, changes } = undoChanges(replaced, batchId, now);
      this.#apply(tenantId, changes);
      this.#database.run('UPDATE triage_batches SET undone_at = ? WHERE id = ?', at, batchId);
      this.#follow(at, [audit], jobs(undone));
      return { undone, skipped };
    });
  }

  removeDecisions(
    tenantId: string,
    repoUrl: string,
    { at, audit, jobs }: { at: number; audit: AuditEntry; jobs: JobsOf },
  ): Promise<string[]> {
    return this.#database.write(() => {
      const ids = this.#database
        .all(
          'DELETE FROM finding_triage WHERE tenant_id = ? AND repo_url = ? RETURNING finding_id',
          tenantId,
          repoUrl,
        )
        .map((row) => String(row['finding_id']))
        .sort();
      this.#follow(at, [audit], jobs(ids));
      return ids;
    });
  }

  async noteRepository(tenantId: string, findingId: string, repoUrl: string): Promise<void> {
    await this.#database.write(() =>
      this.#database.run(
        'UPDATE finding_triage SET repo_url = ?3 WHERE tenant_id = ?1 AND finding_id = ?2 AND repo_url IS NULL',
        tenantId,
        findingId,
        repoUrl,
      ),
    );
  }

  removeBatchesBefore(time: number): Promise<number> {
    return this.#database.free(
      () => this.#database.run('DELETE FROM triage_batches WHERE created_at < ?', time).changes,
    );
  }

  #decisionsOf(tenantId: string, findingIds: readonly string[]): Map<string, StoredDecision> {
    const rows = this.#database.all(
      'SELECT * FROM finding_triage WHERE tenant_id = ? AND finding_id IN (SELECT value FROM json_each(?))',
      tenantId,
      JSON.stringify(findingIds),
    );
    return new Map(rows.map((row) => [String(row['finding_id']), toDecision(row)]));
  }

  #apply(tenantId: string, changes: readonly DecisionChange[]): void {
    for (const { findingId, decision } of changes) {
      if (decision)
        this.#database.run(
          `INSERT OR REPLACE INTO finding_triage (${decisionNames}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...decisionColumns(tenantId, findingId, decision),
        );
      else
        this.#database.run(
          'DELETE FROM finding_triage WHERE tenant_id = ? AND finding_id = ?',
          tenantId,
          findingId,
        );
    }
  }

  #follow(at: number, audit: readonly AuditEntry[], jobs: readonly NewJob[]): void {
    for (const entry of audit) insertAudit(this.#database, entry);
    for (const job of jobs) insertJob(this.#database, job, at);
  }
}
