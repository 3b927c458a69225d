import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { Document, type DocumentInterface } from '@langchain/core/documents';
import { Embeddings, type EmbeddingsParams } from '@langchain/core/embeddings';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { VectorStore } from '@langchain/core/vectorstores';
import { deleteNamed } from './delete-named.ts';
import type { Filter, Lorekeep, SearchHit } from './index.ts';
import { writeAll } from './write-all.ts';

/** What narrows a search: pairs that must be equal, or conditions with operators. */
export interface LorekeepFilter {
  metadataFilter?: Record<string, unknown> | undefined;
  filter?: Filter | undefined;
}

export interface LorekeepRetrieverInput extends BaseRetrieverInput, LorekeepFilter {
  lore: Lorekeep;
  namespace: string;
  /** The most documents; the plan of the key decides when omitted. */
  limit?: number | undefined;
  minScore?: number | undefined;
}

/** Documents of a namespace by meaning and words. */
export class LorekeepRetriever extends BaseRetriever {
  static override lc_name(): string {
    return 'LorekeepRetriever';
  }

  override lc_namespace = ['lorekeep', 'retrievers'];
  readonly #input: LorekeepRetrieverInput;

  constructor(input: LorekeepRetrieverInput) {
    super(input);
    this.#input = input;
  }

  override async _getRelevantDocuments(
    query: string,
    _run?: CallbackManagerForRetrieverRun,
  ): Promise<Document[]> {
    const { lore, namespace, limit, minScore, metadataFilter, filter } = this.#input;
    const hits = await lore.memory.search({ namespace, query, limit, minScore, metadataFilter, filter });
    return hits.map(documentOf);
  }
}

/** The local model of the service. */
export class LorekeepEmbeddings extends Embeddings {
  readonly #lore: Lorekeep;
  readonly #model: string;

  constructor(
    lore: Lorekeep,
    { model = 'lorekeep-embed-small', ...params }: EmbeddingsParams & { model?: string } = {},
  ) {
    super(params);
    this.#lore = lore;
    this.#model = model;
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const vectors: number[][] = [];
    for (let at = 0; at < texts.length; at += 128)
      vectors.push(...(await this.#embed(texts.slice(at, at + 128), 'document')));
    return vectors;
  }

  async embedQuery(text: string): Promise<number[]> {
    return (await this.#embed([text], 'query'))[0]!;
  }

  async #embed(input: string[], input_type: 'query' | 'document'): Promise<number[][]> {
    const { data } = await this.#lore.embeddings({ model: this.#model, input, input_type });
    return data.map(({ embedding }) => embedding as number[]);
  }
}

/** One call deletes as many. */
const mostIds = 1_000;

/** A namespace as a vector store: text goes in and the service embeds it. */
export class LorekeepVectorStore extends VectorStore {
  declare FilterType: LorekeepFilter;
  readonly #lore: Lorekeep;
  readonly #namespace: string;

  constructor(lore: Lorekeep, { namespace, model }: { namespace: string; model?: string }) {
    super(new LorekeepEmbeddings(lore, model === undefined ? {} : { model }), {});
    this.#lore = lore;
    this.#namespace = namespace;
  }

  override _vectorstoreType(): string {
    return 'lorekeep';
  }

  /** A document with an id, of its own or in `ids`, replaces the one that has it. */
  override async addDocuments(
    documents: DocumentInterface[],
    { ids }: { ids?: string[] | undefined } = {},
  ): Promise<string[]> {
    if (ids && ids.length !== documents.length)
      throw new Error(`There are ${documents.length} documents and ${ids.length} ids.`);
    const entries = documents.map(({ pageContent, metadata, id }, i) => ({
      content: pageContent,
      metadata,
      externalId: ids?.[i] ?? id,
    }));
    return writeAll(this.#lore, this.#namespace, entries);
  }

  override async similaritySearchWithScore(
    query: string,
    k = 4,
    filter: LorekeepFilter | undefined = undefined,
  ): Promise<[Document, number][]> {
    const hits = await this.#lore.memory.search({ namespace: this.#namespace, query, limit: k, ...filter });
    return hits.map((hit) => [documentOf(hit), hit.score]);
  }

  override async similaritySearch(
    query: string,
    k = 4,
    filter: LorekeepFilter | undefined = undefined,
  ): Promise<Document[]> {
    return (await this.similaritySearchWithScore(query, k, filter)).map(([document]) => document);
  }

  /** By ids, those of the service or those that the documents came with, or by a filter. */
  override async delete({ ids, ...filter }: { ids?: string[] } & LorekeepFilter): Promise<void> {
    const namespace = this.#namespace;
    if (ids === undefined) {
      await this.#lore.memory.deleteMany({ namespace, ...filter });
      return;
    }
    const own = ids.filter((id) => /^mem_[0-9A-Z]{26}$/.test(id));
    for (let at = 0; at < own.length; at += mostIds)
      await this.#lore.memory.deleteMany({ namespace, ids: own.slice(at, at + mostIds), ...filter });
    await deleteNamed(this.#lore, namespace, ids, filter);
  }

  override addVectors(): Promise<string[]> {
    throw new Error('Lorekeep embeds text itself; use addDocuments.');
  }

  override similaritySearchVectorWithScore(): Promise<[Document, number][]> {
    throw new Error('Lorekeep embeds the query itself; use similaritySearch.');
  }

  static override async fromTexts(): Promise<VectorStore> {
    throw new Error('Make a LorekeepVectorStore and call addDocuments.');
  }

  static override async fromDocuments(): Promise<VectorStore> {
    throw new Error('Make a LorekeepVectorStore and call addDocuments.');
  }
}

function documentOf({ id, content, metadata, score }: SearchHit): Document {
  return new Document({ id, pageContent: content, metadata: { ...metadata, score } });
}
