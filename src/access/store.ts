import type { AuditEntry } from '../kernel/audit.ts';
import type { Receipt } from '../kernel/receipt.ts';
import type { KeyGuard } from './key-guard.ts';
import type { Scope } from './principal.ts';

export interface Tenant {
  id: string;
  name: string;
  createdAt: number;
}

/** A key as it is kept: the hash of its secret, never the secret. */
export interface StoredKey {
  id: string;
  tenantId: string;
  name: string;
  secretHash: Uint8Array;
  scopes: Scope[];
  namespaces?: string[];
  plan: string;
  /** What it may not store. */
  guard?: KeyGuard;
  /** `generated` is the one that the first start made; it does not count as the operator's own. */
  origin: 'issued' | 'generated';
  createdAt: number;
  expiresAt?: number;
  revokedAt?: number;
  lastUsedAt?: number;
  /** The key that took its place in a rotation. */
  replacedBy?: string;
}

export interface Page<Item> {
  items: Item[];
  /** The id after which the next page begins; absent on the last one. */
  next?: string;
}

/**
 * Where tenants, keys and the audit trail are kept. Every change takes its audit entry along, so that there is no change
 * without a record; a creating change also takes the receipt of its request.
 */
export interface AccessStore {
  createTenant(tenant: Tenant, audit: AuditEntry): Promise<'created' | 'name_taken'>;
  listTenants(): Promise<Tenant[]>;
  findTenantByName(name: string): Promise<Tenant | undefined>;
  /** Removes the tenant with its keys. */
  deleteTenant(id: string, audit: AuditEntry): Promise<boolean>;

  insertKey<Result>(
    key: StoredKey,
    audit: AuditEntry,
    result: Result,
    receipt?: Receipt<Result>,
  ): Promise<void>;
  findKey(id: string): Promise<StoredKey | undefined>;
  /** The same where the key is at hand and sure to be current, so that nobody has to wait; undefined says nothing. */
  findKeyAtOnce(id: string): StoredKey | undefined;
  /** Of one tenant, newest first. */
  listKeys(tenantId: string, limit: number, after?: string): Promise<Page<StoredKey>>;
  /** Whether there is or ever was a key, of any tenant. */
  hasAnyKey(): Promise<boolean>;
  /** Whether anyone but the first start has made a key that still works. */
  hasIssuedKey(now: number): Promise<boolean>;
  /** Adds `next` and lets `oldId` expire at `oldExpiresAt` (or at its own earlier expiry). False if the old key is gone. */
  rotateKey<Result>(
    oldId: string,
    oldExpiresAt: number,
    next: StoredKey,
    audit: AuditEntry,
    result: Result,
    receipt?: Receipt<Result>,
  ): Promise<boolean>;
  /** Replaces what an active key may not store; false if there is no such key. */
  setKeyGuard(tenantId: string, id: string, guard: KeyGuard | undefined, audit: AuditEntry): Promise<boolean>;
  /** False if there is no such key or it is revoked already. */
  revokeKey(tenantId: string, id: string, at: number, audit: AuditEntry): Promise<boolean>;
  touchKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;

  listAudit(tenantId: string, limit: number, after?: string): Promise<Page<AuditEntry>>;
  removeAuditBefore(time: number): Promise<number>;
}
