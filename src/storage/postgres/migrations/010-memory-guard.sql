-- What the guard found in an entry and where the entry comes from, as JSON; NULL for most.
ALTER TABLE memory_entries ADD COLUMN marks text;
ALTER TABLE memory_versions ADD COLUMN marks text;
-- What a key may not store, as JSON.
ALTER TABLE keys ADD COLUMN guard text;
