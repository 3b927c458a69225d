import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import {
  ForeignFormatError,
  type ForeignRecord,
  hashOfRecord,
  idOf,
  textOf,
  timeOf,
} from './foreign-entry.ts';

/** Which field of a record becomes what: `content=text`, `externalId=id`, `metadata.topic=tag`, `metadata.*` for the rest. */
export interface FieldMap {
  content: string;
  externalId?: string;
  createdAt?: string;
  updatedAt?: string;
  metadata: Record<string, string>;
  rest: boolean;
}

const plainTargets = ['content', 'externalId', 'createdAt', 'updatedAt'] as const;

export function parseFieldMap(pairs: readonly string[]): FieldMap {
  const map: FieldMap = { content: 'content', metadata: {}, rest: pairs.length === 0 };
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const target = equals < 0 ? pair : pair.slice(0, equals);
    const source = equals < 0 ? '' : pair.slice(equals + 1);
    const plain = plainTargets.find((one) => one === target);
    if (target === 'metadata.*') map.rest = true;
    else if (source === '') throw new ForeignFormatError(`"${pair}" is no TARGET=FIELD.`);
    else if (plain) map[plain] = source;
    else if (target.startsWith('metadata.')) map.metadata[target.slice('metadata.'.length)] = source;
    else
      throw new ForeignFormatError(
        `There is no target "${target}"; there are ${plainTargets.join(', ')} and metadata.NAME.`,
      );
  }
  return map;
}

/** One record as an entry; undefined where it has no text. A row of a table has all its fields, other records may lack some. */
export function mapRecord(
  record: JsonObject,
  map: FieldMap,
  number: number,
  { isRow = false } = {},
): ForeignRecord {
  if (isRow && !Object.hasOwn(record, map.content))
    throw new ForeignFormatError(
      `Record ${number} has no field "${map.content}"; name the text with --map content=FIELD.`,
    );
  const content = textOf(record[map.content]);
  if (content === undefined) return undefined;
  const given = map.externalId === undefined ? undefined : idOf(record[map.externalId]);
  const used = new Set([
    map.content,
    map.externalId,
    map.createdAt,
    map.updatedAt,
    ...Object.values(map.metadata),
  ]);
  const rest = map.rest
    ? Object.entries(record).filter(([name, value]) => !used.has(name) && value !== '')
    : [];
  const named = Object.entries(map.metadata).flatMap(([name, field]): Array<[string, JsonValue]> => {
    const value = record[field];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const createdAt = map.createdAt === undefined ? undefined : timeOf(record[map.createdAt]);
  const updatedAt = map.updatedAt === undefined ? undefined : timeOf(record[map.updatedAt]);
  const metadata = Object.fromEntries([...rest, ...named]);
  return {
    content,
    metadata,
    externalId: given ?? `import:sha256:${hashOfRecord(content, metadata, createdAt)}`,
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
  };
}
