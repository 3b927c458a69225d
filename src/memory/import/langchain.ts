import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  ForeignFormatError,
  type ForeignRecord,
  hashOfRecord,
  idOf,
  namedAfter,
  objectOf,
  parseJsonOrLines,
  textOf,
} from './foreign-entry.ts';

/** Documents of LangChain in Python or JavaScript: a list or one on each line, plain or as `dumps` writes them. */
export function* readLangChain(text: string): Generator<ForeignRecord> {
  for (const value of parseJsonOrLines(text)) {
    for (const document of Array.isArray(value) ? value : [value]) {
      const fields = fieldsOf(document);
      const text = fields['page_content'] ?? fields['pageContent'];
      if (typeof text !== 'string')
        throw new ForeignFormatError('This is no list of documents of LangChain.');
      const content = textOf(text);
      if (content === undefined) {
        // An empty page of a PDF, for instance.
        yield undefined;
        continue;
      }
      const metadata = objectOf(fields['metadata']);
      const id = idOf(fields['id']) ?? hashOfRecord(content, metadata);
      yield { content, metadata, externalId: namedAfter('langchain', id) };
    }
  }
}

/** `dumps` wraps a document: `{ lc, type: "constructor", id, kwargs }`. */
function fieldsOf(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) return {};
  return isJsonObject(value['kwargs']) ? value['kwargs'] : value;
}
