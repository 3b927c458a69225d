import pg from 'pg';
import { deliversNotifications, keepsStatements, losesStatements } from './pooler.ts';

/** One look at the database. `bad` stops the service or puts data at risk, `note` is worth knowing. */
export interface DatabaseDiagnosis {
  state: 'ok' | 'note' | 'bad';
  text: string;
}

export interface ExamineOptions {
  url: string;
  directUrl: string;
  poolSize: number;
}

/** What an operator should know about a database before trusting it with data. Changes nothing. */
export async function examineDatabase(options: ExamineOptions): Promise<DatabaseDiagnosis[]> {
  const client = new pg.Client({ connectionString: options.directUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    return [
      {
        state: 'bad',
        text: `it cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
      },
    ];
  }
  try {
    return [
      ...(await examineServer(client)),
      ...(await examineStandbys(client)),
      ...(await examineConnections(client, options.poolSize)),
      ...(await examinePooler(options)),
    ];
  } finally {
    await client.end();
  }
}

async function examineServer(client: pg.Client): Promise<DatabaseDiagnosis[]> {
  const { rows } = await client.query(`SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS number, current_setting('server_encoding') AS encoding,
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit, pg_is_in_recovery() AS standby`);
  return checkServer(rows[0] as ServerSettings);
}

export type ServerSettings = Record<string, string | number | boolean>;

/** What would lose data, or cannot work at all. */
export function checkServer(server: ServerSettings): DatabaseDiagnosis[] {
  const found: DatabaseDiagnosis[] = [];
  const bad = (text: string) => found.push({ state: 'bad', text });
  if (Number(server['number']) < 150_000) bad(`PostgreSQL ${server['version']}; Lorekeep needs 15 or newer`);
  if (server['encoding'] !== 'UTF8') bad(`its encoding is ${server['encoding']}; Lorekeep needs UTF8`);
  if (server['standby'] === true) bad('this is a standby, which takes no writes; name the primary');
  if (server['fsync'] === 'off')
    bad('fsync is off: a power cut destroys what was acknowledged, or everything');
  if (server['full_page_writes'] === 'off') bad('full_page_writes is off: a power cut can tear pages');
  if (['off', 'local'].includes(String(server['synchronous_commit'])))
    bad(`synchronous_commit is ${server['synchronous_commit']}: what was acknowledged can be lost`);
  return found.length > 0 ? found : [{ state: 'ok', text: `PostgreSQL ${server['version']}, durable` }];
}

async function examineStandbys(client: pg.Client): Promise<DatabaseDiagnosis[]> {
  const { rows } = await client.query(
    "SELECT count(*)::int AS standbys, current_setting('synchronous_standby_names') AS names FROM pg_stat_replication",
  );
  const { standbys, names } = rows[0] as { standbys: number; names: string };
  if (standbys === 0 || names !== '') return [];
  const text = `${standbys} standbys, none of them synchronous: a failover would lose what was acknowledged last`;
  return [{ state: 'note', text }];
}

async function examineConnections(client: pg.Client, poolSize: number): Promise<DatabaseDiagnosis[]> {
  const { rows: settings } = await client.query(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS free,
       to_regclass('nodes') IS NOT NULL AS known`,
  );
  const { free, known } = settings[0] as { free: number; known: boolean };
  if (!known) return [{ state: 'note', text: 'it holds no data of Lorekeep yet' }];
  const { rows } = await client.query(
    "SELECT count(*)::int AS n FROM nodes WHERE seen_at > now() - interval '6 seconds'",
  );
  const nodes = Math.max(1, Number(rows[0]['n']));
  // Each node has its pool and one connection more for notifications.
  const needed = nodes * (poolSize + 1);
  const text = `${nodes} nodes with ${poolSize} + 1 connections each need ${needed}; the server has ${free}`;
  return [{ state: needed > free ? 'bad' : 'ok', text }];
}

/** What a pooler takes away, without a word. */
async function examinePooler({ url, directUrl }: ExamineOptions): Promise<DatabaseDiagnosis[]> {
  const found: DatabaseDiagnosis[] = [];
  if (!(await keepsStatements(url))) found.push({ state: 'bad', text: losesStatements });
  if (!(await deliversNotifications(directUrl))) {
    const text = 'a pooler swallows notifications; set LOREKEEP_DATABASE_DIRECT_URL to the database itself';
    found.push({ state: 'bad', text });
  }
  return found;
}
