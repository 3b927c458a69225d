import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What a later release would do: it adds to the schema, and removes nothing that this version reads or writes. */
const migration = `
  ALTER TABLE memory_states ADD COLUMN note text;
  ALTER TABLE memory_entries ADD COLUMN note text;
  ALTER TABLE jobs ADD COLUMN note text NOT NULL DEFAULT '';
  CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, namespace_id bigint NOT NULL);
  CREATE INDEX memory_entries_by_note ON memory_entries (namespace_id, note) WHERE note IS NOT NULL;
`;

/** A copy of this program with one migration more; gives what starts it. */
export function makeNextVersion(folder: string): string {
  mkdirSync(folder);
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'rules', 'models', 'grammars', 'vendor'])
    symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'src/storage/postgres/migrations/900-next.sql'), migration);
  return join(folder, 'src/main.ts');
}
