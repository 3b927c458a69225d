import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  type ForeignEntry,
  ForeignFormatError,
  objectOf,
  parseJsonOrLines,
  textOf,
} from './foreign-entry.ts';

/** Documents of LangChain in Python or JavaScript: a list or one on each line, plain or as `dumps` writes them. */
export function* readLangChain(text: string): Generator<ForeignEntry> {
  for (const value of parseJsonOrLines(text)) {
    for (const document of Array.isArray(value) ? value : [value]) {
      const fields = fieldsOf(document);
      const content = textOf(fields['page_content'] ?? fields['pageContent']);
      if (content === undefined) throw new ForeignFormatError('This is no list of documents of LangChain.');
      const id = textOf(fields['id']) ?? createHash('sha256').update(content).digest('hex').slice(0, 32);
      yield { content, metadata: objectOf(fields['metadata']), externalId: `langchain:${id}` };
    }
  }
}

/** `dumps` wraps a document: `{ lc, type: "constructor", id, kwargs }`. */
function fieldsOf(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) return {};
  return isJsonObject(value['kwargs']) ? value['kwargs'] : value;
}
