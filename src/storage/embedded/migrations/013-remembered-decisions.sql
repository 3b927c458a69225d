-- The repository that a decision is about, and the call that decided about several findings at once.
ALTER TABLE finding_triage ADD COLUMN repo_url TEXT;
ALTER TABLE finding_triage ADD COLUMN batch_id TEXT;

CREATE INDEX finding_triage_by_repository ON finding_triage (tenant_id, repo_url);

CREATE TABLE triage_batches (
  id         TEXT PRIMARY KEY,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  -- For each finding what had been decided before, as JSON.
  replaced   TEXT NOT NULL,
  undone_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX triage_batches_by_age ON triage_batches (created_at);
CREATE INDEX triage_batches_by_tenant ON triage_batches (tenant_id);

-- What was decided and found before this version is remembered as well.
INSERT INTO jobs (id, kind, tenant_id, key_id, payload, state, created_at, run_at)
  SELECT 'job_decisions-' || tenant_id, 'remember', tenant_id, 'service',
         json_object('findingIds', json_group_array(finding_id)), 'ready', 0, 0
  FROM finding_triage GROUP BY tenant_id;

INSERT INTO jobs (id, kind, tenant_id, key_id, payload, state, created_at, run_at)
  SELECT 'job_findings-' || max(id), 'remember', tenant_id, 'service', json_object('repoUrl', repo_url), 'ready', 0, 0
  FROM scans WHERE status = 'completed' GROUP BY tenant_id, repo_url;
