-- Who may call: tenants, their keys, what was done with keys, and the receipts of idempotent requests.

CREATE TABLE tenants (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  id           TEXT PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  secret_hash  BLOB NOT NULL,
  scopes       TEXT NOT NULL,
  namespaces   TEXT,
  plan         TEXT NOT NULL,
  origin       TEXT NOT NULL CHECK (origin IN ('issued', 'generated')),
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER,
  replaced_by  TEXT
) STRICT;

CREATE INDEX keys_by_tenant ON keys (tenant_id, id);

-- No reference to tenants: what happened stays on record when the tenant is gone.
CREATE TABLE audit (
  id         TEXT PRIMARY KEY,
  tenant_id  TEXT NOT NULL,
  at         INTEGER NOT NULL,
  actor      TEXT NOT NULL,
  action     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  details    TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_tenant ON audit (tenant_id, id);

CREATE TABLE receipts (
  id         TEXT PRIMARY KEY,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  body_hash  TEXT NOT NULL,
  data       TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX receipts_by_expiry ON receipts (expires_at);
