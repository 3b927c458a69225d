-- What lists of findings show, one short row for each: derived from the compressed findings of a completed scan, which never change.
CREATE TABLE finding_rows (
  scan_id    text COLLATE "C" NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  -- The position in the list of severities: 0 is critical.
  severity   int NOT NULL,
  ordinal    int NOT NULL,
  finding_id text COLLATE "C" NOT NULL,
  rule_id    text COLLATE "C" NOT NULL,
  title      text COLLATE "C" NOT NULL,
  confidence text COLLATE "C" NOT NULL,
  category   text COLLATE "C" NOT NULL,
  engine     text COLLATE "C" NOT NULL,
  file       text COLLATE "C" NOT NULL,
  line       int NOT NULL,
  status     text COLLATE "C" NOT NULL,
  -- 1 data flow, 2 mechanical fix, 4 new against the baseline, 8 unchanged.
  flags      int NOT NULL,
  PRIMARY KEY (scan_id, severity, ordinal)
);

-- What the rows above take; NULL while they are not complete.
ALTER TABLE scans ADD COLUMN list_bytes bigint;

CREATE INDEX scans_completed ON scans (tenant_id, repo_url, id) WHERE status = 'completed';
