import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { type ForeignEntry, ForeignFormatError, parseJsonOrLines, textOf } from './foreign-entry.ts';

/**
 * The file of the official MCP memory server: a line for each entity (with its observations) and each relation; or the graph
 * that its `read_graph` gives. Each observation and each relation becomes an entry, said as a sentence about its entity.
 */
export function* readMcpMemory(text: string): Generator<ForeignEntry> {
  for (const value of parseJsonOrLines(text)) {
    if (!isJsonObject(value)) throw new ForeignFormatError('This is no file of the MCP memory server.');
    if (Array.isArray(value['entities'])) {
      for (const entity of value['entities'].filter(isJsonObject)) yield* readEntity(entity);
      for (const relation of listOf(value['relations'])) yield* readRelation(relation);
    } else if (value['type'] === 'entity') yield* readEntity(value);
    else if (value['type'] === 'relation') yield* readRelation(value);
    else
      throw new ForeignFormatError(
        'This is no file of the MCP memory server: a line is no entity or relation.',
      );
  }
}

function* readEntity(entity: JsonObject): Generator<ForeignEntry> {
  const name = textOf(entity['name']);
  if (name === undefined) throw new ForeignFormatError('An entity has no name.');
  const entityType = textOf(entity['entityType']) ?? 'entity';
  const metadata = { source: 'mcp-memory', kind: 'observation', entity: name, entityType };
  const observations = Array.isArray(entity['observations']) ? entity['observations'] : [];
  const texts = observations.flatMap((observation) => textOf(observation) ?? []);
  if (texts.length === 0) {
    yield entryOf(`${name} (${entityType})`, { ...metadata, kind: 'entity' }, ['entity', name]);
  }
  for (const observation of texts) {
    yield entryOf(`${name}: ${observation}`, metadata, ['observation', name, observation]);
  }
}

function* readRelation(relation: JsonObject): Generator<ForeignEntry> {
  const [from, to, relationType] = [relation['from'], relation['to'], relation['relationType']].map(textOf);
  if (from === undefined || to === undefined || relationType === undefined) {
    throw new ForeignFormatError('A relation lacks from, to or relationType.');
  }
  const metadata = { source: 'mcp-memory', kind: 'relation', from, to, relationType };
  yield entryOf(`${from} ${relationType.replaceAll('_', ' ')} ${to}`, metadata, [
    'relation',
    from,
    relationType,
    to,
  ]);
}

function entryOf(content: string, metadata: JsonObject, identity: string[]): ForeignEntry {
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
  return { content, metadata, externalId: `mcp-memory:${hash}` };
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
