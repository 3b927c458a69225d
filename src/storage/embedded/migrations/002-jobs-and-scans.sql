-- Jobs stay here until a worker has finished them; a finished job is deleted.
CREATE TABLE jobs (
  id          TEXT PRIMARY KEY,
  kind        TEXT NOT NULL,
  tenant_id   TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key_id      TEXT NOT NULL,
  payload     TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('ready', 'leased')),
  created_at  INTEGER NOT NULL,
  run_at      INTEGER NOT NULL,
  expires_at  INTEGER,
  attempt     INTEGER NOT NULL DEFAULT 0,
  -- Rises with every lease and every recovery; whoever holds an older one may change nothing.
  token       INTEGER NOT NULL DEFAULT 0,
  leased_by   TEXT,
  lease_until INTEGER,
  started_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_by_turn ON jobs (kind, state, tenant_id, key_id, run_at, id);
CREATE INDEX jobs_by_lease ON jobs (lease_until) WHERE state = 'leased';
CREATE INDEX jobs_by_expiry ON jobs (kind, expires_at) WHERE state = 'ready' AND expires_at IS NOT NULL;

-- Which tenant was served last, so that one with a thousand jobs waiting does not keep the others waiting.
CREATE TABLE job_turns (
  kind      TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  turn      INTEGER NOT NULL,
  PRIMARY KEY (kind, tenant_id)
) STRICT, WITHOUT ROWID;

-- An unfinished scan has no status of its own: it is pending or running as its job is. So the two cannot contradict each other.
CREATE TABLE scans (
  id           TEXT PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key_id       TEXT NOT NULL,
  job_id       TEXT NOT NULL,
  repo_url     TEXT NOT NULL,
  branch       TEXT,
  -- The request as it was accepted, without secrets: what a worker needs to run the scan.
  request      TEXT NOT NULL,
  labels       TEXT NOT NULL DEFAULT '{}',
  created_at   INTEGER NOT NULL,
  status       TEXT CHECK (status IN ('completed', 'failed')),
  started_at   INTEGER,
  finished_at  INTEGER,
  attempt      INTEGER NOT NULL DEFAULT 0,
  commit_id    TEXT,
  error        TEXT,
  error_code   TEXT,
  -- Everything of the result but the findings, as JSON.
  result       TEXT,
  stored_bytes INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX scans_by_tenant ON scans (tenant_id, id);
CREATE INDEX scans_by_day ON scans (tenant_id, created_at);
CREATE INDEX scans_by_repository ON scans (tenant_id, repo_url, id);
CREATE INDEX scans_by_job ON scans (job_id);
CREATE INDEX scans_by_age ON scans (finished_at) WHERE finished_at IS NOT NULL;

-- A row holds up to a hundred findings, compressed; the ids stand before the body so that they can be searched without it.
CREATE TABLE findings (
  scan_id    TEXT NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  tenant_id  TEXT NOT NULL,
  suppressed INTEGER NOT NULL CHECK (suppressed IN (0, 1)),
  ids        TEXT NOT NULL,
  body       BLOB NOT NULL,
  PRIMARY KEY (scan_id, position)
) STRICT;

CREATE INDEX findings_by_tenant ON findings (tenant_id, scan_id);

-- What people decided about a finding; it outlives the scans that saw the finding.
CREATE TABLE finding_triage (
  tenant_id  TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  finding_id TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('false_positive', 'accepted_risk')),
  reason     TEXT NOT NULL,
  expires_at INTEGER,
  updated_at INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  PRIMARY KEY (tenant_id, finding_id)
) STRICT, WITHOUT ROWID;

-- Secrets are sealed with the key file of the data folder; the tables alone are of no use to a thief.
CREATE TABLE scan_credentials (
  id           TEXT PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  host         TEXT NOT NULL,
  name         TEXT NOT NULL,
  username     TEXT NOT NULL,
  sealed       BLOB NOT NULL,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX scan_credentials_by_tenant ON scan_credentials (tenant_id, id);

CREATE TABLE webhook_secrets (
  id         TEXT PRIMARY KEY,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  sealed     BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  -- Set when a newer secret took over; until then both sign, so that receivers can change at leisure.
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_secrets_by_tenant ON webhook_secrets (tenant_id, id);
