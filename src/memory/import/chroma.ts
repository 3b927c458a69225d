import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  ForeignFormatError,
  type ForeignRecord,
  idOf,
  namedAfter,
  objectOf,
  parseJsonOrLines,
  textOf,
} from './foreign-entry.ts';

/**
 * What Chroma's `collection.get()` gives, written as JSON: columns `ids`, `documents`, `metadatas`; or one record a line with `id`,
 * `document` (or `text_chunk`) and `metadata`. Embeddings are not taken over: they are of another model.
 */
export function* readChroma(text: string): Generator<ForeignRecord> {
  for (const value of parseJsonOrLines(text)) {
    const records = Array.isArray(value) ? value : [value];
    for (const record of records) {
      if (!isJsonObject(record)) throw new ForeignFormatError('This is no export of Chroma.');
      if (Array.isArray(record['ids'])) yield* readColumns(record);
      else yield* entryOf(record['id'], record['document'] ?? record['text_chunk'], record['metadata']);
    }
  }
}

function* readColumns(columns: JsonObject): Generator<ForeignRecord> {
  const column = (name: string): JsonValue[] => {
    const values = columns[name];
    return Array.isArray(values) ? values : [];
  };
  const [documents, metadatas] = [column('documents'), column('metadatas')];
  for (const [i, id] of column('ids').entries()) yield* entryOf(id, documents[i], metadatas[i]);
}

/** A record without a document holds only an embedding: there is no text to remember. */
function* entryOf(
  id: JsonValue | undefined,
  document: JsonValue | undefined,
  metadata: JsonValue | undefined,
): Generator<ForeignRecord> {
  const name = idOf(id);
  if (name === undefined) throw new ForeignFormatError('This is no export of Chroma: a record has no id.');
  const content = textOf(document);
  yield content === undefined
    ? undefined
    : { content, metadata: objectOf(metadata), externalId: namedAfter('chroma', name) };
}
