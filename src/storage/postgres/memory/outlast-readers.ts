import type { ClientBase } from 'pg';

export interface Reader {
  pid: number;
  application: string;
  /** How long its transaction has been open, in seconds. */
  seconds: number;
}

const pauseMs = 100;

/**
 * Waits for transactions that began before this call. For as long as one may see a row that was deleted, a table that is written again keeps that
 * row. Gives those that are left after the time has passed.
 */
export async function outlastReaders(client: ClientBase, patienceMs: number): Promise<Reader[]> {
  const {
    rows: [mark],
  } = await client.query('SELECT pg_current_xact_id()::xid::text AS id');
  const until = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<Reader>(readers, [mark!.id]);
    if (rows.length === 0 || performance.now() >= until) return rows;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

// Postgres itself decides by snapshots of this database: those of open transactions, and of standbys whose readers it was told of. A snapshot
// that is made later is as old as the oldest transaction that writes, in whichever database. Nobody waits for the snapshot of a VACUUM.
const readers = `
  SELECT a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, 'unnamed') AS application,
    coalesce(extract(epoch FROM clock_timestamp() - a.xact_start), 0)::int AS seconds
  FROM pg_stat_activity a
  WHERE a.pid <> pg_backend_pid() AND (
    age(a.backend_xid) > age($1::text::xid)
    OR age(a.backend_xmin) > age($1::text::xid) AND coalesce(a.datname, current_database()) = current_database()
      AND a.pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum))
  UNION ALL
  SELECT 0, 'prepared transaction ' || gid, extract(epoch FROM clock_timestamp() - prepared)::int
  FROM pg_prepared_xacts WHERE age(transaction) > age($1::text::xid)
  UNION ALL
  SELECT coalesce(active_pid, 0), 'replication slot ' || slot_name, 0 FROM pg_replication_slots
  WHERE age(xmin) > age($1::text::xid)
  ORDER BY 3 DESC, 1`;
