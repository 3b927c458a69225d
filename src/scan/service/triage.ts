import { auditEntry } from '../../kernel/audit.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Caller } from '../model/caller.ts';
import type { Finding, FindingStatus } from '../model/finding.ts';
import type { TriageStore } from './store.ts';

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
}

/**
 * Decisions about findings. A finished scan never changes, so that a decision counts from the next scan on, where the finding
 * then stands among the suppressed ones.
 */
export class Triage {
  readonly #store: TriageStore;
  readonly #clock: Clock;
  readonly #newId: NewId;

  constructor({ store, clock, newId }: { store: TriageStore; clock: Clock; newId: NewId }) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
  }

  async get(caller: Caller, findingId: string): Promise<TriagedFinding> {
    const found = await this.#store.findFinding(caller.tenantId, findingId);
    if (found === undefined) throw new ServiceError('not_found', 'No finding with this id.');
    const decision = await this.#store.decision(caller.tenantId, findingId);
    if (decision === undefined) return { ...found, triage: { status: 'open' } };
    const { expiresAt, updatedAt, updatedBy, reason } = decision;
    const expired = expiresAt !== undefined && expiresAt <= this.#clock.now();
    return {
      ...found,
      triage: {
        status: expired ? 'open' : decision.status,
        reason,
        ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
        updatedAt: new Date(updatedAt).toISOString(),
        updatedBy,
      },
    };
  }

  async change(caller: Caller, findingId: string, change: TriageChange): Promise<TriagedFinding> {
    await this.get(caller, findingId);
    const audit = auditEntry(
      { clock: this.#clock, newId: this.#newId },
      caller,
      'finding.triage',
      findingId,
      {
        status: change.status,
      },
    );
    if (change.status === 'open') {
      await this.#store.reopen(caller.tenantId, findingId, audit);
      return this.get(caller, findingId);
    }
    if (change.reason === undefined) throw invalid('reason', 'Say why, for those who read it later.');
    const expiresAt = change.expiresAt === undefined ? undefined : Date.parse(change.expiresAt);
    if (expiresAt !== undefined && expiresAt <= this.#clock.now()) {
      throw invalid('expiresAt', 'Must be in the future.');
    }
    const decision = {
      status: change.status,
      reason: change.reason,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      updatedAt: this.#clock.now(),
      updatedBy: caller.keyId,
    };
    await this.#store.decide(caller.tenantId, findingId, decision, audit);
    return this.get(caller, findingId);
  }
}

function invalid(path: string, message: string): ServiceError {
  return new ServiceError('validation_failed', undefined, { details: [{ path, code: 'invalid', message }] });
}
