import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { parseKey, sha256, sha256Text } from './key-format.ts';
import { operatorPlan, type Plans } from './plans.ts';
import { type Principal, scopes } from './principal.ts';
import type { AccessStore, StoredKey } from './store.ts';

const maxVerified = 10_000;

interface AuthenticatorOptions {
  store: AccessStore;
  plans: Plans;
  clock: Clock;
  /** Keys of the configuration, in clear. Only their hashes are kept in memory. */
  configuredKeys: readonly string[];
  bootstrapTenantId: string;
}

/** Turns what a caller sends into who the caller is. */
export class Authenticator {
  readonly #store: AccessStore;
  readonly #plans: Plans;
  readonly #clock: Clock;
  readonly #configured: Map<string, Principal>;
  /** Hashes of presented keys whose secret was right, and the ids of those keys. */
  readonly #verified = new Map<string, string>();
  #lastUsed = new Map<string, number>();

  constructor({ store, plans, clock, configuredKeys, bootstrapTenantId }: AuthenticatorOptions) {
    this.#store = store;
    this.#plans = plans;
    this.#clock = clock;
    this.#configured = new Map(
      configuredKeys.map((key) => {
        return [
          sha256Text(key),
          {
            tenantId: bootstrapTenantId,
            keyId: `key_configured_${sha256(key).toString('hex').slice(0, 12)}`,
            scopes,
            plan: plans.get(operatorPlan),
            rateLimited: false,
          },
        ];
      }),
    );
  }

  /** The principal of the header `Authorization: Bearer key_…`, or nothing if it is not a key that works now. */
  async authenticate(authorization: string | undefined): Promise<Principal | undefined> {
    const presented = /^bearer +(key_[\x21-\x7e]{1,512})$/i.exec(authorization ?? '')?.[1];
    if (!presented) return undefined;
    // Looking up a hash takes the same time whatever the caller guessed right of the key.
    const hash = sha256Text(presented);
    const configured = this.#configured.get(hash);
    if (configured) return configured;

    const key = await this.#findKey(presented, hash);
    if (!key || !this.#works(key)) return undefined;
    this.#lastUsed.set(key.id, this.#clock.now());
    return {
      tenantId: key.tenantId,
      keyId: key.id,
      scopes: key.scopes,
      plan: this.#plans.get(key.plan),
      rateLimited: key.origin === 'issued',
      ...(key.namespaces && { namespaces: key.namespaces }),
    };
  }

  /** Writes down when keys were last used: together and now and then, since it is not worth a disk flush per request. */
  async saveLastUsed(): Promise<void> {
    if (this.#lastUsed.size === 0) return;
    const lastUsed = this.#lastUsed;
    this.#lastUsed = new Map();
    await this.#store.touchKeys(lastUsed);
  }

  /**
   * The stored key, if what was presented is it. Having compared the secret of a presented key once, its hash is enough to
   * know that it is the same key again; whether the key still works is looked up each time.
   */
  async #findKey(presented: string, hash: string): Promise<StoredKey | undefined> {
    const known = this.#verified.get(hash);
    if (known) return this.#store.findKey(known);
    const parts = parseKey(presented);
    const key = parts && (await this.#store.findKey(parts.id));
    if (!key || !timingSafeEqual(key.secretHash, sha256(parts.secret))) return undefined;
    if (this.#verified.size >= maxVerified) this.#verified.clear();
    this.#verified.set(hash, key.id);
    return key;
  }

  #works(key: StoredKey): boolean {
    return key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > this.#clock.now());
  }
}
