-- Lists of scans, trends and the room that scans take are read from these alone: a row of `scans` carries its whole result.
CREATE INDEX scans_by_status ON scans (tenant_id, status, id);

DROP INDEX scans_completed;
CREATE INDEX scans_completed ON scans (tenant_id, repo_url, finished_at, id, branch) WHERE status = 'completed';

DROP INDEX scans_by_tenant;
CREATE INDEX scans_by_tenant ON scans (tenant_id, id, stored_bytes, list_bytes, finished_at);
