import { type NamespaceSettings, searchTheSame } from '../../../memory/namespace-settings.ts';
import type { NamespaceState } from '../../../memory/store.ts';
import { toNamespace } from '../../rows/memory-rows.ts';
import type { Sql } from '../database.ts';
import { trimVersions } from './entry-versions.ts';
import { modelIdOf, namespaceColumns } from './memory-columns.ts';
import { newStamp } from './stamp.ts';

/** A namespace whose row this transaction has locked: nobody else changes the namespace until it ends. */
export interface LockedNamespace {
  state: NamespaceState;
  modelId: number;
}

export async function findNamespace(
  sql: Sql,
  tenantId: string,
  name: string,
): Promise<NamespaceState | undefined> {
  const row = await sql.get(
    `SELECT ${namespaceColumns} WHERE n.tenant_id = $1 AND n.name = $2`,
    tenantId,
    name,
  );
  return row && toNamespace(row);
}

/** The first statement of every transaction that changes a namespace, so that revisions become visible in their order. Undefined when it was dropped. */
export async function lockNamespace(sql: Sql, id: number): Promise<LockedNamespace | undefined> {
  const row = await sql.get(
    `SELECT s.model_id, ${namespaceColumns} WHERE s.namespace_id = $1 AND NOT s.dropped FOR UPDATE OF s`,
    id,
  );
  return row && { state: toNamespace(row), modelId: Number(row['model_id']) };
}

/** Finds or makes the namespace, and locks it. */
export async function lockOrCreateNamespace(
  sql: Sql,
  wanted: { tenantId: string; namespace: string; model: string; dims: number; now: number },
): Promise<LockedNamespace> {
  for (;;) {
    const row = await sql.get(
      'SELECT id FROM memory_namespaces WHERE tenant_id = $1 AND name = $2',
      wanted.tenantId,
      wanted.namespace,
    );
    const id = row ? Number(row['id']) : await createNamespace(sql, wanted);
    const locked = id === undefined ? undefined : await lockNamespace(sql, id);
    // Made or dropped by somebody else in between: look again.
    if (locked) return locked;
  }
}

async function createNamespace(
  sql: Sql,
  wanted: { tenantId: string; namespace: string; model: string; dims: number; now: number },
): Promise<number | undefined> {
  await ensureModel(sql, wanted.model, wanted.dims);
  const row = await sql.get(
    `WITH made AS (
       INSERT INTO memory_namespaces (tenant_id, name, created_at)
       SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM tenants WHERE id = $1 FOR KEY SHARE)
       ON CONFLICT (tenant_id, name) DO NOTHING RETURNING id)
     INSERT INTO memory_states (namespace_id, model_id, updated_at)
     SELECT id, ${modelIdOf('$4')}, $3 FROM made RETURNING namespace_id`,
    wanted.tenantId,
    wanted.namespace,
    wanted.now,
    wanted.model,
  );
  if (row) return Number(row['namespace_id']);
  const tenant = await sql.get('SELECT 1 FROM tenants WHERE id = $1', wanted.tenantId);
  if (!tenant) throw new Error('A namespace was to be made for a tenant that does not exist.');
  return undefined;
}

export async function ensureModel(sql: Sql, name: string, dims: number): Promise<void> {
  if (await sql.get('SELECT 1 FROM memory_models WHERE name = $1', name)) return;
  await sql.run(
    'INSERT INTO memory_models (name, dims) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    name,
    dims,
  );
}

/** The last step of every transaction that changes a namespace; gives it as it is afterwards. */
export async function advance(
  sql: Sql,
  { state }: LockedNamespace,
  by: { entries: number; bytes: number; now?: number },
): Promise<NamespaceState> {
  const stamp = newStamp();
  const row = await sql.get(
    `WITH moved AS (
       UPDATE memory_states SET revision = revision + 1, stamp = $2, entries = entries + $3, bytes = bytes + $4,
         updated_at = greatest(updated_at, $5) WHERE namespace_id = $1
       RETURNING namespace_id, revision, entries, bytes, updated_at),
     noted AS (
       INSERT INTO memory_revisions (namespace_id, revision, stamp, at)
       SELECT namespace_id, revision, $2, (extract(epoch FROM now()) * 1000)::bigint FROM moved)
     SELECT revision, entries, bytes, updated_at FROM moved`,
    state.id,
    stamp,
    by.entries,
    by.bytes,
    by.now ?? 0,
  );
  return {
    ...state,
    stamp,
    previousStamp: state.stamp,
    revision: Number(row!['revision']),
    entries: Number(row!['entries']),
    bytes: Number(row!['bytes']),
    updatedAt: Number(row!['updated_at']),
  };
}

/** Where other text is searched than before, the history starts over, so that every index is built again. */
export async function configureNamespace(
  sql: Sql,
  {
    tenantId,
    name,
    settings,
    now,
  }: { tenantId: string; name: string; settings: NamespaceSettings; now: number },
): Promise<NamespaceState | undefined> {
  const found = await findNamespace(sql, tenantId, name);
  const locked = found && (await lockNamespace(sql, found.id));
  if (!locked) return undefined;
  const after = await advance(sql, locked, { entries: 0, bytes: 0, now });
  const isSame = searchTheSame(locked.state.settings, settings);
  await sql.run(
    'UPDATE memory_states SET settings = $2, log_start = CASE WHEN $3 THEN log_start ELSE revision END WHERE namespace_id = $1',
    found.id,
    JSON.stringify(settings),
    isSame,
  );
  const kept = settings.history ?? 0;
  if (kept < (locked.state.settings.history ?? 0)) await trimVersions(sql, found.id, kept);
  return { ...after, settings };
}
