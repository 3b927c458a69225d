-- What lists of findings show, one short row for each: derived from the compressed findings of a completed scan, which never change.
CREATE TABLE finding_rows (
  scan_id    TEXT NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  -- The position in the list of severities: 0 is critical.
  severity   INTEGER NOT NULL,
  ordinal    INTEGER NOT NULL,
  finding_id TEXT NOT NULL,
  rule_id    TEXT NOT NULL,
  title      TEXT NOT NULL,
  confidence TEXT NOT NULL,
  category   TEXT NOT NULL,
  engine     TEXT NOT NULL,
  file       TEXT NOT NULL,
  line       INTEGER NOT NULL,
  status     TEXT NOT NULL,
  -- 1 data flow, 2 mechanical fix, 4 new against the baseline, 8 unchanged.
  flags      INTEGER NOT NULL,
  PRIMARY KEY (scan_id, severity, ordinal)
) STRICT, WITHOUT ROWID;

-- What the rows above take; NULL while they are not complete.
ALTER TABLE scans ADD COLUMN list_bytes INTEGER;

CREATE INDEX scans_completed ON scans (tenant_id, repo_url, id) WHERE status = 'completed';
