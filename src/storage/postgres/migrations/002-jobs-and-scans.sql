-- Jobs stay here until a worker has finished them; a finished job is deleted.
CREATE TABLE jobs (
  id          text COLLATE "C" PRIMARY KEY,
  kind        text COLLATE "C" NOT NULL,
  tenant_id   text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key_id      text COLLATE "C" NOT NULL,
  payload     text NOT NULL,
  state       text NOT NULL CHECK (state IN ('ready', 'leased')),
  -- Times of jobs are those of the database's clock, whatever the clocks of the nodes say.
  created_at  bigint NOT NULL,
  run_at      bigint NOT NULL,
  expires_at  bigint,
  attempt     int NOT NULL DEFAULT 0,
  -- Rises with every lease and every recovery; whoever holds an older one may change nothing.
  token       bigint NOT NULL DEFAULT 0,
  leased_by   text COLLATE "C",
  lease_until bigint,
  started_at  bigint
) WITH (fillfactor = 70);

CREATE INDEX jobs_by_turn ON jobs (kind, state, tenant_id, key_id, run_at, id);
CREATE INDEX jobs_by_lease ON jobs (lease_until) WHERE state = 'leased';
CREATE INDEX jobs_by_expiry ON jobs (kind, expires_at) WHERE state = 'ready' AND expires_at IS NOT NULL;

-- Which tenant was served last, so that one with a thousand jobs waiting does not keep the others waiting.
CREATE TABLE job_turns (
  kind      text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  turn      bigint NOT NULL,
  PRIMARY KEY (kind, tenant_id)
);

-- An unfinished scan has no status of its own: it is pending or running as its job is. So the two cannot contradict each other.
CREATE TABLE scans (
  id           text COLLATE "C" PRIMARY KEY,
  tenant_id    text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key_id       text COLLATE "C" NOT NULL,
  job_id       text COLLATE "C" NOT NULL,
  repo_url     text COLLATE "C" NOT NULL,
  branch       text COLLATE "C",
  -- The request as it was accepted, without secrets: what a worker needs to run the scan.
  request      text NOT NULL,
  labels       text NOT NULL DEFAULT '{}',
  created_at   bigint NOT NULL,
  status       text CHECK (status IN ('completed', 'failed')),
  started_at   bigint,
  finished_at  bigint,
  attempt      int NOT NULL DEFAULT 0,
  commit_id    text,
  error        text,
  error_code   text,
  -- Everything of the result but the findings, as JSON.
  result       text,
  stored_bytes bigint NOT NULL DEFAULT 0
);

CREATE INDEX scans_by_tenant ON scans (tenant_id, id);
CREATE INDEX scans_by_repository ON scans (tenant_id, repo_url, id);
CREATE INDEX scans_by_job ON scans (job_id);
CREATE INDEX scans_by_age ON scans (finished_at) WHERE finished_at IS NOT NULL;

-- Every start of a scan within the last day. The scan itself may be deleted before the day is over; it was started all the same.
CREATE TABLE scan_starts (
  tenant_id text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  at        bigint NOT NULL,
  scan_id   text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, at, scan_id)
);

-- A row holds up to a hundred findings, compressed; the ids are stored apart so that they can be searched without the body.
CREATE TABLE findings (
  scan_id    text COLLATE "C" NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  position   int NOT NULL,
  tenant_id  text COLLATE "C" NOT NULL,
  suppressed int NOT NULL CHECK (suppressed IN (0, 1)),
  ids        text NOT NULL,
  body       bytea NOT NULL,
  PRIMARY KEY (scan_id, position)
);

ALTER TABLE findings ALTER body SET STORAGE EXTERNAL;
CREATE INDEX findings_by_tenant ON findings (tenant_id, scan_id);

-- The packages of a scan as compressed JSON, apart from its result: lists of scans must not read them.
CREATE TABLE inventories (
  scan_id text COLLATE "C" PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
  body    bytea NOT NULL
);

ALTER TABLE inventories ALTER body SET STORAGE EXTERNAL;

-- What people decided about a finding; it outlives the scans that saw the finding.
CREATE TABLE finding_triage (
  tenant_id  text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  finding_id text COLLATE "C" NOT NULL,
  status     text NOT NULL CHECK (status IN ('false_positive', 'accepted_risk')),
  reason     text NOT NULL,
  expires_at bigint,
  updated_at bigint NOT NULL,
  updated_by text NOT NULL,
  PRIMARY KEY (tenant_id, finding_id)
);

-- Secrets are sealed with the secret key that all nodes share; the tables alone are of no use to a thief.
CREATE TABLE scan_credentials (
  id           text COLLATE "C" PRIMARY KEY,
  tenant_id    text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  host         text NOT NULL,
  name         text NOT NULL,
  username     text NOT NULL,
  sealed       bytea NOT NULL,
  created_at   bigint NOT NULL,
  last_used_at bigint
);

CREATE INDEX scan_credentials_by_tenant ON scan_credentials (tenant_id, id);

CREATE TABLE webhook_secrets (
  id         text COLLATE "C" PRIMARY KEY,
  tenant_id  text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  sealed     bytea NOT NULL,
  created_at bigint NOT NULL,
  -- Set when a newer secret took over; until then both sign, so that receivers can change at leisure.
  expires_at bigint
);

CREATE INDEX webhook_secrets_by_tenant ON webhook_secrets (tenant_id, id);
