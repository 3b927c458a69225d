-- Entries that were cut into passages before turns had passages and sentences had windows of their own. Upkeep cuts and embeds them again and takes them off this list.
-- 400 is what an entry has at least that has windows, 64 what a conversation has at least that is cut into its turns (a token is a byte at least).
CREATE TABLE memory_recuts (
  namespace_id bigint NOT NULL,
  entry_id     text COLLATE "C" NOT NULL,
  PRIMARY KEY (namespace_id, entry_id)
);

INSERT INTO memory_recuts (namespace_id, entry_id)
SELECT e.namespace_id, e.id FROM memory_entries e
JOIN memory_states s ON s.namespace_id = e.namespace_id
JOIN memory_vectors v ON v.namespace_id = e.namespace_id AND v.entry_id = e.id AND v.model_id = s.model_id
WHERE v.windows IS NULL
  AND (octet_length(e.content) >= 400 OR (octet_length(e.content) > 64 AND e.content LIKE E'%\n%\n%'));
