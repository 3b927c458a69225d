import type { Command } from './command.ts';

export const serve: Command = {
  summary: 'Start the service.',
  usage: ['serve'],
  help: `
Listens on LOREKEEP_HOST (127.0.0.1) and LOREKEEP_PORT (8080) and keeps everything in LOREKEEP_DATA_DIR (./data).
The first start makes an API key, prints it once and saves it in the data folder as "initial-key".
Ends within ten seconds of SIGTERM or Ctrl-C, with open requests finished.`,
  maxArguments: 0,
  options: {},
  run: async ({ serve, config, terminal }) => serve(await config(), terminal),
};
