import type { NamespaceState, WriteCommand, WriteOutcome } from '../../../memory/store.ts';
import { entryBytes, toNamespace } from '../../rows/memory-rows.ts';
import type { Row } from '../../rows/row.ts';
import type { Sql } from '../database.ts';
import { entryArrays, vectorArrays, vectorRows } from './entry-rows.ts';
import { newStamp } from './stamp.ts';

/** Whether a write can only add: then nothing has to be looked up before. */
export function onlyAdds({ entries }: WriteCommand): boolean {
  return entries.every(({ externalId, keepId }) => externalId === undefined && keepId === undefined);
}

/**
 * Adds the entries of several writes to one namespace in one statement, each write as a revision of its own. Gives undefined where the
 * namespace is not there, or has another model, or a model of the vectors is unknown: then nothing was written.
 */
export async function addEntries(
  sql: Sql,
  commands: readonly WriteCommand[],
): Promise<WriteOutcome[] | undefined> {
  const [first] = commands as [WriteCommand];
  const stamps = commands.map(newStamp);
  const entries = commands.flatMap((command) => command.entries);
  const row = await sql.get(
    addition,
    first.tenantId,
    first.namespace,
    first.model,
    commands.length,
    stamps.at(-1)!,
    entries.length,
    entries.reduce((sum, entry) => sum + entryBytes(entry), 0),
    Math.max(...commands.map(({ now }) => now)),
    stamps,
    commands.flatMap((command, i) => command.entries.map(() => i + 1)),
    ...entryArrays(entries),
    ...vectorArrays(entries),
  );
  return row && outcomesOf(row, commands, stamps);
}

/** The state of the namespace after each of the writes, as if they had come one after the other. */
function outcomesOf(row: Row, commands: readonly WriteCommand[], stamps: readonly number[]): WriteOutcome[] {
  const last = toNamespace(row);
  let { revision } = { revision: last.revision - commands.length };
  let previousStamp = Number(row['before']);
  let entries = last.entries - commands.reduce((sum, command) => sum + command.entries.length, 0);
  let bytes = last.bytes - sizeOf(commands.flatMap((command) => command.entries));
  return commands.map((command, i) => {
    revision += 1;
    entries += command.entries.length;
    bytes += sizeOf(command.entries);
    const namespace: NamespaceState = { ...last, revision, stamp: stamps[i]!, previousStamp, entries, bytes };
    previousStamp = stamps[i]!;
    const written = command.entries.map(({ id, createdAt }) => ({ id, createdAt, replaced: false }));
    return { outcome: 'written', namespace, written };
  });
}

function sizeOf(entries: WriteCommand['entries']): number {
  return entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
}

// The row of the state is locked first; what follows sees it as it is then, and finds nothing where it was dropped or has another model.
// A model that is unknown is NULL, which the column refuses.
const addition = `
  WITH locked AS (
    SELECT s.namespace_id, s.stamp AS before, n.tenant_id, n.name, n.created_at, m.name AS model, m.dims, s.settings
    FROM memory_namespaces n JOIN memory_states s ON s.namespace_id = n.id JOIN memory_models m ON m.id = s.model_id
    WHERE n.tenant_id = $1 AND n.name = $2 AND m.name = $3 AND NOT s.dropped FOR UPDATE OF s),
  moved AS (
    UPDATE memory_states s SET revision = s.revision + $4::int, stamp = $5, entries = s.entries + $6::int,
      bytes = s.bytes + $7::bigint, updated_at = greatest(s.updated_at, $8)
    FROM locked WHERE s.namespace_id = locked.namespace_id
    RETURNING s.namespace_id, s.revision, s.stamp, s.entries, s.bytes, s.updated_at),
  noted AS (
    INSERT INTO memory_revisions (namespace_id, revision, stamp, at)
    SELECT moved.namespace_id, moved.revision - $4::int + r.unit, r.stamp, (extract(epoch FROM now()) * 1000)::bigint
    FROM moved, unnest($9::bigint[]) WITH ORDINALITY AS r (stamp, unit)),
  added AS (
    INSERT INTO memory_entries
      (namespace_id, revision, id, created_at, updated_at, expires_at, occurred_at, bytes, external_id, marks, metadata, content)
    SELECT moved.namespace_id, moved.revision - $4::int + e.unit, e.id, e.created_at, e.updated_at, e.expires_at, e.occurred_at, e.bytes,
      e.external_id, e.marks, e.metadata, e.content
    FROM moved, unnest($10::int[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::int[], $17::text[], $18::text[], $19::text[],
        $20::text[])
      AS e (unit, id, created_at, updated_at, expires_at, occurred_at, bytes, external_id, marks, metadata, content)),
  embedded AS (
    INSERT INTO memory_vectors (namespace_id, entry_id, model_id, ranges, vectors, windows)
    SELECT moved.namespace_id, v.entry_id, v.model_id, v.ranges, v.vectors, v.windows FROM moved, ${vectorRows(21)} v)
  SELECT moved.namespace_id AS id, locked.tenant_id, locked.name, locked.model, locked.dims, locked.created_at, locked.before, locked.settings,
    moved.revision, moved.stamp, moved.entries, moved.bytes, moved.updated_at
  FROM moved JOIN locked USING (namespace_id)`;
