import { type Actor, auditEntry } from '../kernel/audit.ts';
import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';
import type { Receipt } from '../kernel/receipt.ts';
import { newSecret, sha256 } from './key-format.ts';
import { type KeyGuard, stricterGuard } from './key-guard.ts';
import { isWithinPlan, operatorPlan, type Plan, type Plans } from './plans.ts';
import { mayGrantNamespaces, type Scope, scopes } from './principal.ts';
import type { AccessStore, Page, StoredKey } from './store.ts';

export interface NewKey {
  name: string;
  scopes: Scope[];
  namespaces?: string[] | undefined;
  plan?: string | undefined;
  expiresAt?: number | undefined;
  guard?: KeyGuard | undefined;
}

/** Who gives out or takes back a key; the local command is bound to nothing. */
type Issuer = Actor & {
  namespaces?: readonly string[];
  plan?: Plan;
  rateLimited?: boolean;
  guard?: KeyGuard;
};

/** A key as its tenant sees it. */
export interface KeyView {
  id: string;
  name: string;
  scopes: Scope[];
  namespaces?: string[];
  plan: string;
  guard?: KeyGuard;
  status: 'active' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  lastUsedAt?: string;
  replacedBy?: string;
}

/** The one time that the whole key is shown. */
export interface IssuedKey extends KeyView {
  key: string;
}

export class Keys {
  readonly #store: AccessStore;
  readonly #plans: Plans;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #makers: { clock: Clock; newId: NewId };

  constructor(parts: { store: AccessStore; plans: Plans; clock: Clock; newId: NewId }) {
    this.#store = parts.store;
    this.#plans = parts.plans;
    this.#clock = parts.clock;
    this.#newId = parts.newId;
    this.#makers = { clock: parts.clock, newId: parts.newId };
  }

