import { parseStoredJson } from '../../kernel/json/exact-parse.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { PassageRange } from '../../memory/embedding/embedder.ts';
import { windowBytes } from '../../memory/embedding/passages/window-codes.ts';
import type { Entry, EntryVersion } from '../../memory/entry.ts';
import type { EntryFlag, EntryMarks } from '../../memory/guard/entry-marks.ts';
import { readStoredSettings } from '../../memory/namespace-settings.ts';
import type { Embedding, NamespaceState, StoredEmbedding, UpdateCommand } from '../../memory/store.ts';
import type { Row } from './row.ts';

/** How rows of the memory tables become values and back. */

/** Whether a namespace is the tenant's own. Names that the service keeps for itself begin with a control character, which is below every character of a name. */
export const isPublic = "n.name >= ' '";

export function toNamespace(row: Row): NamespaceState {
  return {
    id: Number(row['id']),
    tenantId: String(row['tenant_id']),
    name: String(row['name'] ?? ''),
    model: String(row['model']),
    dims: Number(row['dims']),
    revision: Number(row['revision']),
    stamp: Number(row['stamp'] ?? 0),
    entries: Number(row['entries']),
    bytes: Number(row['bytes']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    settings: readStoredSettings(String(row['settings'])),
  };
}

export function toEntry(row: Row): Entry {
  return {
    id: String(row['id']),
    namespace: String(row['namespace'] ?? ''),
    content: String(row['content']),
    metadata: parseStoredJson(String(row['metadata'])) as JsonObject,
    ...(row['external_id'] !== null && { externalId: String(row['external_id']) }),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    ...(row['expires_at'] !== null && { expiresAt: Number(row['expires_at']) }),
    ...(row['occurred_at'] !== null && { occurredAt: Number(row['occurred_at']) }),
    ...(row['marks'] !== null && (JSON.parse(String(row['marks'])) as EntryMarks)),
  };
}

/** The flags and the source of an entry as one column; NULL where it has neither, as most have. */
export function marksText({ flags, source }: EntryMarks): string | null {
  return flags || source ? JSON.stringify({ flags, source }) : null;
}

export function toVersion(row: Row): EntryVersion {
  const { id: _, namespace: __, createdAt: ___, ...entry } = toEntry(row);
  return { ...entry, replacedAt: Number(row['replaced_at']) };
}

export function toStoredEmbedding(row: Row): StoredEmbedding {
  const { ranges } = row;
  const places = ranges instanceof Uint8Array ? toRanges(ranges) : undefined;
  return withVectors(toEntry(row), places, row['vectors'], row['windows']);
}

/** Ranges and vectors are missing where the entry has no vectors of the model. */
export function withVectors(
  entry: Entry,
  places: PassageRange[] | undefined,
  vectors: unknown,
  windows: unknown,
): StoredEmbedding {
  if (!places || !(vectors instanceof Uint8Array)) return { entry };
  const floats = floatsOf(vectors);
  const dims = floats.length / places.length;
  const codes = windows instanceof Uint8Array ? toWindows(windows, places.length, dims) : undefined;
  return {
    entry,
    ranges: places,
    vectors: places.length === 1 ? [floats] : places.map((_, i) => floats.subarray(i * dims, (i + 1) * dims)),
    ...(codes && { windows: codes }),
  };
}

/** The windows of all passages as one column: how many each has, in 16 bits, and behind that their codes. NULL where there are none, as for most entries. */
export function windowsBlob({ vectors, windows }: Embedding): Uint8Array | null {
  if (!windows) return null;
  const bytes = windowBytes(vectors[0]?.length ?? 0);
  const counts = new Uint8Array(windows.length * countBytes);
  const view = new DataView(counts.buffer);
  for (const [i, { length }] of windows.entries()) view.setUint16(i * countBytes, length / bytes, true);
  return Buffer.concat([counts, ...windows]);
}

const countBytes = 2;

/** Undefined where the bytes do not say what they should: then the entry is found by its passages alone. */
function toWindows(blob: Uint8Array, passages: number, dims: number): Uint8Array[] | undefined {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  let end = passages * countBytes;
  if (blob.length < end) return undefined;
  const windows: Uint8Array[] = [];
  for (let i = 0; i < passages; i++) {
    const start = end;
    end += view.getUint16(i * countBytes, true) * windowBytes(dims);
    windows.push(blob.subarray(start, end));
  }
  return end === blob.length ? windows : undefined;
}

export function toRanges(blob: Uint8Array): PassageRange[] {
  const positions = new Uint32Array(aligned(blob));
  const ranges: PassageRange[] = [];
  for (let i = 0; i + 1 < positions.length; i += 2)
    ranges.push({ start: positions[i]!, end: positions[i + 1]! });
  return ranges;
}

export function toRangesById(rows: readonly Row[]): Map<string, readonly PassageRange[]> {
  return new Map(rows.map((row) => [String(row['id']), toRanges(row['ranges'] as Uint8Array)]));
}

export function rangesBlob(embedding: Embedding): Uint8Array {
  const positions = new Uint32Array(embedding.ranges.length * 2);
  embedding.ranges.forEach(({ start, end }, i) => {
    positions[2 * i] = start;
    positions[2 * i + 1] = end;
  });
  return new Uint8Array(positions.buffer);
}

export function vectorsBlob(embedding: Embedding): Uint8Array {
  const [first] = embedding.vectors;
  // Most entries have one, which is written as it is.
  if (first && embedding.vectors.length === 1)
    return new Uint8Array(first.buffer, first.byteOffset, first.byteLength);
  const dims = first?.length ?? 0;
  const floats = new Float32Array(dims * embedding.vectors.length);
  embedding.vectors.forEach((vector, i) => {
    floats.set(vector, i * dims);
  });
  return new Uint8Array(floats.buffer);
}

/** A vector of many that were read together is looked at where it is. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes;
  const size = Float32Array.BYTES_PER_ELEMENT;
  return byteOffset % size === 0
    ? new Float32Array(buffer, byteOffset, byteLength / size)
    : new Float32Array(aligned(bytes));
}

/**
 * Typed arrays need their bytes to begin at a multiple of four; a blob usually is a buffer of its own, but nothing promises that.
 * Not `slice`: that of a Buffer shares its memory.
 */
function aligned(bytes: Uint8Array): ArrayBuffer {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return (whole ? bytes.buffer : new Uint8Array(bytes).buffer) as ArrayBuffer;
}

/** The entry as it is after a change. */
export function applyChange(entry: Entry, change: UpdateCommand['change'], now: number): Entry {
  const { expiresAt, flags: _, ...rest } = entry;
  const expiry = change.expiresAt === 'never' ? undefined : (change.expiresAt ?? expiresAt);
  return {
    ...rest,
    content: change.content ?? entry.content,
    metadata: change.metadata ?? entry.metadata,
    ...(change.externalId !== undefined && { externalId: change.externalId }),
    ...(expiry !== undefined && { expiresAt: expiry }),
    ...(change.occurredAt !== undefined && { occurredAt: change.occurredAt }),
    ...(change.source && { source: change.source }),
    ...changedFlags(entry.flags ?? [], change),
    // Strictly later, so that two changes within a millisecond can be told apart by `ifUpdatedAt`.
    updatedAt: Math.max(now, entry.updatedAt + 1),
  };
}

/** The flags of what was not changed, and those of what was. */
function changedFlags(before: readonly EntryFlag[], change: UpdateCommand['change']): EntryMarks {
  const isKept = ({ path }: EntryFlag): boolean => {
    if (path === undefined) return change.content === undefined;
    return path === '/externalId' ? change.externalId === undefined : change.metadata === undefined;
  };
  const flags = [...before.filter(isKept), ...(change.flags ?? [])];
  return flags.length === 0 ? {} : { flags };
}

/** What an entry counts as in the size of its namespace. */
export function entryBytes(entry: Pick<Entry, 'content' | 'metadata'>): number {
  return Buffer.byteLength(entry.content) + Buffer.byteLength(JSON.stringify(entry.metadata));
}
