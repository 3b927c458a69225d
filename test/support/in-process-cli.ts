import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../../src/cli/command.ts';
import { runCli } from '../../src/cli/main.ts';

export interface CliRun {
  code: number;
  /** Its standard output, which machines read. */
  out: string;
  /** What it tells people beside that. */
  said: string;
}

/** The command line in this process. What a test does not give, its command must not need. */
export async function runInProcess(
  args: readonly string[],
  surroundings: Partial<Surroundings> = {},
  run = runCli,
): Promise<CliRun> {
  let out = '';
  let said = '';
  const unused = () => Promise.reject(new Error(`"${args.join(' ')}" asked for something it must not need`));
  const code = await run(
    [...args],
    {
      terminal: {
        out: (text) => {
          out += `${text}\n`;
        },
        say: (text) => {
          said += `${text}\n`;
        },
        interactive: false,
        colour: false,
      },
      describeVersion: () => '0.0.0',
      openApp: unused,
      startApp: unused,
      hasData: async () => true,
      restoreBackup: unused,
      moveData: unused,
      examineDatabase: async () => [],
      serve: unused,
      ...surroundings,
      // What the developer's own cache holds must not change a test.
      environment: { XDG_CACHE_HOME: join(tmpdir(), 'lorekeep-no-cache'), ...surroundings.environment },
    },
    '0.0.0',
  );
  return { code, out, said };
}
