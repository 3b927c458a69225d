import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  ForeignFormatError,
  type ForeignRecord,
  idOf,
  namedAfter,
  objectOf,
  parseJsonOrLines,
  textOf,
  timeOf,
} from './foreign-entry.ts';

/** Documents of supermemory, as its lists give them (`{ memories }`, `{ documents }`), as a list or one on each line. */
export function* readSupermemory(text: string): Generator<ForeignRecord> {
  for (const value of parseJsonOrLines(text)) {
    for (const document of documentsOf(value)) {
      const id = isJsonObject(document) ? idOf(document['id']) : undefined;
      if (!isJsonObject(document) || id === undefined)
        throw new ForeignFormatError('This is no export of supermemory.');
      const content = textOf(document['content']) ?? textOf(document['summary']) ?? textOf(document['title']);
      if (content === undefined) {
        yield undefined;
        continue;
      }
      const kept = ['title', 'url', 'type', 'containerTags', 'customId'] as const;
      const more = Object.fromEntries(
        kept.flatMap((name) => (document[name] ? [[name, document[name]]] : [])),
      );
      const createdAt = timeOf(document['createdAt']);
      const updatedAt = timeOf(document['updatedAt']);
      yield {
        content,
        metadata: { ...more, ...objectOf(document['metadata']) },
        externalId: namedAfter('supermemory', id),
        ...(createdAt && { createdAt }),
        ...(updatedAt && { updatedAt }),
      };
    }
  }
}

function documentsOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [value];
  const list = value['memories'] ?? value['documents'] ?? value['results'];
  return Array.isArray(list) ? list : [value];
}
