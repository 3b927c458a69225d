import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { isId } from '../kernel/ids.ts';
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

/** What a connection sent last. */
interface Presented {
  authorization: string;
  hash: string;
}

/** Turns what a caller sends into who the caller is. */
export class Authenticator {
  readonly #store: AccessStore;
  readonly #plans: Plans;
  readonly #clock: Clock;
  readonly #configured: Map<string, Principal>;
  /** Hashes of presented keys whose secret was right, and the ids of those keys. */
  readonly #verified = new Map<string, string>();
  /** A stored key is never changed, only replaced, so that what follows from it is worked out once. */
  readonly #principals = new WeakMap<StoredKey, Principal>();
  /** A connection is compared with itself: a caller that repeats its header need not be hashed again, and learns nothing from it. */
  readonly #presented = new WeakMap<object, Presented>();
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

  /**
   * The principal of the header `Authorization: Bearer key_…`, or nothing if it is not a key that works now. At once where the key is
   * known, which it is on all but the first request.
   */
  authenticate(
    authorization: string | undefined,
    connection: object,
  ): Principal | undefined | Promise<Principal | undefined> {
    if (authorization === undefined) return undefined;
    const hash = this.#hashOf(authorization, connection);
    if (hash === undefined) return undefined;
    const configured = this.#configured.get(hash);
    if (configured) return configured;

    const known = this.#verified.get(hash);
    const atHand = known === undefined ? undefined : this.#store.findKeyAtOnce(known);
    if (atHand) return this.#admit(atHand);
    return this.#findKey(authorization, hash, known).then((key) => key && this.#admit(key));
  }

  /**
   * Whether somebody took the key away since it let a call in: then what it began ends, however long it would have gone on. A key that only
   * expires meanwhile lets it finish.
   */
  async isWithdrawn({ keyId }: Pick<Principal, 'keyId'>): Promise<boolean> {
    // The operator's own keys and the command line are kept nowhere.
    if (!isId('key', keyId)) return false;
    const key = await this.#store.findKey(keyId);
    if (!key || key.revokedAt !== undefined) return true;
    return key.replacedBy !== undefined && key.expiresAt !== undefined && key.expiresAt <= this.#clock.now();
  }

  /** Writes down when keys were last used: together and now and then, since it is not worth a disk flush per request. */
  async saveLastUsed(): Promise<void> {
    if (this.#lastUsed.size === 0) return;
    const lastUsed = this.#lastUsed;
    this.#lastUsed = new Map();
    await this.#store.touchKeys(lastUsed);
  }

  /** Looking up a hash takes the same time whatever the caller guessed right of the key. */
  #hashOf(authorization: string, connection: object): string | undefined {
    const before = this.#presented.get(connection);
    if (before?.authorization === authorization) return before.hash;
    const key = keyOf(authorization);
    if (key === undefined) return undefined;
    const hash = sha256Text(key);
    this.#presented.set(connection, { authorization, hash });
    return hash;
  }

  /**
   * The stored key, if what was presented is it. Having compared the secret of a presented key once, its hash is enough to
   * know that it is the same key again; whether the key still works is looked up each time.
   */
  async #findKey(
    authorization: string,
    hash: string,
    known: string | undefined,
  ): Promise<StoredKey | undefined> {
    if (known !== undefined) return this.#store.findKey(known);
    const parts = parseKey(keyOf(authorization)!);
    const key = parts && (await this.#store.findKey(parts.id));
    if (!key || !timingSafeEqual(key.secretHash, sha256(parts.secret))) return undefined;
    if (this.#verified.size >= maxVerified) this.#verified.clear();
    this.#verified.set(hash, key.id);
    return key;
  }

  #admit(key: StoredKey): Principal | undefined {
    const now = this.#clock.now();
    if (key.revokedAt !== undefined || (key.expiresAt !== undefined && key.expiresAt <= now))
      return undefined;
    this.#lastUsed.set(key.id, now);
    let principal = this.#principals.get(key);
    if (!principal) {
      principal = {
        tenantId: key.tenantId,
        keyId: key.id,
        scopes: key.scopes,
        plan: this.#plans.get(key.plan),
        rateLimited: key.origin === 'issued',
        ...(key.namespaces && { namespaces: key.namespaces }),
        ...(key.guard && { guard: key.guard }),
      };
      this.#principals.set(key, principal);
    }
    return principal;
  }
}

function keyOf(authorization: string): string | undefined {
  return /^bearer +(key_[\x21-\x7e]{1,512})$/i.exec(authorization)?.[1];
}
