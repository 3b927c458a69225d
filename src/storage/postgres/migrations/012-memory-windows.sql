-- The windows of an entry's passages: how many each passage has, in 16 bits, and behind that the vectors of all of them, for each a 32-bit float and a byte for each number. NULL where there are none.
ALTER TABLE memory_vectors ADD COLUMN windows bytea;

-- Codes hardly compress.
ALTER TABLE memory_vectors ALTER windows SET STORAGE EXTERNAL;
