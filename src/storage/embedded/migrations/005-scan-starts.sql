-- Every start of a scan within the last day. The scan itself may be deleted before the day is over; it was started all the same.
CREATE TABLE scan_starts (
  tenant_id TEXT NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  at        INTEGER NOT NULL,
  scan_id   TEXT NOT NULL,
  PRIMARY KEY (tenant_id, at, scan_id)
) STRICT, WITHOUT ROWID;

INSERT INTO scan_starts (tenant_id, at, scan_id) SELECT tenant_id, created_at, id FROM scans;

DROP INDEX scans_by_day;
