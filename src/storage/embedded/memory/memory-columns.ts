/** What is read of a namespace and of an entry; `rows/memory-rows.ts` turns it into values. */

export const namespaceColumns = `n.id, n.tenant_id, n.name, m.name AS model, m.dims, n.revision, n.entries, n.bytes, n.created_at, n.updated_at, n.settings
  FROM memory_namespaces n JOIN memory_models m ON m.id = n.model_id`;

const entryFields = `e.id, n.name AS namespace, e.content, e.metadata, e.external_id, e.created_at, e.updated_at,
  e.expires_at, e.occurred_at, e.marks, e.namespace_id`;

export const entryColumns = `${entryFields} FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id`;
