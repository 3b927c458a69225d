-- What the owner of a namespace decided about it, as JSON.
ALTER TABLE memory_namespaces ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
