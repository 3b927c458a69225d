-- Semantic memory: namespaces, their entries, the vectors of each entry, and what was deleted lately.

CREATE TABLE memory_models (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dims INTEGER NOT NULL
) STRICT;

-- The name is NULL from the moment a namespace is deleted until its last row is gone.
-- revision counts the transactions that changed it; memory_deletions is complete for revisions after log_start.
-- snapshot is the mark of the index snapshot that was made of these very rows: one that does not carry it is from another life,
-- such as before a backup was restored.
CREATE TABLE memory_namespaces (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name       TEXT,
  model_id   INTEGER NOT NULL REFERENCES memory_models (id),
  revision   INTEGER NOT NULL,
  log_start  INTEGER NOT NULL,
  snapshot   TEXT,
  entries    INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name)
) STRICT;

CREATE TABLE memory_entries (
  row          INTEGER PRIMARY KEY,
  namespace_id INTEGER NOT NULL REFERENCES memory_namespaces (id) ON DELETE CASCADE,
  revision     INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  bytes        INTEGER NOT NULL,
  id           TEXT NOT NULL,
  external_id  TEXT,
  metadata     TEXT NOT NULL,
  content      TEXT NOT NULL,
  UNIQUE (namespace_id, id)
) STRICT;

CREATE INDEX memory_entries_by_id ON memory_entries (id);
CREATE INDEX memory_entries_by_revision ON memory_entries (namespace_id, revision);
CREATE INDEX memory_entries_by_expiry ON memory_entries (expires_at) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX memory_entries_by_external_id
  ON memory_entries (namespace_id, external_id) WHERE external_id IS NOT NULL;

-- All passages of an entry under one model: ranges are pairs of 32-bit positions, vectors are 32-bit floats, one after the other.
-- A table with a rowid: rows of this size would spill out of the pages of an index-organised one.
CREATE TABLE memory_vectors (
  entry    INTEGER NOT NULL REFERENCES memory_entries (row) ON DELETE CASCADE,
  model_id INTEGER NOT NULL REFERENCES memory_models (id),
  ranges   BLOB NOT NULL,
  vectors  BLOB NOT NULL,
  UNIQUE (entry, model_id)
) STRICT;

CREATE TABLE memory_deletions (
  namespace_id INTEGER NOT NULL REFERENCES memory_namespaces (id) ON DELETE CASCADE,
  id           TEXT NOT NULL,
  revision     INTEGER NOT NULL,
  PRIMARY KEY (namespace_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_deletions_by_revision ON memory_deletions (namespace_id, revision);

-- One row: the model that the operator configured when it was last decided, the one that is wanted, and the one before it.
CREATE TABLE memory_model_choice (
  only       INTEGER PRIMARY KEY CHECK (only = 1),
  configured TEXT NOT NULL,
  wanted     TEXT NOT NULL,
  previous   TEXT
) STRICT;
