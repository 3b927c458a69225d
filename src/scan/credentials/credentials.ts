import { auditEntry } from '../../kernel/audit.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Receipt } from '../../kernel/receipt.ts';
import type { Caller } from '../model/caller.ts';
import type { RepositoryUrl } from '../model/repository-url.ts';
import type { RepositoryCredential } from '../model/task.ts';
import { checkRepositoryUrl } from '../source/guard/url-guard.ts';
import type { Sealing } from './sealing.ts';
import type { SealedCredential, SecretStore } from './secret-store.ts';

export interface NewCredential {
  /** `host` or `host:port`. */
  host: string;
  name?: string;
  username?: string;
  /** A password or an access token. */
  secret: string;
}

/** What is told about a credential; never the secret. */
export interface CredentialView {
  credentialId: string;
  host: string;
  name: string;
  username: string;
  createdAt: string;
  lastUsedAt?: string;
}

export interface CredentialsOptions {
  store: SecretStore;
  sealing: Sealing;
  clock: Clock;
  newId: NewId;
  allowHosts: readonly string[];
}

/** Credentials for private repositories: each belongs to one tenant and one host. */
export class Credentials {
  readonly #options: CredentialsOptions;

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  async add(
    caller: Caller,
    credential: NewCredential,
    receipt?: Receipt<CredentialView>,
  ): Promise<CredentialView> {
    const { store, sealing, clock, newId } = this.#options;
    const credentialId = newId('cred');
    const host = this.#checkHost(credential.host);
    const sealed: SealedCredential = {
      credentialId,
      tenantId: caller.tenantId,
      host,
      name: credential.name ?? host,
      // GitHub asks for this name with a token, and other hosts accept any.
      username: credential.username ?? 'x-access-token',
      sealed: sealing.seal(credential.secret, label(caller.tenantId, credentialId)),
      createdAt: clock.now(),
    };
    await store.addCredential(
      sealed,
      auditEntry(this.#options, caller, 'credential.create', credentialId, { host, name: sealed.name }),
      receipt && { ...receipt, answer: (stored) => receipt.answer(toView(stored)) },
    );
    return toView(sealed);
  }

  async list(caller: Caller): Promise<CredentialView[]> {
    return (await this.#options.store.listCredentials(caller.tenantId)).map(toView);
  }

  async remove(caller: Caller, credentialId: string): Promise<void> {
    const removed = await this.#options.store.removeCredential(
      caller.tenantId,
      credentialId,
      auditEntry(this.#options, caller, 'credential.delete', credentialId),
    );
    if (!removed) throw new ServiceError('not_found', 'No credential with this id.');
  }

  /** Refuses a credential that is not the caller's or belongs to another host than the repository. */
  async checkUse(caller: Caller, credentialId: string, url: RepositoryUrl): Promise<void> {
    const credential = await this.#options.store.findCredential(caller.tenantId, credentialId);
    if (credential === undefined) throw invalidCredential('No credential with this id.');
    if (credential.host !== hostOf(url)) {
      throw invalidCredential('The credential belongs to another host than repoUrl.');
    }
  }

  /** For the worker alone. Undefined when the credential was deleted, or cannot be opened with the key of this folder. */
  async reveal(
    tenantId: string,
    credentialId: string,
    url: RepositoryUrl,
  ): Promise<RepositoryCredential | undefined> {
    const { store, sealing, clock } = this.#options;
    const credential = await store.findCredential(tenantId, credentialId);
    if (credential === undefined || credential.host !== hostOf(url)) return undefined;
    let password: string;
    try {
      password = sealing.open(credential.sealed, label(tenantId, credentialId));
    } catch {
      return undefined;
    }
    await store.markCredentialUsed(credentialId, clock.now());
    return { username: credential.username, password };
  }

  #checkHost(host: string): string {
    const url = this.#guardHost(host);
    if (url.base !== `https://${hostOf(url)}`) throw invalidHost();
    return hostOf(url);
  }

  /** The guard of repositories decides what a host is and which are refused; what it says about URLs would mislead here. */
  #guardHost(host: string): RepositoryUrl {
    try {
      return checkRepositoryUrl(`https://${host}/`, this.#options.allowHosts);
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'host_not_allowed') throw invalidHost();
      throw error;
    }
  }
}

function invalidHost(): ServiceError {
  return new ServiceError('validation_failed', undefined, {
    details: [{ path: 'host', code: 'invalid', message: 'Must be a host, or a host and a port.' }],
  });
}

function hostOf(url: RepositoryUrl): string {
  return url.origin.slice('https://'.length);
}

function label(tenantId: string, credentialId: string): string {
  return `credential:${tenantId}:${credentialId}`;
}

function invalidCredential(message: string): ServiceError {
  return new ServiceError('validation_failed', undefined, {
    details: [{ path: 'credentialId', code: 'invalid', message }],
  });
}

function toView(credential: SealedCredential): CredentialView {
  const { credentialId, host, name, username, createdAt, lastUsedAt } = credential;
  return {
    credentialId,
    host,
    name,
    username,
    createdAt: new Date(createdAt).toISOString(),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: new Date(lastUsedAt).toISOString() }),
  };
}
