import { type AuditEntry, auditEntry } from '../kernel/audit.ts';
import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';
import type { AccessStore, Tenant } from './store.ts';

/** The tenant of configured and generated keys. */
export const bootstrapTenantName = 'default';

/** Removes everything a domain keeps for a tenant. */
export type PurgeTenant = (tenantId: string) => Promise<void>;

/** Tenants are made and removed by the operator on the machine itself, never over HTTP. */
export class Tenants {
  readonly #store: AccessStore;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #purge: readonly PurgeTenant[];

  constructor(parts: { store: AccessStore; clock: Clock; newId: NewId; purge: readonly PurgeTenant[] }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#newId = parts.newId;
    this.#purge = parts.purge;
  }

  async create(name: string): Promise<Tenant> {
    const tenant = { id: this.#newId('ten'), name, createdAt: this.#clock.now() };
    if ((await this.#store.createTenant(tenant, this.#audit(tenant, 'tenant.create'))) === 'name_taken') {
      throw new ServiceError('version_conflict', `There is a tenant named "${name}" already.`);
    }
    return tenant;
  }

  list(): Promise<Tenant[]> {
    return this.#store.listTenants();
  }

  async get(name: string): Promise<Tenant> {
    const tenant = await this.#store.findTenantByName(name);
    if (!tenant) throw new ServiceError('not_found', `There is no tenant named "${name}".`);
    return tenant;
  }

  /** The bootstrap tenant, made at the first start. */
  async bootstrap(): Promise<Tenant> {
    return (await this.#store.findTenantByName(bootstrapTenantName)) ?? this.create(bootstrapTenantName);
  }

  /** Deletes the tenant and all it has. Its data goes first: a crash half way leaves a tenant that can be deleted again. */
  async delete(name: string): Promise<void> {
    if (name === bootstrapTenantName) {
      throw new ServiceError('validation_failed', 'The bootstrap tenant cannot be deleted.');
    }
    const tenant = await this.get(name);
    for (const purge of this.#purge) await purge(tenant.id);
    await this.#store.deleteTenant(tenant.id, this.#audit(tenant, 'tenant.delete'));
  }

  #audit(tenant: Tenant, action: string): AuditEntry {
    const actor = { tenantId: tenant.id, keyId: 'local' };
    return auditEntry({ clock: this.#clock, newId: this.#newId }, actor, action, tenant.id, {
      name: tenant.name,
    });
  }
}
