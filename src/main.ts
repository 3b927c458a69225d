#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import type { Surroundings } from './cli/command.ts';
import { compileCacheFolder } from './platform/compile-cache-folder.ts';
import './platform/own-modules.ts';

// Before anything else is loaded, since only what is loaded later is taken from it.
enableCompileCache(compileCacheFolder);
const { runCli } = await import('./cli/main.ts');
const { processTerminal } = await import('./cli/terminal.ts');
const { describeVersion, readVersion } = await import('./app/version.ts');

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

process.exitCode = await runCli(process.argv.slice(2), surroundings, readVersion());
