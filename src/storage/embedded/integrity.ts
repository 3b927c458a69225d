import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface IntegrityOptions {
  /** Nobody writes to it, and nothing may be written next to it: a backup may be where nothing can be. */
  atRest?: boolean;
}

/**
 * What SQLite finds wrong in a database file, each with the table or index and the page it is about; empty when all is well. It reads every page, so it runs on a
 * thread of its own: a service that is being backed up or verified answers meanwhile.
 */
export async function integrityProblems(file: string, options: IntegrityOptions = {}): Promise<string[]> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./integrity-thread.${extension}`, import.meta.url), {
    workerData: { file, ...options },
    // The parent's flags may belong to a test runner, whose loader a worker cannot use.
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The integrity check ended with ${code}.`)));
  });
}

export function checkIntegrity(file: string, { atRest = false }: IntegrityOptions = {}): string[] {
  const found: string[] = [];
  let owners = new Map<string, string>();
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(atRest ? immutable(file) : file, { readOnly: true, timeout: 5_000 });
    owners = ownersOfTrees(database);
    for (const row of database.prepare('PRAGMA integrity_check').iterate()) {
      found.push(...String(row['integrity_check']).split('\n'));
    }
  } catch (error) {
    // So badly damaged that the check itself cannot be finished, or not even begun.
    found.push(error instanceof Error ? error.message : String(error));
  } finally {
    database?.close();
  }
  return found.filter((line) => line !== 'ok' && !line.startsWith('***')).map((line) => named(line, owners));
}

function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

/** By the page that a tree begins at: SQLite names trees by that. */
function ownersOfTrees(database: DatabaseSync): Map<string, string> {
  const rows = database.prepare('SELECT type, name, rootpage FROM sqlite_schema WHERE rootpage > 0').all();
  return new Map(rows.map((row) => [String(row['rootpage']), `${row['type']} ${row['name']}`]));
}

function named(line: string, owners: ReadonlyMap<string, string>): string {
  return line.replace(/^Tree (\d+) /, (text, root: string) => {
    const owner = owners.get(root);
    return owner === undefined ? text : `${owner}, `;
  });
}
