import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { compileCacheFolder } from '../../platform/compile-cache-folder.ts';
import { type EngineCrash, processCrash } from '../model/engine-crash.ts';
import { ScanFailure } from '../model/failure.ts';
import type { ScanOutcome, ScanProgress } from '../model/outcome.ts';
import type { Sandbox } from '../model/sandbox.ts';
import { collectText, killGroup } from '../source/git/git-process.ts';
import { searchPath } from '../source/search-path.ts';
import { graceMs } from './analyse/deadline.ts';
import { childCommand } from './child-command.ts';
import { describeEnd, outOfMemory, timedOut } from './child-end.ts';
import { readOutcome } from './child-messages.ts';
import type { ChildTask } from './child-protocol.ts';

export interface ChildOptions {
  onProgress(progress: ScanProgress): void;
  onCrash?(crash: EngineCrash): void;
  signal: AbortSignal;
  /** Absent for a folder of the caller's own, which needs no protection from itself. */
  sandbox?: Sandbox;
  /** An empty folder for the sandbox. */
  sandboxRoot: string;
}

const memoryCheckMs = 250;
/** A timer that is set to more fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs the analysing process and turns every way in which it can end into an outcome. It leads a process group of its
 * own, so that one signal ends it with every git and thread below it.
 */
export async function runChild(task: ChildTask, options: ChildOptions): Promise<ScanOutcome> {
  const { limits } = task;
  const [command, ...args] = childCommand(task, options);
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

/** From scratch: keys and passwords in the service's environment are none of the child's business. */
function childEnvironment(): Record<string, string> {
  return {
    PATH: searchPath(process.env['PATH']),
    LC_ALL: 'C',
    // For glibc: each thread would have a heap of its own, and what it frees there is of use to no other.
    MALLOC_ARENA_MAX: '2',
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
