import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from '../../platform/compile-cache-folder.ts';
import { type EngineCrash, processCrash } from '../model/engine-crash.ts';
import { isKill, killedFromOutside, ScanFailure } from '../model/failure.ts';
import type { ScanOutcome, ScanProgress } from '../model/outcome.ts';
import type { Sandbox, SandboxFolders } from '../model/sandbox.ts';
import { collectText, killGroup } from '../source/git/git-process.ts';
import { splitRecords } from '../source/git/split-records.ts';
import { searchPath } from '../source/search-path.ts';
import { analysisFlags } from './analyse/analysis-flags.ts';
import { graceMs } from './analyse/deadline.ts';
import type { ChildMessage, ChildTask } from './child-protocol.ts';

export interface ChildOptions {
  onProgress(progress: ScanProgress): void;
  onCrash?(crash: EngineCrash): void;
  signal: AbortSignal;
  /** Absent for a folder of the caller's own, which needs no protection from itself. */
  sandbox?: Sandbox;
  /** An empty folder for the sandbox. */
  sandboxRoot: string;
}

const maxOutcomeBytes = 512 * 1024 ** 2;
const memoryCheckMs = 250;
/** A timer that is set to more fires at once. */
const maxTimerMs = 2 ** 31 - 1;
/** A repository that crashes an engine in every file need not be read about in every one. */
const maxCrashes = 100;

/**
 * Runs the analysing process and turns every way in which it can end into an outcome. It leads a process group of its
 * own, so that one signal ends it with every git and thread below it.
 */
export async function runChild(task: ChildTask, options: ChildOptions): Promise<ScanOutcome> {
  const { limits } = task;
  const [command, ...args] = commandFor(task, options);
  const child = spawn(command!, args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: childEnvironment(),
  });
  let verdict: ScanFailure | undefined;
  const end = (failure: ScanFailure) => {
    verdict ??= failure;
    killGroup(child.pid);
  };
  const cancel = () => end(new ScanFailure('cancelled', 'The scan was cancelled.'));
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  // The process ends by itself at its limits; this is for one that does not.
  const lastMs = limits.scanWallMs + 2 * graceMs(limits.scanWallMs);
  const deadline = setTimeout(() => end(timedOut()), Math.min(lastMs, maxTimerMs));
  const memoryWatch = setInterval(() => {
    if (residentBytes(child.pid) > limits.memoryBytes) end(outOfMemory());
  }, memoryCheckMs);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((settle, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => settle({ code, signal }));
  });
  const stderr = collectText(child.stderr, 64 * 1024);
  try {
    child.stdin.on('error', () => {});
    // Left open: its end tells the child that we are gone.
    child.stdin.write(`${JSON.stringify(task)}\n`);
    const outcome = await readOutcome(child.stdout, options);
    child.stdin.end();
    const { code, signal } = await ended;
    if (verdict) return verdict.toOutcome();
    if (outcome) return outcome;
    const failure = describeEnd(code, signal, stderr());
    if (failure.errorCode === 'engine_failed')
      options.onCrash?.(processCrash(String(signal ?? code), stderr()));
    return failure.toOutcome();
  } finally {
    clearTimeout(deadline);
    clearInterval(memoryWatch);
    options.signal.removeEventListener('abort', cancel);
    killGroup(child.pid);
  }
}

async function readOutcome(
  stream: Parameters<typeof splitRecords>[0],
  { onProgress, onCrash }: Pick<ChildOptions, 'onProgress' | 'onCrash'>,
): Promise<ScanOutcome | undefined> {
  let outcome: ScanOutcome | undefined;
  let crashes = 0;
  for await (const record of splitRecords(stream, 0x0a, maxOutcomeBytes)) {
    if (!record) continue;
    const message = parseMessage(record);
    if (!message) continue;
    if ('progress' in message) onProgress(message.progress);
    else if ('crash' in message) {
      if (crashes++ < maxCrashes) onCrash?.(message.crash);
    } else outcome = message.outcome;
  }
  return outcome;
}

