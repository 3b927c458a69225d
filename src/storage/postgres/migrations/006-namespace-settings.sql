-- What the owner of a namespace decided about it, as JSON.
ALTER TABLE memory_states ADD COLUMN settings text NOT NULL DEFAULT '{}';
