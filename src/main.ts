#!/usr/bin/env node
import type { Surroundings } from './cli/command.ts';
import { runCli } from './cli/main.ts';
import { processTerminal } from './cli/terminal.ts';
import { readVersion } from './version.ts';

/** The process. What it needs only for some commands is loaded by those commands. */
const surroundings: Surroundings = {
  terminal: processTerminal(),
  environment: process.env,
  openApp: async (config) => (await import('./app.ts')).createApp(config, { mode: 'local' }),
  restoreBackup: async (source, dataDir) =>
    (await import('./storage/embedded/backup.ts')).restore(source, dataDir),
  serve: async (config, terminal) => (await import('./serve.ts')).serve(config, terminal),
};

process.exitCode = await runCli(process.argv.slice(2), surroundings, readVersion());
