import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { postgresUser } from './postgres-server.ts';

/** Major and minor number, where it is installed. Only from 1.21 on it can prepare statements in transaction mode. */
export const pgbouncerVersion = readVersion();

function readVersion(): number | undefined {
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  try {
    const said = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8', env });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said)!;
    return Number(major) + Number(minor) / 100;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** A real pgbouncer in front of the database of a URL, as the guide sets it up. */
export async function startPgbouncer(
  direct: string,
  mode: 'session' | 'transaction',
): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(direct);
  const folder = mkdtempSync(join(tmpdir(), 'lkbouncer-'));
  const port = await freePort();
  const host = target.searchParams.get('host') ?? target.hostname;
  const settings = [
    '[databases]',
    `* = host=${host} port=${target.port || 5432}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    // In session mode every connection of a node has one of the server to itself.
    `default_pool_size = ${mode === 'session' ? 40 : 10}`,
    'max_client_conn = 200',
    'ignore_startup_parameters = statement_timeout',
    ...(pgbouncerVersion! >= 1.21 ? ['max_prepared_statements = 200'] : []),
  ];
  const user = decodeURIComponent(target.username) || 'postgres';
  const password = decodeURIComponent(target.password);
  settings[1] += ` user=${user}${password && ` password=${password}`}`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const child = spawn('pgbouncer', [file], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: 'ignore',
    ...(postgresUser !== undefined && { uid: postgresUser, gid: postgresUser }),
  });
  const ended = once(child, 'close');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}.`);
    await sleep(50);
  }
  const url = new URL(direct);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Nobody listens there yet; the caller looks whether the process still runs.
    return false;
  } finally {
    socket.destroy();
  }
}
