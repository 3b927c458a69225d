import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  ForeignFormatError,
  type ForeignRecord,
  idOf,
  namedAfter,
  parseJsonOrLines,
  textOf,
} from './foreign-entry.ts';

/** Where libraries on top of Qdrant keep the text, in the order in which they are tried. */
const usualFields = ['page_content', 'content', 'text', 'document', 'data', 'memory'];

/**
 * Points of Qdrant: what its scroll gives (`{ result: { points } }`), a list of points, or one on each line. The text is a field of the
 * payload, the rest of which becomes metadata. Vectors are not taken over: they are of another model.
 */
export function* readQdrant(text: string, textField?: string): Generator<ForeignRecord> {
  for (const value of parseJsonOrLines(text)) {
    for (const point of pointsOf(value)) {
      const id = isJsonObject(point) ? idOf(point['id']) : undefined;
      if (!isJsonObject(point) || id === undefined)
        throw new ForeignFormatError('This is no export of Qdrant.');
      const payload = isJsonObject(point['payload']) ? point['payload'] : {};
      const field = textField ?? usualFields.find((name) => textOf(payload[name]) !== undefined);
      const content = field === undefined ? undefined : textOf(payload[field]);
      if (content === undefined) {
        yield undefined;
        continue;
      }
      const { [field!]: _, metadata, ...rest } = payload;
      const inner = isJsonObject(metadata) ? metadata : metadata === undefined ? {} : { metadata };
      yield { content, metadata: { ...rest, ...inner }, externalId: namedAfter('qdrant', id) };
    }
  }
}

function pointsOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  const result = isJsonObject(value) && isJsonObject(value['result']) ? value['result'] : value;
  const points = isJsonObject(result) ? result['points'] : undefined;
  return Array.isArray(points) ? points : [value];
}
