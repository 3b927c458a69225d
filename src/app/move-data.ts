import { resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { moveToFolder, moveToPostgres } from '../storage/transfer/move.ts';

/** Copies all data of the configuration into a Postgres, where `to` is its URL, or else into a folder. */
export async function moveData(config: Config, to: string, report: (done: number, total: number) => void) {
  if (/^postgres(ql)?:\/\//.test(to)) {
    if (config.databaseUrl !== undefined) {
      throw new Error(
        'The data is in Postgres already; leave LOREKEEP_DATABASE_URL out to move a data folder there.',
      );
    }
    return moveToPostgres(config.dataDir, to, report);
  }
  if (config.databaseUrl === undefined) {
    throw new Error(
      'The data is in a folder already; set LOREKEEP_DATABASE_URL to move a database into one.',
    );
  }
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  return moveToFolder(url, config.secretKeyFile!, resolve(to), report);
}
