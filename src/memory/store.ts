import type { JsonObject } from '../kernel/json.ts';
import type { Receipt } from '../kernel/receipt.ts';
import type { PassageRange } from './embedding/embedder.ts';
import type { Entry, EntryChange, EntryVersion } from './entry.ts';
import type { WriteFlag } from './guard/entry-guard.ts';
import type { EntryMarks } from './guard/entry-marks.ts';
import type { NamespaceSettings } from './namespace-settings.ts';

/**
 * A namespace and where its history stands. Every transaction that changes a namespace raises its revision by one and stamps
 * what it touched, so that an index can tell in one comparison whether it is up to date, and if not, what it missed.
 */
export interface NamespaceState {
  id: number;
  tenantId: string;
  name: string;
  /** The model whose vectors answer searches here, and their length. */
  model: string;
  dims: number;
  revision: number;
  /**
   * Random, and of this revision alone: a database that was restored counts on from an older revision, and the new history is told
   * from the lost one by its stamps. 0 where a database has one owner, who would know.
   */
  stamp: number;
  /** Of the revision before; only after a change. */
  previousStamp?: number;
  entries: number;
  bytes: number;
  createdAt: number;
  updatedAt: number;
  settings: NamespaceSettings;
}

/** The passages of one content under one model. `ranges`, `vectors` and `windows` run in parallel. */
export interface Embedding {
  model: string;
  ranges: readonly PassageRange[];
  vectors: readonly Float32Array[];
  /** The codes of the windows of each passage; absent where none has any. */
  windows?: readonly Uint8Array[];
}

export interface EntryToWrite extends EntryMarks {
  /** The id that the entry gets, unless its `externalId` names an entry that is there already: then that one is replaced. */
  id: string;
  /** For imports: the id that the entry had before. It is taken, replacing the entry that has it here, unless another namespace of the tenant uses it. */
  keepId?: string;
  content: string;
  metadata: JsonObject;
  externalId?: string;
  expiresAt?: number;
  occurredAt?: number;
  createdAt: number;
  updatedAt: number;
  embeddings: readonly Embedding[];
}

export interface WriteCommand {
  tenantId: string;
  namespace: string;
  /** The model that the writer took to be the namespace's; also the model of a namespace that this write creates. */
  model: string;
  dims: number;
  entries: readonly EntryToWrite[];
  /** The most entries that the tenant may hold; absent for any number. */
  maxEntries?: number;
  now: number;
  receipt?: Receipt<WrittenIds> | undefined;
}

export interface WrittenIds {
  ids: string[];
  /** What was found in the entries; absent where there is nothing. */
  flags?: readonly WriteFlag[];
}

export interface WrittenEntry {
  id: string;
  createdAt: number;
  replaced: boolean;
}

/** `model_changed`: the namespace has another model by now; nothing was written. */
export type WriteOutcome =
  | { outcome: 'written'; namespace: NamespaceState; written: WrittenEntry[] }
  | { outcome: 'quota_exceeded' }
  | { outcome: 'model_changed'; model: string };

export interface UpdateCommand {
  id: string;
  namespaceId: number;
  /** The model that the writer took to be the namespace's. */
  model: string;
  change: EntryChange;
  /** The embeddings of the new content; empty when the content stays. */
  embeddings: readonly Embedding[];
  /** Whether no version of the entry is to be left, not even the one that is replaced now. */
  forgetVersions?: boolean;
  now: number;
}

export type UpdateOutcome =
  | { outcome: 'updated'; namespace: NamespaceState; entry: Entry }
  | { outcome: 'not_found' | 'version_conflict' | 'external_id_taken' }
  | { outcome: 'model_changed'; model: string };

export interface DeleteCommand {
  namespaceId: number;
  ids: readonly string[];
  /** Looked at again inside the transaction, so that an entry that was changed meanwhile is judged as it is now. */
  onlyIf?: (entry: Entry) => boolean;
}

