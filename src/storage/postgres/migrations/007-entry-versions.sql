-- What entries were before they were changed, where their namespace keeps that; counted from 1 for each entry.
-- No foreign key, as for the vectors: whoever removes an entry removes its versions with it.
CREATE TABLE memory_versions (
  namespace_id bigint NOT NULL,
  entry_id     text COLLATE "C" NOT NULL,
  number       bigint NOT NULL,
  replaced_at  bigint NOT NULL,
  updated_at   bigint NOT NULL,
  expires_at   bigint,
  occurred_at  bigint,
  external_id  text COLLATE "C",
  metadata     text NOT NULL,
  content      text NOT NULL,
  PRIMARY KEY (namespace_id, entry_id, number)
);
