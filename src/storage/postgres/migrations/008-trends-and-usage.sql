CREATE INDEX scans_by_end ON scans (tenant_id, finished_at) WHERE status = 'completed';

-- What a tenant asked for on a day (days since the epoch, UTC). Nodes add to it every few seconds.
CREATE TABLE usage_days (
  tenant_id      text COLLATE "C" NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day            int NOT NULL,
  requests       bigint NOT NULL,
  errors         bigint NOT NULL,
  writes         bigint NOT NULL,
  searches       bigint NOT NULL,
  scans          bigint NOT NULL,
  embed_ms       bigint NOT NULL,
  bytes_received bigint NOT NULL,
  bytes_sent     bigint NOT NULL,
  PRIMARY KEY (tenant_id, day)
);