/** An entry as an index takes it in: the ranges say which parts of the content the vectors stand for. */
export interface StoredEmbedding {
  entry: Entry;
  /** The metadata as JSON, where it is at hand. */
  metadataText?: string;
  /** Absent when the entry has no vectors of the model that was asked for. */
  ranges?: readonly PassageRange[];
  vectors?: readonly Float32Array[];
  /** Absent where no passage has windows. */
  windows?: readonly Uint8Array[];
}

export interface EmbeddingPage {
  items: StoredEmbedding[];
  /** Where to go on; absent when this was the last page. */
  next?: string;
}

/** Where a namespace is in its history. The stamp tells two histories apart that both have such a revision. */
export interface Version {
  revision: number;
  stamp: number;
}

export interface ChangePage extends Version {
  upserts: StoredEmbedding[];
  removed: string[];
  more: boolean;
  settings: NamespaceSettings;
}

/** What a snapshot of an index says about itself. */
export interface SnapshotTag extends Version {
  mark: string;
}

export interface ListPage<Item> {
  items: Item[];
  more: boolean;
}

/** The model that the service is to use for everything, and what the configuration said when that was decided. */
export interface ModelChoice {
  configured: string;
  wanted: string;
  previous?: string;
}

/** An entry that was cut again: its new vectors, or none where those that it has are as they would be now. */
export interface RecutEntry {
  id: string;
  content: string;
  embedding?: Embedding;
}

/** Where memory lives. Every method that changes something is one transaction, durable when its promise resolves. */
export interface MemoryStore {
  findNamespace(tenantId: string, name: string): Promise<NamespaceState | undefined>;
  listNamespaces(
    tenantId: string,
    after: string | undefined,
    limit: number,
  ): Promise<ListPage<NamespaceState>>;
  /** How many entries of a namespace have expired but are not swept yet. */
  countExpired(namespaceId: number, now: number): Promise<number>;

  /** Replaces the settings of a namespace; undefined where there is no such namespace. An index that was built under others can no longer follow. */
  configureNamespace(
    tenantId: string,
    name: string,
    settings: NamespaceSettings,
    now: number,
  ): Promise<NamespaceState | undefined>;

  writeEntries(command: WriteCommand): Promise<WriteOutcome>;
  updateEntry(command: UpdateCommand): Promise<UpdateOutcome>;
  /** Says which ids were there and are gone now, and the namespace after it (undefined when that is gone too). */
  deleteEntries(
    command: DeleteCommand,
  ): Promise<{ deleted: string[]; namespace: NamespaceState | undefined }>;

  findEntry(tenantId: string, id: string): Promise<{ entry: Entry; namespaceId: number } | undefined>;
  /** What an entry was before its changes, as far as its namespace keeps that; the latest first. */
  readVersions(namespaceId: number, id: string): Promise<EntryVersion[]>;
  findByExternalId(namespaceId: number, externalId: string): Promise<Entry | undefined>;
  /** The namespace and some of its entries as they are now, in one look; entries in the order of `ids`, without those that are not there. */
  readHits(
    tenantId: string,
    name: string,
    ids: readonly string[],
  ): Promise<{ state: NamespaceState; entries: Entry[] } | undefined>;
  /** In the order of `ids`, leaving out those that are not there. */
  readEntries(namespaceId: number, ids: readonly string[]): Promise<Entry[]>;
  /** The passages of entries under a model, by id; those that have no vectors of it are not there. */
  readRanges(
    namespaceId: number,
    model: string,
    ids: readonly string[],
  ): Promise<Map<string, readonly PassageRange[]>>;
  listEntries(options: {
    namespaceId: number;
    after?: string;
    limit: number;
    order: 'oldest' | 'newest';
    now: number;
  }): Promise<ListPage<Entry>>;

