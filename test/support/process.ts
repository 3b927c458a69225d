import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(fileURLToPath(import.meta.url), '..', '..', '..', 'src', 'main.ts');

/** How the service is started. */
export const serviceProgram = [process.execPath, main];

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Variables of the surroundings that are not Lorekeep's, and those given. */
export function environmentWith(variables: Record<string, string>): Record<string, string | undefined> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('LOREKEEP_')),
  );
  return { ...own, ...variables };
}

/** Only the tests of the whole application run on several backends; soak scripts run without vitest. */
async function backendSettings(dataDir: string | undefined): Promise<Record<string, string>> {
  if (process.env['VITEST'] === undefined) return {};
  return (await import('./backend.ts')).storageSettings(dataDir);
}

function folderOf(args: string[], variables: Record<string, string>): string | undefined {
  const at = args.indexOf('--data-dir');
  return at === -1 ? variables['LOREKEEP_DATA_DIR'] : args[at + 1];
}

/** Runs a command of the command line to its end. */
export async function lorekeep(
  args: string[],
  variables: Record<string, string>,
  program: string[] = [process.execPath, main],
): Promise<Finished> {
  return (await startCommand(args, variables, program)).finished;
}

/** Starts a command, for a test that wants to interrupt it. */
export async function startCommand(
  args: string[],
  variables: Record<string, string>,
  program: string[] = [process.execPath, main],
): Promise<{ child: ChildProcess; finished: Promise<Finished> }> {
  const child = spawn(program[0]!, [...program.slice(1), ...args], {
    env: environmentWith({ ...(await backendSettings(folderOf(args, variables))), ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const finished = once(child, 'close').then(([code]) => ({ code, stdout: stdout(), stderr: stderr() }));
  return { child, finished };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

export interface RunningService {
  child: ChildProcess;
  base: string;
  /** What it has said so far. */
  output(): string;
  /** Ends it with a signal and gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the real service as a process of its own, on a free port and the embedder that loads fastest, and waits until it listens. */
export async function startService(
  variables: Record<string, string>,
  program: string[] = serviceProgram,
): Promise<RunningService> {
  const child = spawn(program[0]!, [...program.slice(1), 'serve'], {
    env: environmentWith({
      LOREKEEP_PORT: '0',
      LOREKEEP_EMBEDDER: 'fast',
      ...(await backendSettings(variables['LOREKEEP_DATA_DIR'])),
      ...variables,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close') as Promise<[number | null]>;
  // Whatever becomes of the test, no service is left running.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  void exited.then(() => process.off('exit', end));
  const output = collect(child.stderr);
  const base = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', () => {
      const match = /Lorekeep is listening on (http:\/\/\S+)/.exec(output());
      if (match) resolve(match[1]!);
    });
    void exited.then(() => reject(new Error(`The service ended at once:\n${output()}`)));
  });
  return {
    child,
    base,
    output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
