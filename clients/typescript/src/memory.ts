import { LorekeepError } from './errors.ts';
import { type CallOptions, isBrowser } from './options.ts';
import { Pages } from './pages.ts';
import { readLines } from './streams.ts';
import type { RawInput, Transport } from './transport.ts';
import type {
  Context,
  CountValuesBody,
  DeletedEntry,
  DeleteEntriesBody,
  DeleteResult,
  Entry,
  EntryHistory,
  EntrySourceInput,
  Facets,
  Filter,
  GetContextBody,
  ImportSummary,
  ListEntriesQuery,
  ModelStatus,
  SearchBatchBody,
  SearchEntriesBody,
  SearchHit,
  SimilarEntriesBody,
  UpdateEntryBody,
  WriteEntriesBody,
  WriteResult,
} from './types.ts';

/** How entries are listed: filters as objects, not as text. */
export interface EntriesQuery extends Omit<ListEntriesQuery, 'cursor' | 'filter' | 'metadataFilter'> {
  metadataFilter?: Record<string, unknown> | undefined;
  filter?: Filter | undefined;
}

/** A line of an import: at least its content. */
export interface ImportLine {
  content: string;
  metadata?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
  id?: string | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  expiresAt?: string | undefined;
  occurredAt?: string | undefined;
  source?: EntrySourceInput | undefined;
  /** As numbers, or as the text that an export has. */
  vector?: readonly number[] | string | undefined;
}

const maxResumptions = 5;

/** Write text into namespaces, and find it again by meaning. */
export class Memory {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All entries are written or none; safe to repeat, since every call has an Idempotency-Key. */
  write(body: WriteEntriesBody, options?: CallOptions): Promise<WriteResult> {
    return this.#transport.call('writeEntries', { body }, options);
  }

  search(body: SearchEntriesBody, options?: CallOptions): Promise<SearchHit[]> {
    return this.#transport.call('searchEntries', { body }, options);
  }

  /** Up to 32 searches in one request; their results in the same order. */
  searchBatch(body: SearchBatchBody, options?: CallOptions): Promise<SearchHit[][]> {
    return this.#transport.call('searchBatch', { body }, options);
  }

  /** What is most like an entry, in its namespace. */
  similar(id: string, body: SimilarEntriesBody = {}, options?: CallOptions): Promise<SearchHit[]> {
    return this.#transport.call('similarEntries', { params: { id }, body }, options);
  }

  /** How often each value of some metadata fields occurs. */
  facets(namespace: string, body: CountValuesBody, options?: CallOptions): Promise<Facets> {
    return this.#transport.call('countValues', { params: { name: namespace }, body }, options);
  }

  /** One text for a prompt. */
  context(body: GetContextBody, options?: CallOptions): Promise<Context> {
    return this.#transport.call('getContext', { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<Entry> {
    return this.#transport.call('getEntry', { params: { id } }, options);
  }

  /** Earlier versions, the latest first, where the namespace keeps them. */
  history(id: string, options?: CallOptions): Promise<EntryHistory> {
    return this.#transport.call('getEntryHistory', { params: { id } }, options);
  }

  update(id: string, body: UpdateEntryBody, options?: CallOptions): Promise<Entry> {
    return this.#transport.call('updateEntry', { params: { id }, body }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DeletedEntry> {
    return this.#transport.call('deleteEntry', { params: { id } }, options);
  }

  /** By ids or by a filter; `dryRun` only counts. */
  deleteMany(body: DeleteEntriesBody, options?: CallOptions): Promise<DeleteResult> {
    return this.#transport.call('deleteEntries', { body }, options);
  }

  /** All entries of a namespace, newest first unless `order` says otherwise. */
  entries(query: EntriesQuery, options?: CallOptions): Pages<Entry> {
    return new Pages((cursor) => {
      const input: RawInput = { query: { ...query, cursor } };
      return this.#transport.call('listEntries', input as { query: ListEntriesQuery }, options);
    });
  }

  /** The whole namespace, oldest first. A connection that breaks is continued where it broke. */
  async *export(
    query: { namespace: string; after?: string | undefined },
    options?: CallOptions,
  ): AsyncGenerator<Entry, void> {
    let { after } = query;
    for (let resumed = 0; ; resumed++) {
      const response = await this.#transport.open(
        'exportEntries',
        { query: { ...query, after }, accept: 'application/x-ndjson' },
        options,
      );
      try {
        for await (const line of readLines(response, { whole: true })) {
          const entry = JSON.parse(line) as Entry;
          after = entry.id;
          resumed = 0;
          yield entry;
        }
        return;
      } catch (error) {
        if (error instanceof LorekeepError || options?.signal?.aborted || resumed >= maxResumptions)
          throw error;
      }
    }
  }

  /** Importing the same entries twice changes nothing. Not repeated by the client: send it again after an error. */
  import(
    query: { namespace: string; fromLine?: number | undefined },
    entries: Iterable<ImportLine> | AsyncIterable<ImportLine>,
    options: CallOptions = {},
  ): Promise<ImportSummary> {
    return importLines(this.#transport, query, entries, options);
  }

  /** The embedding model, and how far re-embedding has come. */
  model(options?: CallOptions): Promise<ModelStatus> {
    return this.#transport.call('getModel', {}, options);
  }
}

async function importLines(
  transport: Transport,
  query: object,
  entries: Iterable<ImportLine> | AsyncIterable<ImportLine>,
  options: CallOptions,
): Promise<ImportSummary> {
  const lines = isBrowser() ? await collect(entries) : stream(entries);
  const input = { query, lines, slow: true };
  return (await transport.send('importEntries', input, options, (response) =>
    transport.read(response),
  )) as ImportSummary;
}

/** Browsers send a stream only over HTTP/2. */
async function collect(entries: Iterable<ImportLine> | AsyncIterable<ImportLine>): Promise<string> {
  let text = '';
  for await (const entry of entries) text += `${JSON.stringify(entry)}\n`;
  return text;
}

function stream(entries: Iterable<ImportLine> | AsyncIterable<ImportLine>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = (async function* () {
    yield* entries;
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await iterator.return();
    },
  });
}
