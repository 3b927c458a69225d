import type { CallOptions } from './options.ts';
import { Pages } from './pages.ts';
import type { Transport } from './transport.ts';
import type {
  CreateCredentialBody,
  Credential,
  DeletedCredential,
  DeletedNamespace,
  DeletedWebhookSecret,
  FindingHistory,
  FindingPage,
  FindingRow,
  ForgottenDecisions,
  FoundFinding,
  IssuedKey,
  IssueKeyBody,
  Key,
  ListFindingsQuery,
  ListKeysQuery,
  ListNamespacesQuery,
  MapNamespaceQuery,
  Namespace,
  NamespaceMap,
  NewWebhookSecret,
  RevokedKey,
  RotateKeyBody,
  SearchFindingsBody,
  TriageBatch,
  TriagedFinding,
  TriageFindingBody,
  TriageFindingsBody,
  UndoneBatch,
  UpdateKeyBody,
  UpdateNamespaceBody,
  WebhookSecret,
} from './types.ts';

export class Namespaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: Omit<ListNamespacesQuery, 'cursor'> = {}, options?: CallOptions): Pages<Namespace> {
    return new Pages((cursor) =>
      this.#transport.call('listNamespaces', { query: { ...query, cursor } }, options),
    );
  }

  get(name: string, options?: CallOptions): Promise<Namespace> {
    return this.#transport.call('getNamespace', { params: { name } }, options);
  }

  /** Its settings, such as the metadata that is searched with the content, and its guard. */
  update(name: string, body: UpdateNamespaceBody, options?: CallOptions): Promise<Namespace> {
    return this.#transport.call('updateNamespace', { params: { name }, body }, options);
  }

  /** The entries in two dimensions. */
  map(name: string, query: MapNamespaceQuery = {}, options?: CallOptions): Promise<NamespaceMap> {
    return this.#transport.call('mapNamespace', { params: { name }, query }, options);
  }

  /** With all its entries. */
  delete(name: string, options?: CallOptions): Promise<DeletedNamespace> {
    return this.#transport.call('deleteNamespace', { params: { name } }, options);
  }
}

export class Findings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Most severe first; of the newest completed scan of each repository where neither a scan nor a repository is named. */
  list(
    query: Omit<ListFindingsQuery, 'cursor' | 'group' | 'facets'> = {},
    options?: CallOptions,
  ): Pages<FindingRow> {
    return new Pages((cursor) => this.page({ ...query, ...(cursor !== undefined && { cursor }) }, options));
  }

  /** One page, with its counts, or with groups instead of findings. */
  page(query: ListFindingsQuery = {}, options?: CallOptions): Promise<FindingPage> {
    return this.#transport.call('listFindings', { query }, options);
  }

  get(id: string, options?: CallOptions): Promise<TriagedFinding> {
    return this.#transport.call('getFinding', { params: { id } }, options);
  }

  /** In which scans of its repository a finding was seen, and in which it was fixed. */
  history(id: string, options?: CallOptions): Promise<FindingHistory> {
    return this.#transport.call('getFindingHistory', { params: { id } }, options);
  }

  /** Decides about a finding; the decision counts from the next scan on. */
  triage(id: string, body: TriageFindingBody, options?: CallOptions): Promise<TriagedFinding> {
    return this.#transport.call('triageFinding', { params: { id }, body }, options);
  }

  /** Open findings of medium severity and worse, in words. */
  async search(
    query: string,
    filter: Omit<SearchFindingsBody, 'query'> = {},
    options?: CallOptions,
  ): Promise<FoundFinding[]> {
    const body = { query, ...filter };
    return (await this.#transport.call('searchFindings', { body }, options)).items;
  }

  /** One decision about many findings: those named, or those that look like one. */
  triageMany(body: TriageFindingsBody, options?: CallOptions): Promise<TriageBatch> {
    return this.#transport.call('triageFindings', { body }, options);
  }

  /** Takes a decision about many findings back. */
  undoTriage(batchId: string, options?: CallOptions): Promise<UndoneBatch> {
    return this.#transport.call('undoTriage', { params: { batchId } }, options);
  }

  /** Removes everything that was decided about the findings of a repository. */
  forgetDecisions(repoUrl: string, options?: CallOptions): Promise<ForgottenDecisions> {
    return this.#transport.call('forgetDecisions', { query: { repoUrl } }, options);
  }
}

/** Keys are shown once: keep `key` of the response, a repeated call does not get it again. */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  issue(body: IssueKeyBody, options?: CallOptions): Promise<IssuedKey> {
    return this.#transport.call('issueKey', { body }, options);
  }

  list(query: Omit<ListKeysQuery, 'cursor'> = {}, options?: CallOptions): Pages<Key> {
    return new Pages((cursor) => this.#transport.call('listKeys', { query: { ...query, cursor } }, options));
  }

  /** What is done about what the key writes to memory. */
  update(id: string, body: UpdateKeyBody, options?: CallOptions): Promise<Key> {
    return this.#transport.call('updateKey', { params: { id }, body }, options);
  }

  rotate(id: string, body: RotateKeyBody = {}, options?: CallOptions): Promise<IssuedKey> {
    return this.#transport.call('rotateKey', { params: { id }, body }, options);
  }

  revoke(id: string, options?: CallOptions): Promise<RevokedKey> {
    return this.#transport.call('revokeKey', { params: { id } }, options);
  }
}

/** Credentials for private repositories. */
export class Credentials {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: CreateCredentialBody, options?: CallOptions): Promise<Credential> {
    return this.#transport.call('createCredential', { body }, options);
  }

  async list(options?: CallOptions): Promise<Credential[]> {
    return (await this.#transport.call('listCredentials', {}, options)).items;
  }

  delete(id: string, options?: CallOptions): Promise<DeletedCredential> {
    return this.#transport.call('deleteCredential', { params: { id } }, options);
  }
}

/** The secrets that sign webhooks. */
export class WebhookSecrets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(options?: CallOptions): Promise<NewWebhookSecret> {
    return this.#transport.call('createWebhookSecret', {}, options);
  }

  async list(options?: CallOptions): Promise<WebhookSecret[]> {
    return (await this.#transport.call('listWebhookSecrets', {}, options)).items;
  }

  delete(id: string, options?: CallOptions): Promise<DeletedWebhookSecret> {
    return this.#transport.call('deleteWebhookSecret', { params: { id } }, options);
  }
}
