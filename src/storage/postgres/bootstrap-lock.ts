import type { PostgresDatabase, Sql } from './database.ts';
import { DatabaseUnusable } from './migrate.ts';

const lockNumber = 7_010;
const attempts = 100;
const pauseMs = 100;
/** It stands still while the work is done on other connections. */
const begin = 'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 60000';

/** Held by whoever fills an empty database: a node that starts for the first time, or a move. */
export const firstStartLock = {
  /** For the rest of the transaction, where nobody else has it. */
  async tryToTake(sql: Sql): Promise<boolean> {
    const row = await sql.get('SELECT pg_try_advisory_xact_lock($1, 0) AS taken', lockNumber);
    return row!['taken'] === true;
  },

  /** Runs `work` while nobody else fills the database. A first start takes milliseconds; a move takes longer than anybody should wait. */
  hold<T>(database: PostgresDatabase, work: () => Promise<T>): Promise<T> {
    return database.transaction(async (sql) => {
      for (let attempt = 1; !(await this.tryToTake(sql)); attempt++) {
        if (attempt === attempts) {
          throw new DatabaseUnusable(
            'Data is being copied into this database by "lorekeep move". Start again when the move is done.',
          );
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return work();
    }, begin);
  },
};
