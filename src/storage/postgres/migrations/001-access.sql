-- Who may call: tenants, their keys, what was done with keys, and the receipts of idempotent requests.
-- COLLATE "C" wherever ids and names are compared: lists and cursors have the byte order of the embedded database, on every
-- machine and after every update of its locales.

CREATE TABLE tenants (
  id         text COLLATE "C" PRIMARY KEY,
  name       text COLLATE "C" NOT NULL UNIQUE,
  created_at bigint NOT NULL
);

CREATE TABLE keys (
  id           text COLLATE "C" PRIMARY KEY,
  tenant_id    text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name         text NOT NULL,
  secret_hash  bytea NOT NULL,
  scopes       text NOT NULL,
  namespaces   text,
  plan         text NOT NULL,
  origin       text NOT NULL CHECK (origin IN ('issued', 'generated')),
  created_at   bigint NOT NULL,
  expires_at   bigint,
  revoked_at   bigint,
  last_used_at bigint,
  replaced_by  text COLLATE "C"
);

CREATE INDEX keys_by_tenant ON keys (tenant_id, id);

-- No reference to tenants: what happened stays on record when the tenant is gone.
CREATE TABLE audit (
  id         text COLLATE "C" PRIMARY KEY,
  tenant_id  text COLLATE "C" NOT NULL,
  at         bigint NOT NULL,
  actor      text NOT NULL,
  action     text NOT NULL,
  subject    text NOT NULL,
  details    text NOT NULL
);

CREATE INDEX audit_by_tenant ON audit (tenant_id, id);
CREATE INDEX audit_by_time ON audit (at);

-- The primary key decides which of two nodes carries out a repeated request.
CREATE TABLE receipts (
  id         text COLLATE "C" PRIMARY KEY,
  tenant_id  text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  body_hash  text NOT NULL,
  data       text NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX receipts_by_expiry ON receipts (expires_at);
CREATE INDEX receipts_by_tenant ON receipts (tenant_id);

-- One row about all nodes together. The epoch rises with every change that nodes remember: keys, tenants, the choice of model.
CREATE TABLE cluster (
  only_one               int PRIMARY KEY DEFAULT 1 CHECK (only_one = 1),
  epoch                  bigint NOT NULL DEFAULT 0,
  secret_key_fingerprint bytea,
  -- The oldest schema whose nodes may still run on this database.
  oldest_reader          int NOT NULL DEFAULT 1
);

INSERT INTO cluster DEFAULT VALUES;

-- Times are those of the database's clock, so that nodes whose clocks differ agree on who is alive.
CREATE TABLE nodes (
  id         text COLLATE "C" PRIMARY KEY,
  url        text,
  version    text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  seen_epoch bigint NOT NULL,
  draining   boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- Rate limits that all nodes share. Unlogged: after a crash of the database every limit begins full, which harms nobody.
CREATE UNLOGGED TABLE allowances (
  subject text COLLATE "C" PRIMARY KEY,
  tokens  double precision NOT NULL,
  -- What the last lease got.
  granted double precision NOT NULL,
  at      timestamptz NOT NULL
) WITH (fillfactor = 50);
