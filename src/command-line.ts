import { describeVersion, readVersion } from './app/version.ts';
import type { Surroundings } from './cli/command.ts';
import { runCli } from './cli/main.ts';
import { processTerminal } from './cli/terminal.ts';
import { setProgramIdentity } from './platform/program-identity.ts';
import { turnAllOn } from './platform/v8-switches.ts';

/** The process. What it needs only for some commands is loaded by those commands. */
const surroundings: Surroundings = {
  terminal: processTerminal(),
  environment: process.env,
  stopCompilers: async () => (await import('./platform/stop-compilers.ts')).stopCompilers(),
  describeVersion,
  openApp: async (config) => (await import('./app/app.ts')).createApp(config, { mode: 'local' }),
  startApp: async (config) => (await import('./app/app.ts')).createApp(config),
  hasData: async ({ dataDir, databaseUrl }) =>
    databaseUrl !== undefined || (await import('./storage/embedded/data-folder.ts')).hasDatabase(dataDir),
  restoreBackup: async (source, dataDir) =>
    (await import('./storage/embedded/backup.ts')).restore(source, dataDir),
  moveData: async (config, to, report) => (await import('./app/move-data.ts')).moveData(config, to, report),
  examineDatabase: async ({ databaseUrl, databaseDirectUrl, databasePool }) =>
    databaseUrl === undefined
      ? []
      : (await import('./storage/postgres/examine.ts')).examineDatabase({
          url: databaseUrl,
          directUrl: databaseDirectUrl ?? databaseUrl,
          poolSize: databasePool,
        }),
  serve: async (config, terminal) => (await import('./serve.ts')).serve(config, terminal),
};

/** Carries out what the command line of the process says and gives the exit code. `identity`: of the linked program that this module is part of. */
export async function main(argv: string[], identity?: string): Promise<number> {
  if (identity !== undefined) setProgramIdentity(identity);
  try {
    return await runCli(argv, surroundings, readVersion());
  } finally {
    turnAllOn();
  }
}
