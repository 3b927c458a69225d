import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { searchPath } from '../search-path.ts';

/** Limits that the kernel holds for a git process, whatever it is fed. */
export interface GitLimits {
  fileBytes: number;
  memoryBytes: number;
  cpuSeconds: number;
}

export interface GitOptions {
  /** The bare repository of the scan; also the home of the process. */
  gitDir: string;
  /** Absent: the bare repository. */
  workingFolder?: string;
  limits: GitLimits;
  /** Extra `-c` settings; never anything secret, since arguments are visible to every user of the machine. */
  settings?: Record<string, string>;
  /** Extra environment, such as a credential or the index of a local repository. */
  environment?: Record<string, string>;
  /** A sandbox: what goes before git's own command. */
  wrap?: readonly string[];
  /** A group of its own, so that git and its helpers can be killed at one stroke. */
  ownGroup?: boolean;
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts git with an environment from scratch and with every setting that a repository could abuse turned off. */
export function spawnGit(args: string[], options: GitOptions): GitProcess {
  const settings = { ...harmlessSettings, ...options.settings };
  const git = [
    'git',
    '--no-pager',
    '--no-replace-objects',
    '--literal-pathspecs',
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ...args,
  ];
  const { fileBytes, memoryBytes, cpuSeconds } = options.limits;
  const limits = [Math.ceil(fileBytes / 512), Math.ceil(memoryBytes / 1024), cpuSeconds].map(String);
  return spawn('/bin/sh', ['-c', limitAndRun, 'sh', ...limits, ...(options.wrap ?? []), ...git], {
    cwd: options.workingFolder ?? options.gitDir,
    detached: options.ownGroup ?? false,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: searchPath(process.env['PATH']),
      HOME: options.gitDir,
      GIT_DIR: options.gitDir,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_ATTR_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '/bin/false',
      GIT_NO_LAZY_FETCH: '1',
      GIT_OPTIONAL_LOCKS: '0',
      // Only the fetch of a remote overrides this; every other command may contact nothing at all.
      GIT_ALLOW_PROTOCOL: 'none',
      LC_ALL: 'C',
      ...options.environment,
    },
  });
}

// A limit that cannot be set is already lower than asked for, or unknown to the system: neither is a reason to stop. Only the soft limit of
// CPU time is set: it ends a process with a signal of its own, where the hard one would kill it as anybody else might.
const limitAndRun =
  'ulimit -f "$1" 2>/dev/null; ulimit -v "$2" 2>/dev/null; ulimit -S -t "$3" 2>/dev/null; ulimit -c 0 2>/dev/null; shift 3; exec "$@"';

const harmlessSettings = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.attributesFile': devNull,
  // Larger blobs are streamed: 400 MiB of zeros in a small pack would cost as much memory otherwise.
  'core.bigFileThreshold': '1m',
  'core.packedGitLimit': '256m',
  'pack.threads': '1',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'credential.helper': '',
  'protocol.allow': 'never',
  'advice.detachedHead': 'false',
};

/** Kills a process and everything it started, provided that it leads a group of its own. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const maxCollectedBytes = 8 * 1024 ** 2;
const maxErrorBytes = 64 * 1024;

/** What a finished git process left behind. `stderr` may quote the repository: never show it. */
export interface GitResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs a command whose output is small; more than that is cut. */
export function runGit(args: string[], options: GitOptions & { input?: string }): Promise<GitResult> {
  const child = spawnGit(args, options);
  feed(child, options.input ?? '');
  return collect(child);
}

/** Writes everything and closes; a process that ends without reading it all is no error here. */
export function feed(child: GitProcess, input: string): void {
  child.stdin.on('error', () => {});
  child.stdin.end(input);
}

export function collect(child: GitProcess): Promise<GitResult> {
  const stdout = collectText(child.stdout, maxCollectedBytes);
  const stderr = collectText(child.stderr, maxErrorBytes);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout: stdout(), stderr: stderr() }));
  });
}

/** Keeps the beginning of a stream and lets the rest run through, so that the writer never blocks. */
export function collectText(stream: Readable, maxBytes: number): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
