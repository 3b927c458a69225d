/**
 * Everything that is stored, as both databases can give and take it. In an order in which each table only refers to those before it. What can be
 * made again is left out: snapshots of indexes, and the log of deletions, which begins anew with the copy.
 */
export interface Table {
  name: string;
  columns: readonly string[];
}

export const tables: readonly Table[] = [
  { name: 'tenants', columns: ['id', 'name', 'created_at'] },
  {
    name: 'keys',
    columns: [
      'id',
      'tenant_id',
      'name',
      'secret_hash',
      'scopes',
      'namespaces',
      'plan',
      'origin',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_at',
      'replaced_by',
    ],
  },
  { name: 'audit', columns: ['id', 'tenant_id', 'at', 'actor', 'action', 'subject', 'details'] },
  { name: 'receipts', columns: ['id', 'tenant_id', 'body_hash', 'data', 'expires_at'] },
  {
    name: 'jobs',
    columns: [
      'id',
      'kind',
      'tenant_id',
      'key_id',
      'payload',
      'state',
      'created_at',
      'run_at',
      'expires_at',
      'attempt',
      'token',
      'leased_by',
      'lease_until',
      'started_at',
    ],
  },
  { name: 'job_turns', columns: ['kind', 'tenant_id', 'turn'] },
  {
    name: 'scans',
    columns: [
      'id',
      'tenant_id',
      'key_id',
      'job_id',
      'repo_url',
      'branch',
      'request',
      'labels',
      'created_at',
      'status',
      'started_at',
      'finished_at',
      'attempt',
      'commit_id',
      'error',
      'error_code',
      'result',
      'stored_bytes',
    ],
  },
  { name: 'scan_starts', columns: ['tenant_id', 'at', 'scan_id'] },
  { name: 'findings', columns: ['scan_id', 'position', 'tenant_id', 'suppressed', 'ids', 'body'] },
  { name: 'inventories', columns: ['scan_id', 'body'] },
  {
    name: 'finding_triage',
    columns: ['tenant_id', 'finding_id', 'status', 'reason', 'expires_at', 'updated_at', 'updated_by'],
  },
  {
    name: 'scan_credentials',
    columns: ['id', 'tenant_id', 'host', 'name', 'username', 'sealed', 'created_at', 'last_used_at'],
  },
  { name: 'webhook_secrets', columns: ['id', 'tenant_id', 'sealed', 'created_at', 'expires_at'] },
  { name: 'memory_models', columns: ['id', 'name', 'dims'] },
  { name: 'memory_model_choice', columns: ['configured', 'wanted', 'previous'] },
  {
    name: 'memory_namespaces',
    columns: [
      'id',
      'tenant_id',
      'name',
      'model_id',
      'revision',
      'entries',
      'bytes',
      'created_at',
      'updated_at',
    ],
  },
  {
    name: 'memory_entries',
    columns: [
      'namespace_id',
      'id',
      'revision',
      'created_at',
      'updated_at',
      'expires_at',
      'bytes',
      'external_id',
      'metadata',
      'content',
    ],
  },
  { name: 'memory_vectors', columns: ['namespace_id', 'entry_id', 'model_id', 'ranges', 'vectors'] },
];
