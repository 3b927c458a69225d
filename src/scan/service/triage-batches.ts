import { auditEntry } from '../../kernel/audit.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import { shapeOf } from '../likeness/finding-shape.ts';
import { likeness } from '../likeness/likeness.ts';
import type { Caller } from '../model/caller.ts';
import type { FindingListStore } from './finding-list-store.ts';
import { rememberJob } from './recall/remember-job.ts';
import { similarBar } from './recall/similar-decisions.ts';
import type { Triage, TriageChange } from './triage.ts';
import type { SeenFinding, TriageStore } from './triage-store.ts';

export const triageLimits = { findingsPerCall: 500, undoDays: 90 } as const;

/** So many repositories are looked at for findings like one: those that were scanned last. */
const mostRepositories = 500;

export interface BatchRequest extends TriageChange {
  /** Either these findings, or those of every repository that look like this one, itself included: open ones, or where they are to be open again, decided ones. */
  ids?: readonly string[] | undefined;
  likeFinding?: string | undefined;
  /** Only says which findings it would be. */
  dryRun: boolean;
}

export interface TriageBatch {
  /** Absent where nothing was changed. */
  batchId?: string;
  status: TriageChange['status'];
  findingIds: string[];
  /** More findings look like it than one call decides about. */
  truncated?: true;
}

export interface TriageBatchesParts {
  triage: Triage;
  store: TriageStore;
  lists: FindingListStore;
  clock: Clock;
  newId: NewId;
  onChanged(): void;
}

/** One decision about many findings, and taking it back. */
export class TriageBatches {
  readonly #parts: TriageBatchesParts;

  constructor(parts: TriageBatchesParts) {
    this.#parts = parts;
  }

  async apply(caller: Caller, request: BatchRequest): Promise<TriageBatch> {
    const { ids, likeFinding, dryRun, ...change } = request;
    const { findings, truncated } =
      likeFinding === undefined
        ? { findings: await this.#named(caller, ids ?? []), truncated: false }
        : await this.#alike(caller, likeFinding, change.status);
    const findingIds = findings.map(({ finding }) => finding.id);
    const result = { status: change.status, findingIds, ...(truncated && { truncated: true as const }) };
    if (dryRun || findings.length === 0) return result;
    const batchId = this.#parts.newId('bat');
    await this.#parts.triage.apply(caller, findings, change, batchId);
    return { batchId, ...result };
  }

  async undo(
    caller: Caller,
    batchId: string,
  ): Promise<{ batchId: string; undone: string[]; skipped: string[] }> {
    const { store, clock, newId, onChanged } = this.#parts;
    const { tenantId } = caller;
    const at = clock.now();
    const undone = await store.undo(tenantId, batchId, {
      at,
      audit: auditEntry(this.#parts, caller, 'finding.triage_undo', batchId),
      jobs: (findingIds) =>
        findingIds.length === 0 ? [] : [rememberJob(newId('job'), tenantId, { findingIds }, at)],
    });
    if (!undone) throw new ServiceError('not_found', 'No decision about several findings with this id.');
    onChanged();
    return { batchId, ...undone };
  }

  async #named({ tenantId }: Caller, ids: readonly string[]): Promise<SeenFinding[]> {
    const wanted = [...new Set(ids)];
    const found = await this.#parts.store.findFindings(tenantId, wanted);
    const known = new Map(found.map((one) => [one.finding.id, one]));
    const missing = wanted.filter((id) => !known.has(id));
    if (missing.length > 0)
      throw new ServiceError('not_found', `No finding with the id ${missing.slice(0, 5).join(', ')}.`);
    return wanted.map((id) => known.get(id)!);
  }

  async #alike(
    { tenantId }: Caller,
    findingId: string,
    status: TriageChange['status'],
  ): Promise<{ findings: SeenFinding[]; truncated: boolean }> {
    const { store, lists, clock } = this.#parts;
    const [model] = await store.findFindings(tenantId, [findingId]);
    if (!model) throw new ServiceError('not_found', 'No finding with this id.');
    const newest = await lists.newestScans(tenantId, { limit: mostRepositories });
    const scanIds = newest.map(({ scanId }) => scanId);
    for (const scanId of await lists.unprepared(scanIds)) await lists.prepare(scanId);
    const { findingsPerCall } = triageLimits;
    const shape = shapeOf(model.finding);
    const findings = [model];
    const source = { tenantId, scanIds, now: clock.now() };
    // What is to be open again was decided about before.
    const affected = status === 'open' ? (['false_positive', 'accepted_risk'] as const) : (['open'] as const);
    const filter = { ruleId: model.finding.ruleId, status: affected };
    let after: Awaited<ReturnType<FindingListStore['rows']>>[number]['place'] | undefined;
    for (;;) {
      const rows = await lists.rows(source, filter, { after, limit: findingsPerCall });
      const ids = rows.map(({ row }) => row.id).filter((id) => id !== findingId);
      for (const seen of await store.findFindings(tenantId, ids, scanIds)) {
        if (likeness(shape, shapeOf(seen.finding)) < similarBar) continue;
        if (findings.length === findingsPerCall) return { findings, truncated: true };
        findings.push(seen);
      }
      if (rows.length < findingsPerCall) return { findings, truncated: false };
      after = rows.at(-1)!.place;
    }
  }
}
