import { auditEntry } from '../../kernel/audit.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Caller } from '../model/caller.ts';
import type { Finding, FindingStatus } from '../model/finding.ts';
import type { SimilarDecision } from '../model/similar-decision.ts';
import { rememberJob } from './recall/remember-job.ts';
import type { SimilarDecisions } from './recall/similar-decisions.ts';
import type { DecisionChange, SeenFinding, StoredDecision, TriageStore } from './triage-store.ts';

export interface TriageChange {
  status: 'open' | 'false_positive' | 'accepted_risk';
  reason?: string;
  /** ISO 8601. */
  expiresAt?: string;
}

/** A finding as its newest scan saw it, with what people have decided about it since. */
export interface TriagedFinding {
  scanId: string;
  finding: Finding;
  triage: {
    status: FindingStatus;
    reason?: string;
    expiresAt?: string;
    updatedAt?: string;
    updatedBy?: string;
  };
  /** What was decided about findings that look like this one. */
  similar: SimilarDecision[];
}

export interface TriageParts {
  store: TriageStore;
  similar: SimilarDecisions;
  clock: Clock;
  newId: NewId;
  /** Called when there is something to be remembered. */
  onChanged(): void;
}

/**
 * Decisions about findings. A finished scan never changes, so that a decision counts from the next scan on, where the finding
 * then is among the suppressed ones.
 */
export class Triage {
  readonly #parts: TriageParts;

  constructor(parts: TriageParts) {
    this.#parts = parts;
  }

  async get(caller: Caller, findingId: string): Promise<TriagedFinding> {
    const { store, similar } = this.#parts;
    const { scanId, finding } = await this.#find(caller, findingId);
    const decision = (await store.decisionsOf(caller.tenantId, [findingId])).get(findingId);
    return {
      scanId,
      finding,
      triage: this.#view(decision),
      similar: await similar.of(caller.tenantId, finding),
    };
  }

  async change(caller: Caller, findingId: string, change: TriageChange): Promise<TriagedFinding> {
    const seen = await this.#find(caller, findingId);
    await this.apply(caller, [seen], change);
    return this.get(caller, findingId);
  }

  /** One decision about several findings at once; a batch can be undone. */
  async apply(
    caller: Caller,
    findings: readonly SeenFinding[],
    change: TriageChange,
    batchId?: string,
  ): Promise<void> {
    const { store, clock, newId, onChanged } = this.#parts;
    const { tenantId, keyId } = caller;
    const decision = this.#decisionOf(caller, change);
    const at = clock.now();
    const changes = findings.map(
      ({ finding, repoUrl }): DecisionChange => ({
        findingId: finding.id,
        ...(decision && { decision: { ...decision, repoUrl, ...(batchId !== undefined && { batchId }) } }),
      }),
    );
    const findingIds = changes.map(({ findingId }) => findingId);
    const times = decision?.expiresAt === undefined ? [at] : [at, decision.expiresAt];
    await store.change({
      tenantId,
      at,
      changes,
      audit: findingIds.map((id) =>
        auditEntry(this.#parts, caller, 'finding.triage', id, {
          status: change.status,
          ...(batchId !== undefined && { batch: batchId }),
        }),
      ),
      // When a decision ends, its finding is open again and can be asked for.
      jobs: times.map((runAt) => rememberJob(newId('job'), tenantId, { findingIds }, runAt)),
      ...(batchId !== undefined && { batch: { id: batchId, by: keyId } }),
    });
    onChanged();
  }

  /** Removes what was decided about a repository; says about how many findings. */
  async forgetRepository(caller: Caller, repoUrl: string): Promise<{ removed: number }> {
    const { store, clock, newId, onChanged } = this.#parts;
    const { tenantId } = caller;
    const at = clock.now();
    const removed = await store.removeDecisions(tenantId, repoUrl, {
      at,
      audit: auditEntry(this.#parts, caller, 'finding.forget_decisions', repoUrl),
      jobs: (findingIds) =>
        findingIds.length === 0 ? [] : [rememberJob(newId('job'), tenantId, { findingIds }, at)],
    });
    onChanged();
    return { removed: removed.length };
  }

  async #find({ tenantId }: Caller, findingId: string): Promise<SeenFinding> {
    const [seen] = await this.#parts.store.findFindings(tenantId, [findingId]);
    if (seen === undefined) throw new ServiceError('not_found', 'No finding with this id.');
    return seen;
  }

  #view(decision: StoredDecision | undefined): TriagedFinding['triage'] {
    if (decision === undefined) return { status: 'open' };
    const { expiresAt, updatedAt, updatedBy, reason } = decision;
    const expired = expiresAt !== undefined && expiresAt <= this.#parts.clock.now();
    return {
      status: expired ? 'open' : decision.status,
      reason,
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
      updatedAt: new Date(updatedAt).toISOString(),
      updatedBy,
    };
  }

  /** Undefined where the findings are to be open again. */
  #decisionOf({ keyId }: Caller, { status, reason, expiresAt }: TriageChange): StoredDecision | undefined {
    if (status === 'open') return undefined;
    if (reason === undefined) throw invalid('reason', 'Say why, for those who read it later.');
    const now = this.#parts.clock.now();
    const end = expiresAt === undefined ? undefined : Date.parse(expiresAt);
    if (end !== undefined && end <= now) throw invalid('expiresAt', 'Must be in the future.');
    return {
      status,
      reason,
      ...(end === undefined ? {} : { expiresAt: end }),
      updatedAt: now,
      updatedBy: keyId,
    };
  }
}

function invalid(path: string, message: string): ServiceError {
  return new ServiceError('validation_failed', undefined, { details: [{ path, code: 'invalid', message }] });
}
