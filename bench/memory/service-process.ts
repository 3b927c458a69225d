import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/release/node-flags.ts';
import { compileCacheFolder } from '../../src/platform/compile-cache-folder.ts';

export interface Usage {
  cpuSeconds: number;
  rssBytes: number;
  /** How late timers were since usage was asked for last. */
  delayMs: { p99: number; max: number };
}

/** A service in a process of its own, so that what it uses can be told from what the benchmark uses. */
export class ServiceProcess {
  readonly base: string;
  readonly startedMs: number;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(
    child: ChildProcessByStdio<Writable, Readable, null>,
    lines: AsyncIterator<string>,
    hello: { base: string; startedMs: number },
  ) {
    this.#child = child;
    this.#lines = lines;
    this.base = hello.base;
    this.startedMs = hello.startedMs;
  }

  static async start(
    folder: string,
    { embedder = 'stub', flags = [] }: { embedder?: 'stub' | 'fast'; flags?: string[] } = {},
  ): Promise<ServiceProcess> {
    const script = fileURLToPath(new URL('./stub-service.ts', import.meta.url));
    const child = spawn(process.execPath, [...nodeFlags, ...flags, script, folder, embedder], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // As the service has it: otherwise the compiler of types stays in its memory.
      env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder },
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const hello = JSON.parse((await lines.next()).value ?? '{}');
    return new ServiceProcess(child, lines, hello);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async usage(): Promise<Usage> {
    this.#child.stdin.write('\n');
    return JSON.parse((await this.#lines.next()).value ?? '{}');
  }

  async post<Data>(path: string, body: object): Promise<Data> {
    const response = await fetch(this.base + path, {
      method: 'POST',
      headers: { authorization: 'Bearer key_bench', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: Data };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(data)}`);
    return data;
  }

  /** CPU milliseconds of the service for each of some calls. */
  async cpuMsOf(count: number, call: (i: number) => Promise<unknown>, callers = 4): Promise<number> {
    const before = await this.usage();
    let next = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (next < count) await call(next++);
      }),
    );
    const after = await this.usage();
    return ((after.cpuSeconds - before.cpuSeconds) * 1_000) / count;
  }

  /** How many entries a namespace holds. */
  async entries(namespace: string): Promise<number> {
    const response = await fetch(`${this.base}/v1/memory/namespaces/${namespace}`, {
      headers: { authorization: 'Bearer key_bench' },
    });
    return response.ok ? ((await response.json()) as { data: { entries: number } }).data.entries : 0;
  }

  async get(path: string): Promise<void> {
    const response = await fetch(this.base + path, { headers: { authorization: 'Bearer key_bench' } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.stdin.end();
    await exited;
  }
}
