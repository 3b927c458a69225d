-- When what an entry tells of happened, where its writer said so.
ALTER TABLE memory_entries ADD COLUMN occurred_at bigint;
