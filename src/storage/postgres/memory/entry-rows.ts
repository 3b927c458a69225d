import type { Entry } from '../../../memory/entry.ts';
import type { Embedding } from '../../../memory/store.ts';
import { entryBytes, marksText, rangesBlob, vectorsBlob, windowsBlob } from '../../rows/memory-rows.ts';
import type { Sql } from '../database.ts';
import { modelIdOf } from './memory-columns.ts';
import { ensureModel } from './namespace-rows.ts';

export type StoredEntry = Omit<Entry, 'namespace'>;

/** Columns of many entries, to be unnested in one statement. */
export function entryArrays(entries: readonly StoredEntry[]) {
  return [
    entries.map(({ id }) => id),
    entries.map(({ createdAt }) => createdAt),
    entries.map(({ updatedAt }) => updatedAt),
    entries.map(({ expiresAt }) => expiresAt ?? null),
    entries.map(({ occurredAt }) => occurredAt ?? null),
    entries.map(entryBytes),
    entries.map(({ externalId }) => externalId ?? null),
    entries.map(marksText),
    entries.map(({ metadata }) => JSON.stringify(metadata)),
    entries.map(({ content }) => content),
  ] as const;
}

/**
 * The vectors of entries as columns: ids, models, and the bytes of all of them as three long values with where each begins and ends; of no windows the length is NULL. An array of
 * bytes would be sent as hexadecimal text, twice as long and dear to read.
 */
export function vectorArrays(items: ReadonlyArray<{ id: string; embeddings: readonly Embedding[] }>) {
  const flat = items.flatMap(({ id, embeddings }) => embeddings.map((embedding) => ({ id, embedding })));
  const ranges = flat.map(({ embedding }) => rangesBlob(embedding));
  const vectors = flat.map(({ embedding }) => vectorsBlob(embedding));
  const windows = flat.map(({ embedding }) => windowsBlob(embedding));
  const codes = windows.map((blob) => blob ?? new Uint8Array(0));
  return [
    flat.map(({ id }) => id),
    flat.map(({ embedding }) => embedding.model),
    Buffer.concat(ranges),
    ranges.map(({ length }) => length),
    startsOf(ranges),
    Buffer.concat(vectors),
    vectors.map(({ length }) => length),
    startsOf(vectors),
    Buffer.concat(codes),
    windows.map((blob) => blob?.length ?? null),
    startsOf(codes),
  ] as const;
}

/** As Postgres counts: the first byte is 1. */
function startsOf(parts: readonly Uint8Array[]): number[] {
  let at = 1;
  return parts.map(({ length }) => {
    at += length;
    return at - length;
  });
}

/** What `vectorArrays` made, as rows again; `first` is the number of the first of its eleven parameters. */
export function vectorRows(first: number): string {
  const [
    ids,
    models,
    ranges,
    rangeLengths,
    rangeStarts,
    vectors,
    lengths,
    starts,
    windows,
    windowLengths,
    windowStarts,
  ] = Array.from({ length: 11 }, (_, i) => `$${first + i}`);
  return `(SELECT p.entry_id, ${modelIdOf('p.model')} AS model_id,
      substring(${ranges}::bytea FROM p.range_start FOR p.range_length) AS ranges,
      substring(${vectors}::bytea FROM p.start FOR p.length) AS vectors,
      substring(${windows}::bytea FROM p.window_start FOR p.window_length) AS windows
    FROM unnest(${ids}::text[], ${models}::text[], ${rangeLengths}::int[], ${rangeStarts}::int[], ${lengths}::int[], ${starts}::int[],
        ${windowLengths}::int[], ${windowStarts}::int[])
      AS p (entry_id, model, range_length, range_start, length, start, window_length, window_start))`;
}

/** Inserts or replaces entries of a locked namespace, without their vectors. */
export async function putEntries(
  sql: Sql,
  namespaceId: number,
  revision: number,
  entries: readonly StoredEntry[],
): Promise<void> {
  await sql.run(
    `INSERT INTO memory_entries (namespace_id, revision, id, created_at, updated_at, expires_at, occurred_at, bytes, external_id, marks, metadata, content)
     SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[], $9::text[], $10::text[], $11::text[], $12::text[])
     ON CONFLICT (namespace_id, id) DO UPDATE SET revision = excluded.revision, created_at = excluded.created_at,
       updated_at = excluded.updated_at, expires_at = excluded.expires_at, occurred_at = excluded.occurred_at, bytes = excluded.bytes,
       external_id = excluded.external_id, marks = excluded.marks, metadata = excluded.metadata, content = excluded.content`,
    namespaceId,
    revision,
    ...entryArrays(entries),
  );
}

export async function putVectors(
  sql: Sql,
  namespaceId: number,
  items: ReadonlyArray<{ id: string; embeddings: readonly Embedding[] }>,
): Promise<void> {
  const models = new Map(
    items.flatMap(({ embeddings }) =>
      embeddings.map(({ model, vectors }) => [model, vectors[0]?.length ?? 0]),
    ),
  );
  for (const [model, dims] of models) await ensureModel(sql, model, dims);
  await sql.run(
    `INSERT INTO memory_vectors (namespace_id, entry_id, model_id, ranges, vectors, windows)
     SELECT $1, v.entry_id, v.model_id, v.ranges, v.vectors, v.windows FROM ${vectorRows(2)} v
     ON CONFLICT (namespace_id, entry_id, model_id) DO UPDATE SET ranges = excluded.ranges, vectors = excluded.vectors,
       windows = excluded.windows`,
    namespaceId,
    ...vectorArrays(items),
  );
}

export async function removeVectors(sql: Sql, namespaceId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.run(
    'DELETE FROM memory_vectors WHERE namespace_id = $1 AND entry_id = ANY($2)',
    namespaceId,
    ids,
  );
}

/** Removes entries of a locked namespace, and notes for indexes that they are gone as of a revision. */
export async function removeEntries(
  sql: Sql,
  namespaceId: number,
  revision: number,
  ids: readonly string[],
): Promise<{ ids: string[]; bytes: number }> {
  const rows = await sql.all(
    `WITH gone AS (
       DELETE FROM memory_entries WHERE namespace_id = $1 AND id = ANY($2) RETURNING id, bytes),
     unembedded AS (
       DELETE FROM memory_vectors WHERE namespace_id = $1 AND entry_id = ANY($2)),
     unversioned AS (
       DELETE FROM memory_versions WHERE namespace_id = $1 AND entry_id = ANY($2)),
     noted AS (
       INSERT INTO memory_deletions (namespace_id, id, revision) SELECT $1, id, $3 FROM gone
       ON CONFLICT (namespace_id, id) DO UPDATE SET revision = excluded.revision)
     SELECT id, bytes FROM gone`,
    namespaceId,
    ids,
    revision,
  );
  return {
    ids: rows.map((row) => String(row['id'])),
    bytes: rows.reduce((sum, row) => sum + Number(row['bytes']), 0),
  };
}
