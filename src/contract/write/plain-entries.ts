import { longestJson } from '../../kernel/json/json-size.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { memoryLimits } from '../../memory/limits.ts';

interface PlainEntry {
  content: string;
  metadata: JsonObject;
  externalId: string | undefined;
  expiresAt: undefined;
  occurredAt: undefined;
  source: undefined;
  vector: undefined;
}

/**
 * Reads entries as most callers send them: a text, with metadata and a name or without. Undefined where there is anything else in them, or anything wrong. It
 * takes a fifth of what the schema takes, which is more than parsing the body.
 */
export function readPlainEntries(value: unknown): PlainEntry[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const names = new Set<string>();
  const entries: PlainEntry[] = [];
  for (const item of value) {
    const entry = readPlainEntry(item);
    if (entry === undefined) return undefined;
    if (entry.externalId !== undefined) {
      if (names.has(entry.externalId)) return undefined;
      names.add(entry.externalId);
    }
    entries.push(entry);
  }
  return entries;
}

function readPlainEntry(value: unknown): PlainEntry | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const key in value)
    if (key !== 'content' && key !== 'metadata' && key !== 'externalId') return undefined;
  const { content, metadata = {}, externalId } = value;
  if (typeof content !== 'string' || !isPlainContent(content)) return undefined;
  if (!isJsonObject(metadata)) return undefined;
  if (longestJson(metadata, memoryLimits.metadataDepth) > memoryLimits.metadataBytes) return undefined;
  if (externalId !== undefined && !(typeof externalId === 'string' && isPlainName.test(externalId)))
    return undefined;
  return {
    content,
    metadata,
    externalId,
    expiresAt: undefined,
    occurredAt: undefined,
    source: undefined,
    vector: undefined,
  };
}

/** Short enough in any script, and with something to see at its very beginning. */
function isPlainContent(content: string): boolean {
  if (3 * content.length > memoryLimits.contentBytes) return false;
  const first = content.charCodeAt(0);
  return (first > space && first < deleteCharacter) || /^[\p{L}\p{N}]/u.test(content);
}

const space = 0x20;
const deleteCharacter = 0x7f;

const isPlainName = /^[ -~]{1,80}$/;
