import { Credentials, Findings, Keys, Namespaces, WebhookSecrets } from './administration.ts';
import { Memory } from './memory.ts';
import { type CallOptions, type LorekeepOptions, readOptions } from './options.ts';
import { Pages } from './pages.ts';
import { Scans } from './scans.ts';
import { type Input, type OperationName, Transport } from './transport.ts';
import type {
  AuditEvent,
  CreateEmbeddingsBody,
  EmbeddingList,
  GetDailyUsageQuery,
  Health,
  Limits,
  ListAuditQuery,
  Operations,
  Readiness,
  UsageByDay,
} from './types.ts';
import { verifyWebhook } from './webhooks.ts';

/** A client of one Lorekeep service. It holds no connection: make one and share it. */
export class Lorekeep {
  readonly memory: Memory;
  readonly namespaces: Namespaces;
  readonly scans: Scans;
  readonly findings: Findings;
  readonly credentials: Credentials;
  readonly keys: Keys;
  /** `verify` checks a message; the rest manages the secrets that sign them. */
  readonly webhooks: WebhookSecrets & { verify: typeof verifyWebhook };
  readonly #transport: Transport;

  constructor(options: LorekeepOptions = {}) {
    const transport = new Transport(readOptions(options));
    this.#transport = transport;
    this.memory = new Memory(transport);
    this.namespaces = new Namespaces(transport);
    this.scans = new Scans(transport);
    this.findings = new Findings(transport);
    this.credentials = new Credentials(transport);
    this.keys = new Keys(transport);
    this.webhooks = Object.assign(new WebhookSecrets(transport), { verify: verifyWebhook });
  }

  /** Any operation of the contract by its name, for what has no method of its own. */
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Operations[Name]['data']> {
    return this.#transport.call(name, input, options);
  }

  limits(options?: CallOptions): Promise<Limits> {
    return this.#transport.call('getLimits', {}, options);
  }

  /** Vectors of the local model, for those who keep them themselves. */
  embeddings(body: CreateEmbeddingsBody, options?: CallOptions): Promise<EmbeddingList> {
    return this.#transport.call('createEmbeddings', { body }, options);
  }

  /** What all keys of the tenant asked for, day by day. */
  usage(query: GetDailyUsageQuery = {}, options?: CallOptions): Promise<UsageByDay> {
    return this.#transport.call('getDailyUsage', { query }, options);
  }

  /** What was done with keys and findings, newest first. */
  audit(query: Omit<ListAuditQuery, 'cursor'> = {}, options?: CallOptions): Pages<AuditEvent> {
    return new Pages((cursor) => this.#transport.call('listAudit', { query: { ...query, cursor } }, options));
  }

  health(options?: CallOptions): Promise<Health> {
    return this.#transport.call('getHealth', {}, options);
  }

  ready(options?: CallOptions): Promise<Readiness> {
    return this.#transport.call('getReadiness', {}, options);
  }
}

export {
  ConnectionFailed,
  LorekeepError,
  NotFound,
  RateLimited,
  Timeout,
  Unauthenticated,
  Unavailable,
  ValidationFailed,
} from './errors.ts';
export type { EntriesQuery, ImportLine } from './memory.ts';
export type { CallOptions, LorekeepOptions } from './options.ts';
export { Pages } from './pages.ts';
export type { ReportFormat, StartedScan, WaitOptions } from './scans.ts';
export type * from './types.ts';
export { InvalidWebhook, verifyWebhook } from './webhooks.ts';
