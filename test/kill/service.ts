import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const main = new URL('../../src/main.ts', import.meta.url).pathname;

export interface ServiceOptions {
  dataDir: string;
  allowHost: string;
  caFile: string;
  maxRunning: number;
}

const serviceKey = 'key_of_the_kill_test';

/** The real service as a process of its own, that can be killed and started again on the same port and folder. */
export class KillableService {
  readonly #options: ServiceOptions;
  readonly #port: number;
  #process: ChildProcess | undefined;
  readonly #watchers: Array<Promise<void>> = [];
  /** How often it died without being told to: a crash that nobody asked for fails the trial. */
  crashes = 0;
  /** Processes of scans that were still there ten seconds after their service was killed. */
  orphans = 0;

  private constructor(options: ServiceOptions, port: number) {
    this.#options = options;
    this.#port = port;
  }

  static async start(options: ServiceOptions): Promise<KillableService> {
    const service = new KillableService(options, await freePort());
    await service.start();
    return service;
  }

  async start(): Promise<void> {
    const { dataDir, allowHost, caFile, maxRunning } = this.#options;
    const child = spawn(process.execPath, [main, 'serve'], {
      env: {
        PATH: process.env['PATH'],
        LOREKEEP_DATA_DIR: dataDir,
        LOREKEEP_PORT: String(this.#port),
        LOREKEEP_API_KEYS: serviceKey,
        LOREKEEP_LOG_LEVEL: 'error',
        LOREKEEP_SCAN_ALLOW_HOSTS: allowHost,
        LOREKEEP_SCAN_CA_FILE: caFile,
        LOREKEEP_SCAN_MAX_RUNNING: String(maxRunning),
        LOREKEEP_SCAN_MAX_RUNNING_PER_KEY: String(maxRunning),
        LOREKEEP_SCAN_LIMITS_THREADS: '1',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-4_000);
    });
    child.on('exit', () => {
      if (this.#process === child) this.crashes++;
    });
    for (;;) {
      if (this.#process !== child || child.exitCode !== null)
        throw new Error(`The service does not start: ${said}`);
      const answer = await this.call('GET', '/v1/security/scan?limit=1').catch(() => undefined);
      if (answer?.status === 200) return;
      await sleep(50);
    }
  }

  /** No goodbye: the process is gone between two instructions. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    const workers = descendants(child.pid!);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    this.#watchers.push(
      countAlive(workers, 10_000).then((alive) => {
        this.orphans += alive;
      }),
    );
  }

  /** Resolves when it is known what became of the processes of killed services. */
  async settled(): Promise<void> {
    await Promise.all(this.#watchers);
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }

  /** Kills one of the processes that a scan runs in; false when there is none right now. */
  killWorker(pick: number): boolean {
    const pid = this.#process?.pid;
    const workers = pid === undefined ? [] : descendants(pid);
    const victim = workers[Math.floor(pick * workers.length)];
    if (victim === undefined) return false;
    try {
      process.kill(victim, 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  async call(method: string, path: string, body?: object): Promise<{ status: number; data: any }> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${serviceKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Children and their children, as the kernel lists them; where it lists none, only the service itself is killed. */
function descendants(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended while we looked.
    }
  }
  const found: number[] = [];
  const visit = (parent: number): void => {
    for (const child of children.get(parent) ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(pid);
  return found;
}

async function countAlive(pids: number[], withinMs: number): Promise<number> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const alive = pids.filter(isAlive).length;
    if (alive === 0 || Date.now() > deadline) return alive;
    await sleep(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; whoever adopted it has only not looked yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
