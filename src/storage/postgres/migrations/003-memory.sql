-- Semantic memory. Every large table is keyed by namespace_id first, and the directory of names is apart from the state that
-- every write changes: so the tables can be distributed over several servers as they are (see ../citus.sql).

CREATE TABLE memory_models (
  id   int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  dims int NOT NULL
);

-- The directory. The name is NULL from the moment a namespace is deleted until its last row is gone.
CREATE TABLE memory_namespaces (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id  text COLLATE "C" NOT NULL,
  name       text COLLATE "C",
  created_at bigint NOT NULL,
  UNIQUE (tenant_id, name)
);

CREATE INDEX memory_namespaces_dropped ON memory_namespaces (id) WHERE name IS NULL;

-- The row that every write locks first. revision counts the transactions that changed the namespace; memory_deletions is
-- complete for revisions after log_start. stamp is random and belongs to the revision: a database that was restored or that lost
-- commits in a failover counts on from an older number, and only the stamp tells the two histories apart.
CREATE TABLE memory_states (
  namespace_id bigint PRIMARY KEY,
  model_id     int NOT NULL,
  revision     bigint NOT NULL DEFAULT 0,
  stamp        bigint NOT NULL DEFAULT 0,
  log_start    bigint NOT NULL DEFAULT 0,
  dropped      boolean NOT NULL DEFAULT false,
  entries      bigint NOT NULL DEFAULT 0,
  bytes        bigint NOT NULL DEFAULT 0,
  updated_at   bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE memory_revisions (
  namespace_id bigint NOT NULL,
  revision     bigint NOT NULL,
  stamp        bigint NOT NULL,
  at           bigint NOT NULL,
  PRIMARY KEY (namespace_id, revision)
);

-- Rows come in the order of time, so that the small index is enough to find those that are old.
CREATE INDEX memory_revisions_by_time ON memory_revisions USING brin (at);

CREATE TABLE memory_entries (
  namespace_id bigint NOT NULL,
  id           text COLLATE "C" NOT NULL,
  revision     bigint NOT NULL,
  created_at   bigint NOT NULL,
  updated_at   bigint NOT NULL,
  expires_at   bigint,
  bytes        int NOT NULL,
  external_id  text COLLATE "C",
  -- JSON as text: jsonb reorders keys, changes numbers and refuses U+0000.
  metadata     text NOT NULL,
  content      text NOT NULL,
  PRIMARY KEY (namespace_id, id)
);

CREATE INDEX memory_entries_by_id ON memory_entries (id);
CREATE INDEX memory_entries_by_revision ON memory_entries (namespace_id, revision);
CREATE INDEX memory_entries_by_expiry ON memory_entries (expires_at) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX memory_entries_by_external_id
  ON memory_entries (namespace_id, external_id) WHERE external_id IS NOT NULL;

-- No foreign key to the entries: it would cost a third of the server's time for every entry written. Whoever removes an entry holds the lock of
-- its namespace and removes its vectors with it; "lorekeep verify" looks for orphans.
-- All passages of an entry under one model: ranges are pairs of 32-bit positions, vectors are 32-bit floats, one after the other.
CREATE TABLE memory_vectors (
  namespace_id bigint NOT NULL,
  entry_id     text COLLATE "C" NOT NULL,
  model_id     int NOT NULL,
  ranges       bytea NOT NULL,
  vectors      bytea NOT NULL,
  PRIMARY KEY (namespace_id, entry_id, model_id)
);

-- Floats do not compress.
ALTER TABLE memory_vectors ALTER vectors SET STORAGE EXTERNAL;

CREATE TABLE memory_deletions (
  namespace_id bigint NOT NULL,
  id           text COLLATE "C" NOT NULL,
  revision     bigint NOT NULL,
  PRIMARY KEY (namespace_id, id)
);

CREATE INDEX memory_deletions_by_revision ON memory_deletions (namespace_id, revision);

-- Snapshots of indexes, shared by all nodes: the names of their parts in order, and the parts in chunks of a few megabytes. Until a
-- snapshot is known to be whole its revision is 0, and then the log of deletions is not cut at all.
CREATE TABLE memory_snapshots (
  namespace_id bigint NOT NULL,
  name         text COLLATE "C" NOT NULL,
  parts        text NOT NULL,
  revision     bigint NOT NULL DEFAULT 0,
  stamp        bigint NOT NULL DEFAULT 0,
  saved_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, name)
);

CREATE TABLE memory_snapshot_parts (
  namespace_id bigint NOT NULL,
  name         text COLLATE "C" NOT NULL,
  part         text COLLATE "C" NOT NULL,
  chunk        int NOT NULL,
  body         bytea NOT NULL,
  PRIMARY KEY (namespace_id, name, part, chunk)
);

ALTER TABLE memory_snapshot_parts ALTER body SET STORAGE EXTERNAL;

-- One row: the model that the operator configured when it was last decided, the one that is wanted, and the one before it.
CREATE TABLE memory_model_choice (
  only_one   int PRIMARY KEY CHECK (only_one = 1),
  configured text NOT NULL,
  wanted     text NOT NULL,
  previous   text
);