/** A process that was killed in the middle of a line leaves half a message. */
function parseMessage(record: Buffer): ChildMessage | undefined {
  try {
    return JSON.parse(record.toString('utf8')) as ChildMessage;
  } catch {
    return undefined;
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): ScanFailure {
  const cause = new Error(`analysing process ended with ${signal ?? code}: ${stderr.slice(0, 2000)}`);
  const endedBy = signal ?? signalOf(code);
  if (/heap out of memory|Allocation failed|OutOfMemory|out of memory|OOM/i.test(stderr))
    return outOfMemory(cause);
  if (endedBy === 'SIGXCPU') return timedOut(cause);
  if (isKill(endedBy)) return killedFromOutside(cause);
  return new ScanFailure('engine_failed', 'The analysing process ended unexpectedly.', { cause });
}

/** A shell or sandbox around the process tells by its exit code which signal ended it. */
function signalOf(code: number | null): NodeJS.Signals | null {
  const names = Object.entries(constants.signals) as Array<[NodeJS.Signals, number]>;
  return names.find(([, number]) => code === 128 + number)?.[0] ?? null;
}

function timedOut(cause?: unknown): ScanFailure {
  const message = 'The scan did not end at its time limit (scan.limits.scanMs, scan.limits.scanWallMs).';
  return new ScanFailure('scan_timeout', message, { cause });
}

function outOfMemory(cause?: unknown): ScanFailure {
  return new ScanFailure('out_of_memory', 'Analysing the repository took more memory than the limit.', {
    cause,
  });
}

/** Limits of the kernel, then where possible the sandbox, then Node with the program. */
function commandFor(task: ChildTask, { sandbox, sandboxRoot }: ChildOptions): string[] {
  const { memoryBytes, scanMs } = task.limits;
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const program = fileURLToPath(new URL(`./child-main.${extension}`, import.meta.url));
  const folders = visibleFolders(task, program, sandboxRoot);
  const node = [
    process.execPath,
    `--max-old-space-size=${Math.floor(memoryBytes / 2 / 1024 ** 2)}`,
    '--no-warnings',
    '--disable-proto=delete',
    ...analysisFlags,
    ...(sandbox?.nodeFlags(folders) ?? []),
    `--import=${new URL(`../../platform/own-modules.${extension}`, import.meta.url).href}`,
    program,
    // Not read by the program: it tells whoever looks at the list of processes which scan this is.
    task.gitDir,
  ];
  // Data segments and not addresses are limited: WebAssembly reserves gigabytes of addresses that it never touches.
  const cpuSeconds = Math.ceil((scanMs + 2 * graceMs(scanMs)) / 1000);
  const limits = [Math.ceil(memoryBytes / 1024), cpuSeconds].map(String);
  return ['/bin/sh', '-c', limitAndRun, 'sh', ...limits, ...(sandbox?.wrap(folders) ?? []), ...node];
}

// The file-size limit leaves room for the result cache; nothing else that is written is large.
const limitAndRun =
  'ulimit -d "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ulimit -f 2097152 2>/dev/null; ulimit -c 0 2>/dev/null; shift 2; exec "$@"';

function visibleFolders(task: ChildTask, program: string, sandboxRoot: string): SandboxFolders {
  const root = resolve(dirname(program), '..', '..', '..');
  const { source, cacheFile, advisoryIndexFile } = task;
  return {
    readOnly: [
      dirname(dirname(process.execPath)),
      ...['src', 'dist', 'rules', 'grammars', 'node_modules', 'package.json'].map((name) => join(root, name)),
      ...(source.kind === 'fetched' ? [] : [source.path]),
      ...(advisoryIndexFile === undefined ? [] : [dirname(advisoryIndexFile)]),
    ],
    root: sandboxRoot,
    writable: [task.gitDir, ...(cacheFile === undefined ? [] : [dirname(cacheFile)])],
  };
}

/** From scratch: keys and passwords in the service's environment are none of the child's business. */
function childEnvironment(): Record<string, string> {
  return {
    PATH: searchPath(process.env['PATH']),
    LC_ALL: 'C',
    NODE_COMPILE_CACHE: compileCacheFolder,
  };
}

/** Linux tells; elsewhere the limits above have to do. Under a sandbox it is the wrapper that is seen here. */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return pages * 4096;
  } catch {
    return 0;
  }
}
