/** What is read of a namespace and of an entry; `rows/memory-rows.ts` turns it into values. */

export const namespaceColumns = `n.id, n.tenant_id, n.name, m.name AS model, m.dims, s.revision, s.stamp, s.entries, s.bytes, n.created_at, s.updated_at, s.settings
  FROM memory_namespaces n JOIN memory_states s ON s.namespace_id = n.id JOIN memory_models m ON m.id = s.model_id`;

export const entryColumns = `e.id, n.name AS namespace, e.content, e.metadata, e.external_id, e.created_at, e.updated_at,
  e.expires_at, e.occurred_at, e.marks, e.namespace_id, e.bytes FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id`;

/** The id of a model by its name, as a value inside of a statement; NULL where there is none. */
export const modelIdOf = (parameter: string): string =>
  `(SELECT id FROM memory_models WHERE name = ${parameter})`;
