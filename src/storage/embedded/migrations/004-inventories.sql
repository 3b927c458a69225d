-- The packages of a scan as compressed JSON, apart from its result: lists of scans must not read them.
CREATE TABLE inventories (
  scan_id TEXT PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
  body    BLOB NOT NULL
) STRICT, WITHOUT ROWID;
