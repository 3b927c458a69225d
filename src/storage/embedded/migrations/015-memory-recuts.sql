-- Entries that were cut into passages before turns had passages and sentences had windows of their own. Upkeep cuts and embeds them again and takes them off this list.
-- 400 is what an entry has at least that has windows, 64 what a conversation has at least that is cut into its turns (a token is a byte at least).
CREATE TABLE memory_recuts (
  entry INTEGER PRIMARY KEY REFERENCES memory_entries (row) ON DELETE CASCADE
) STRICT;

INSERT INTO memory_recuts (entry)
SELECT e.row FROM memory_entries e
JOIN memory_namespaces n ON n.id = e.namespace_id
JOIN memory_vectors v ON v.entry = e.row AND v.model_id = n.model_id
WHERE v.windows IS NULL
  AND (octet_length(e.content) >= 400 OR (octet_length(e.content) > 64 AND e.content LIKE '%' || char(10) || '%' || char(10) || '%'));
