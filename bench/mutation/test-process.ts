import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Note, readNotes } from './notes.ts';

/** Where the tests run, and how much CPU time and time a mutant may take, in seconds. */
export interface Place {
  /** A checkout with the mutants in it. */
  checkout: string;
  /** Notes and logs. */
  folder: string;
  vitest: string;
  cpu: number;
  wall: number;
}

/** Test file -> the mutants that are to be tried with its tests. */
export type Plan = Record<string, number[]>;

/** Runs the test files of the plan until all are done, restarting where a mutant ended the process; returns what was noted. */
export async function tryInOneProcess(
  place: Place,
  name: string,
  plan: Plan,
  mostMilliseconds = Number.POSITIVE_INFINITY,
): Promise<Note[]> {
  const notes = join(place.folder, `${name}.notes`);
  const planFile = join(place.folder, `${name}.plan`);
  writeFileSync(planFile, JSON.stringify(plan));
  const env = {
    LOREKEEP_MUTATION_NOTES: notes,
    LOREKEEP_MUTATION_PLAN: planFile,
    LOREKEEP_MUTATION_MOST_MS: String(mostMilliseconds),
    LOREKEEP_MUTANTS_SEEN: join(place.folder, `${name}.seen`),
  };
  const runner = JSON.stringify(join(import.meta.dirname, 'runner.ts'));
  writeFileSync(
    join(place.checkout, 'vitest.mutation.config.ts'),
    `import base from './vitest.config.ts';\nexport default { ...base, test: { ...base.test, runner: ${runner} } };\n`,
  );
  for (let idle = 0; ; ) {
    if (idle === 3) throw new Error(`the tests do not run; ${join(place.folder, 'vitest.log')} says why`);
    const known = readNotes(notes);
    const done = new Set(known.flatMap((note) => (note.kind === 'done' ? [note.file] : [])));
    const open = Object.keys(plan).filter((file) => !done.has(file));
    if (open.length === 0) break;
    const child = start(place, env, ['--config=vitest.mutation.config.ts', '--maxConcurrency=1', ...open]);
    await untilEnd(child, place, notes);
    const now = readNotes(notes);
    const last = now.findLast(({ kind }) => !/^(?:reached|outside|postponed)$/.test(kind));
    // It ended in the middle of a trial: stopped for its CPU time, out of memory, or by process.exit().
    if (last?.kind === 'trying') {
      const file = last.test.split(' > ')[0]!;
      const note: Note = { kind: 'timeout', id: last.id, file, test: last.test };
      appendFileSync(notes, `${JSON.stringify(note)}\n`);
    }
    idle = now.length > known.length ? 0 : idle + 1;
  }
  return readNotes(notes);
}

/** Longer than any test waits without computing, on a busy machine as well. */
const idleMs = 90_000;

export type Alone = 'killed' | 'timeout' | 'survived' | 'unfinished';

/** One mutant in a process of its own, on from the first instruction. */
export async function tryAlone(place: Place, id: number, tests: readonly string[]): Promise<Alone> {
  const child = start(place, { LOREKEEP_MUTANT: String(id) }, ['--bail=1', ...tests]);
  const began = Date.now();
  let late: Alone | undefined;
  while (child.exitCode === null && child.signalCode === null) {
    await sleep(200);
    if (cpuSeconds(child) > place.cpu) late = 'timeout';
    else if (Date.now() - began > place.wall * 1000) late = 'unfinished';
    if (late) end(child);
  }
  return late ?? (child.exitCode === 0 ? 'survived' : 'killed');
}

function start(place: Place, env: NodeJS.ProcessEnv, args: readonly string[]): ChildProcess {
  const log = openSync(join(place.folder, 'vitest.log'), 'a');
  return spawn(
    place.vitest,
    ['run', '--project=embedded', '--maxWorkers=1', '--reporter=dot', '--no-color', ...args],
    // With CI set no golden file is written.
    {
      cwd: place.checkout,
      env: { ...process.env, CI: '1', ...env },
      stdio: ['ignore', log, log],
      detached: true,
    },
  );
}

/**
 * CPU time decides what takes too long, so that a busy machine kills no mutant. A process that works for long without a trial and notes nothing is busy with what a mutant has left behind:
 * it is ended as well, and of that nothing is concluded.
 */
async function untilEnd(child: ChildProcess, place: Place, notes: string): Promise<void> {
  let trial = '';
  let from = 0;
  let busy = { cpu: 0, since: Date.now() };
  while (child.exitCode === null && child.signalCode === null) {
    await sleep(500);
    // A worker that ran out of memory is not missed by whoever waits for it.
    const cpu = cpuSeconds(child);
    if (cpu > busy.cpu + 0.2) busy = { cpu, since: Date.now() };
    else if (Date.now() - busy.since > idleMs) end(child);
    const last = readNotes(notes).at(-1);
    if (JSON.stringify(last) !== trial) {
      trial = JSON.stringify(last);
      from = cpuSeconds(child);
    }
    const most = last?.kind === 'trying' ? Math.max(place.cpu / 4, last.took / 50) : 5 * place.cpu;
    if (cpuSeconds(child) - from > most) end(child);
  }
}

/** Of the process with all its threads, and of the children that it has waited for. */
function cpuSeconds({ pid, exitCode }: ChildProcess): number {
  if (exitCode !== null) return 0;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]) / 100, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function end(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
