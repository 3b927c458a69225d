CREATE INDEX scans_by_end ON scans (tenant_id, finished_at) WHERE status = 'completed';

-- What a tenant asked for on a day (days since the epoch, UTC). Nodes add to it every few seconds.
CREATE TABLE usage_days (
  tenant_id      TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day            INTEGER NOT NULL,
  requests       INTEGER NOT NULL,
  errors         INTEGER NOT NULL,
  writes         INTEGER NOT NULL,
  searches       INTEGER NOT NULL,
  scans          INTEGER NOT NULL,
  embed_ms       INTEGER NOT NULL,
  bytes_received INTEGER NOT NULL,
  bytes_sent     INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, day)
) STRICT, WITHOUT ROWID;
