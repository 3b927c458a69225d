-- What entries were before they were changed, where their namespace keeps that; counted from 1 for each entry.
CREATE TABLE memory_versions (
  entry       INTEGER NOT NULL REFERENCES memory_entries (row) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  replaced_at INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  expires_at  INTEGER,
  occurred_at INTEGER,
  external_id TEXT,
  metadata    TEXT NOT NULL,
  content     TEXT NOT NULL,
  UNIQUE (entry, number)
) STRICT;