  async issue(actor: Issuer, wanted: NewKey, receipt?: Receipt<IssuedKey>): Promise<IssuedKey> {
    if (!mayGrantNamespaces(actor, wanted.namespaces)) throw reachesTooFar();
    const plan = wanted.plan ?? actor.plan?.name ?? operatorPlan;
    if (!this.#plans.has(plan)) {
      throw new ServiceError('validation_failed', undefined, {
        details: [
          { path: 'plan', code: 'unknown_plan', message: `Known plans: ${this.#plans.names.join(', ')}.` },
        ],
      });
    }
    if (!this.#mayGrantPlan(actor, plan)) throw largerPlan(plan);
    if (wanted.expiresAt !== undefined && wanted.expiresAt <= this.#clock.now()) {
      throw new ServiceError('validation_failed', undefined, {
        details: [{ path: 'expiresAt', code: 'in_the_past', message: 'Must be in the future.' }],
      });
    }
    const { stored, issued } = this.#make(actor.tenantId, 'issued', {
      ...wanted,
      plan,
      guard: stricterGuard(actor.guard, wanted.guard),
    });
    await this.#store.insertKey(
      stored,
      auditEntry(this.#makers, actor, 'key.issue', stored.id, about(stored)),
      issued,
      receipt,
    );
    return issued;
  }

  /**
   * The key of the very first start: everything allowed, never slowed down. It is saved before it works: a crash in
   * between leaves a useless file, while the other order could leave a key that nobody knows.
   */
  async generateFirst(tenantId: string, save: (key: string) => void): Promise<IssuedKey> {
    const { stored, issued } = this.#make(tenantId, 'generated', {
      name: 'initial key',
      scopes: [...scopes],
      plan: operatorPlan,
    });
    save(issued.key);
    const audit = auditEntry(
      this.#makers,
      { tenantId, keyId: 'local' },
      'key.generate',
      stored.id,
      about(stored),
    );
    await this.#store.insertKey(stored, audit, issued);
    return issued;
  }

  async list(tenantId: string, limit: number, after?: string): Promise<Page<KeyView>> {
    const { items, next } = await this.#store.listKeys(tenantId, limit, after);
    return { items: items.map((key) => this.#view(key)), ...(next && { next }) };
  }

  /** Gives a new key with the same rights; the old one keeps working for `graceSeconds`. */
  async rotate(
    actor: Issuer,
    id: string,
    graceSeconds: number,
    receipt?: Receipt<IssuedKey>,
  ): Promise<IssuedKey> {
    const old = await this.#store.findKey(id);
    if (!old || old.tenantId !== actor.tenantId || this.#view(old).status !== 'active') throw noSuchKey();
    if (!mayGrantNamespaces(actor, old.namespaces)) throw reachesTooFar();
    // Whoever rotates a key gets to know the new one.
    if (!this.#mayGrantPlan(actor, old.plan)) throw largerPlan(old.plan);
    const { stored, issued } = this.#make(actor.tenantId, 'issued', {
      name: old.name,
      scopes: old.scopes,
      namespaces: old.namespaces,
      plan: old.plan,
      expiresAt: old.expiresAt,
      guard: stricterGuard(actor.guard, old.guard),
    });
    const audit = auditEntry(this.#makers, actor, 'key.rotate', id, { replacedBy: stored.id, graceSeconds });
    const oldExpiresAt = this.#clock.now() + graceSeconds * 1_000;
    if (!(await this.#store.rotateKey(id, oldExpiresAt, stored, audit, issued, receipt))) throw noSuchKey();
    return issued;
  }

  /** Replaces what is done about what a key writes. Nobody can give another key more freedom than the own key has. */
  async setGuard(actor: Issuer, id: string, wanted: KeyGuard): Promise<KeyView> {
    const key = await this.#store.findKey(id);
    if (!key || key.tenantId !== actor.tenantId || this.#view(key).status !== 'active') throw noSuchKey();
    if (!mayGrantNamespaces(actor, key.namespaces)) throw reachesTooFar();
    const joined = stricterGuard(actor.guard, wanted);
    const guard = joined && Object.keys(joined).length > 0 ? joined : undefined;
    const audit = auditEntry(this.#makers, actor, 'key.update', id, { guard: guard ?? {} });
    if (!(await this.#store.setKeyGuard(actor.tenantId, id, guard, audit))) throw noSuchKey();
    const { guard: _, ...rest } = key;
    return this.#view({ ...rest, ...(guard && { guard }) });
  }

  async revoke(actor: Issuer, id: string): Promise<void> {
    const key = await this.#store.findKey(id);
    if (!key || key.tenantId !== actor.tenantId) throw noSuchKey();
    if (!mayGrantNamespaces(actor, key.namespaces)) throw reachesTooFar();
    const audit = auditEntry(this.#makers, actor, 'key.revoke', id, {});
    if (!(await this.#store.revokeKey(actor.tenantId, id, this.#clock.now(), audit))) throw noSuchKey();
  }

  /** The operator's own keys are not slowed down, whatever their plan says. */
  #mayGrantPlan({ plan, rateLimited }: Issuer, name: string): boolean {
    if (plan === undefined) return true;
    const own = rateLimited === false ? { ...plan, requestsPerMinute: 0 } : plan;
    return isWithinPlan(this.#plans.get(name), own);
  }

  #make(tenantId: string, origin: StoredKey['origin'], wanted: NewKey & { plan: string }) {
    const id = this.#newId('key');
    const secret = newSecret();
    const stored: StoredKey = {
      id,
      tenantId,
      name: wanted.name,
      secretHash: sha256(secret),
      scopes: wanted.scopes,
      plan: wanted.plan,
      origin,
      createdAt: this.#clock.now(),
      ...(wanted.namespaces && { namespaces: wanted.namespaces }),
      ...(wanted.expiresAt !== undefined && { expiresAt: wanted.expiresAt }),
      ...(wanted.guard && Object.keys(wanted.guard).length > 0 && { guard: wanted.guard }),
    };
    const issued: IssuedKey = { ...this.#view(stored), key: `${id}_${secret}` };
    return { stored, issued };
  }

  #view(key: StoredKey): KeyView {
    const expired = key.expiresAt !== undefined && key.expiresAt <= this.#clock.now();
    return {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      ...(key.namespaces && { namespaces: key.namespaces }),
      plan: key.plan,
      ...(key.guard && { guard: key.guard }),
      status: key.revokedAt !== undefined ? 'revoked' : expired ? 'expired' : 'active',
      createdAt: timestamp(key.createdAt),
      ...(key.expiresAt !== undefined && { expiresAt: timestamp(key.expiresAt) }),
      ...(key.revokedAt !== undefined && { revokedAt: timestamp(key.revokedAt) }),
      ...(key.lastUsedAt !== undefined && { lastUsedAt: timestamp(key.lastUsedAt) }),
      ...(key.replacedBy && { replacedBy: key.replacedBy }),
    };
  }
}

/** What a new key may do, for the audit trail. */
function about(key: StoredKey): Record<string, unknown> {
  return {
    name: key.name,
    scopes: key.scopes,
    plan: key.plan,
    ...(key.namespaces && { namespaces: key.namespaces }),
    ...(key.guard && { guard: key.guard }),
  };
}

function timestamp(time: number): string {
  return new Date(time).toISOString();
}

/** Otherwise a key that is bound to some namespaces would be one call away from all others. */
function reachesTooFar(): ServiceError {
  return new ServiceError(
    'insufficient_scope',
    'This key is bound to namespaces and can only give out, replace and revoke keys that are bound to them too.',
  );
}

function largerPlan(plan: string): ServiceError {
  return new ServiceError(
    'insufficient_scope',
    `A key gives out its own plan or a smaller one; "${plan}" allows more than the plan of this key.`,
  );
}

function noSuchKey(): ServiceError {
  return new ServiceError('not_found', 'No active key with this id.');
}
