import copyStreams from 'pg-copy-streams';
import type { SnapshotPart, SnapshotStore } from '../../../memory/search-index.ts';
import { readBinaryCopy } from '../binary-copy.ts';
import type { PostgresDatabase, Sql } from '../database.ts';

/** More than a part of an index and its checksum, so that one row holds it. */
const chunkBytes = 5 * 1024 * 1024;
const saveLock = 7_012;

/** Snapshots of indexes that all nodes share: a node that takes a namespace over begins with what another one built. */
export class SnapshotRows implements SnapshotStore {
  readonly isShared = true;
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async read(name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const namespaceId = idOf(name);
    const row = await this.#database.get(
      'SELECT parts FROM memory_snapshots WHERE namespace_id = $1 AND name = $2',
      namespaceId,
      name,
    );
    return row && this.#parts(name, namespaceId, JSON.parse(String(row['parts'])) as string[]);
  }

  /** Does nothing where another node is saving the same one. */
  async save(name: string, parts: Iterable<SnapshotPart>): Promise<void> {
    const namespaceId = idOf(name);
    await this.#database.transaction(async (sql) => {
      const row = await sql.get(
        'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS mine, EXISTS (SELECT 1 FROM memory_states WHERE namespace_id = $3 AND NOT dropped) AS there',
        saveLock,
        name,
        namespaceId,
      );
      if (row?.['mine'] !== true || row['there'] !== true) return;
      await sql.run('SET LOCAL statement_timeout = 0');
      // Between two parts the next one is put together.
      await sql.run('SET LOCAL idle_in_transaction_session_timeout = 60000');
      const known = await partsOf(sql, namespaceId, name);
      const ids: string[] = [];
      for (const part of parts) {
        ids.push(part.id);
        if (!known.has(part.id)) await insertPart(sql, namespaceId, name, part);
      }
      await sql.run(
        `INSERT INTO memory_snapshots (namespace_id, name, parts) VALUES ($1, $2, $3)
         ON CONFLICT (namespace_id, name) DO UPDATE SET parts = excluded.parts, revision = 0, stamp = 0, saved_at = now()`,
        namespaceId,
        name,
        JSON.stringify(ids),
      );
      await sql.run(
        'DELETE FROM memory_snapshot_parts WHERE namespace_id = $1 AND name = $2 AND part <> ALL($3)',
        namespaceId,
        name,
        ids,
      );
    });
  }

  async remove(name: string): Promise<void> {
    const namespaceId = idOf(name);
    await this.#database.transaction(async (sql) => {
      // One that is being saved just now must not appear after it was removed.
      await sql.get('SELECT pg_advisory_xact_lock($1, hashtext($2))', saveLock, name);
      for (const table of ['memory_snapshots', 'memory_snapshot_parts'])
        await sql.run(`DELETE FROM ${table} WHERE namespace_id = $1 AND name = $2`, namespaceId, name);
    });
  }

  async list(): Promise<string[]> {
    const rows = await this.#database.all('SELECT name FROM memory_snapshots ORDER BY name');
    return rows.map((row) => String(row['name']));
  }

  /** One at a time, so that no connection is held while an index is busy with what it got. */
  async *#parts(name: string, namespaceId: number, ids: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const id of ids) {
      if (!/^[A-Za-z0-9-]+$/.test(id)) throw new Error(`${id} is no name of a part.`);
      const chunks = await this.#database.withClient(async (client) => {
        const stream = client.query(
          copyStreams.to(
            `COPY (SELECT body FROM memory_snapshot_parts
               WHERE namespace_id = ${namespaceId} AND name = '${name}' AND part = '${id}' ORDER BY chunk)
             TO STDOUT (FORMAT binary)`,
          ),
        );
        const read: Buffer[] = [];
        for await (const rows of readBinaryCopy(stream)) for (const [body] of rows) read.push(body!);
        return read;
      });
      if (chunks.length === 0) throw new Error(`Part ${id} of the snapshot ${name} is missing.`);
      yield chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    }
  }
}

async function partsOf(sql: Sql, namespaceId: number, name: string): Promise<Set<string>> {
  const rows = await sql.all(
    'SELECT DISTINCT part FROM memory_snapshot_parts WHERE namespace_id = $1 AND name = $2',
    namespaceId,
    name,
  );
  return new Set(rows.map((row) => String(row['part'])));
}

async function insertPart(sql: Sql, namespaceId: number, name: string, part: SnapshotPart): Promise<void> {
  const bytes = part.bytes();
  for (let start = 0, chunk = 0; start < bytes.length || chunk === 0; start += chunkBytes, chunk++) {
    await sql.run(
      'INSERT INTO memory_snapshot_parts (namespace_id, name, part, chunk, body) VALUES ($1, $2, $3, $4, $5)',
      namespaceId,
      name,
      part.id,
      chunk,
      bytes.subarray(start, start + chunkBytes),
    );
  }
}

/** A name begins with the id of its namespace, and holds nothing that would have to be quoted. */
function idOf(name: string): number {
  const id = /^(\d{1,15})-[a-f0-9]+$/.exec(name)?.[1];
  if (id === undefined) throw new Error(`${name} is no name of a snapshot.`);
  return Number(id);
}