  /** Takes the name away at once, so that no route finds it; the rows go with `purgeDropped`. Says what it was. */
  dropNamespace(tenantId: string, name: string): Promise<NamespaceState | undefined>;
  dropTenant(tenantId: string): Promise<NamespaceState[]>;
  /** Removes a bounded number of rows of dropped namespaces; true while there is more to do. */
  purgeDropped(limit: number): Promise<boolean>;
  /** Removes a bounded number of expired entries; says what was removed from where. */
  removeExpired(now: number, limit: number): Promise<Array<{ namespace: NamespaceState; ids: string[] }>>;

  /** All entries of a namespace with their vectors of one model, a page at a time. */
  readEmbeddings(namespaceId: number, model: string, after: string, limit: number): Promise<EmbeddingPage>;
  /** One entry with its vectors of one model. */
  readEmbedding(namespaceId: number, model: string, id: string): Promise<StoredEmbedding | undefined>;
  /** Hands all entries of a namespace with their vectors of one model to `take`, in several portions; says of which version they are. */
  readAllEmbeddings(
    namespaceId: number,
    model: string,
    take: (items: StoredEmbedding[], settings: NamespaceSettings) => void,
  ): Promise<Version>;
  /** Revision 0 when the namespace is gone. */
  currentVersion(namespaceId: number): Promise<Version>;
  /** What happened since a version; undefined when the history does not reach back that far or is another one. */
  readChanges(
    namespaceId: number,
    model: string,
    since: Version,
    limit: number,
  ): Promise<ChangePage | undefined>;
  /** Whether a snapshot of an index was made of these very rows, and not before a backup was restored. */
  isOwnSnapshot(namespaceId: number, tag: SnapshotTag): Promise<boolean>;
  /** Notes that a snapshot was made. */
  noteSnapshot(namespaceId: number, tag: SnapshotTag): Promise<void>;
  /** Forgets, for a bounded number of namespaces, which ids were deleted before a time and where a snapshot takes over; true while there is more to do. */
  trimHistory(before: number, limit: number): Promise<boolean>;

  /** The operator's choice of model is for all tenants. */
  readModelChoice(): Promise<ModelChoice | undefined>;
  saveModelChoice(choice: ModelChoice): Promise<void>;
  /** Namespaces that do not answer with this model yet. */
  namespacesWithoutModel(model: string, limit: number): Promise<NamespaceState[]>;
  /** Entries that have no vectors of this model yet. */
  readUnembedded(namespaceId: number, model: string, after: string, limit: number): Promise<Entry[]>;
  /** What is left to do until everything answers with this model, for one tenant or for all. */
  countUnembedded(model: string, tenantId?: string): Promise<{ namespaces: number; entries: number }>;
  /** Adds vectors to entries that still have the content that was embedded. */
  addEmbeddings(
    items: ReadonlyArray<{ id: string; content: string; embedding: Embedding }>,
    namespaceId: number,
  ): Promise<void>;
  /** Makes a namespace answer with this model, unless an entry still lacks its vectors. */
  switchModel(namespaceId: number, model: string): Promise<boolean>;
  /** Removes a bounded number of vectors that belong to none of these models and to no namespace's own. */
  removeOtherVectors(keep: readonly string[], limit: number): Promise<number>;

  /** Some of the entries that were cut into passages by older rules, by namespace. */
  readRecuts(limit: number): Promise<Array<{ namespace: NamespaceState; ids: string[] }>>;
  countRecuts(tenantId?: string): Promise<number>;
  /** Takes entries off that list that still have this content and model, and stores their new vectors. The namespace, where vectors changed. */
  finishRecuts(
    namespaceId: number,
    model: string,
    entries: readonly RecutEntry[],
  ): Promise<NamespaceState | undefined>;

  /** Leaves no trace of deleted rows in the store's files, and looks for these texts in what it holds. */
  eraseTraces(absent: readonly string[]): Promise<ErasureReport>;
}

/** What is left after an erasure. */
export interface ErasureReport {
  /** Where one of the texts is found nevertheless. */
  traces: Array<{ file: string; text: string }>;
  /** Copies that the service cannot reach or check, each in a few words. */
  beyond: string[];
}
