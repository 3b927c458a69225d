import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
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

/** Fields of a mem0 memory that say whom it is about; kept as metadata, so that one can filter by them. */
const owners = ['user_id', 'agent_id', 'run_id', 'app_id', 'actor_id', 'categories'] as const;

/** What mem0's `get_all` gives: `{ "results": [{ id, memory, metadata, created_at, … }] }`, a bare list, or one memory a line. */
export function* readMem0(text: string): Generator<ForeignRecord> {
  for (const value of parseJsonOrLines(text)) {
    for (const memory of memoriesOf(value)) {
      const content = textOf(memory['memory']) ?? textOf(memory['data']);
      const id = idOf(memory['id']);
      if (id === undefined) throw new ForeignFormatError('This is no export of mem0: a memory has no "id".');
      if (content === undefined) {
        yield undefined;
        continue;
      }
      const createdAt = timeOf(memory['created_at']);
      const updatedAt = timeOf(memory['updated_at']);
      yield {
        content,
        metadata: { ...objectOf(memory['metadata']), ...pick(memory) },
        externalId: namedAfter('mem0', id),
        ...(createdAt && { createdAt }),
        ...(updatedAt && { updatedAt }),
      };
    }
  }
}

function memoriesOf(value: JsonValue): JsonObject[] {
  const list = isJsonObject(value) ? (value['results'] ?? value['memories'] ?? [value]) : value;
  if (!Array.isArray(list))
    throw new ForeignFormatError('This is no export of mem0: it has no list of results.');
  return list.filter(isJsonObject);
}

function pick(memory: JsonObject): JsonObject {
  const given = owners.filter((name) => memory[name] !== undefined && memory[name] !== null);
  return Object.fromEntries(given.map((name) => [name, memory[name]!]));
}
