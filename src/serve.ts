import { type AppOptions, createApp } from './app/app.ts';
import { welcome } from './app/welcome.ts';
import type { Terminal } from './cli/terminal.ts';
import type { Config } from './config/schema.ts';
import { userCacheFolder } from './config/user-cache-folder.ts';
import { listenForCommands } from './control/server.ts';
import { collectGarbage } from './platform/collect-garbage.ts';

/** What the service needs of its process. */
type OwnProcess = Pick<NodeJS.Process, 'env' | 'on' | 'exit'>;

/** Everything is written by then; what is still to come is wanted by nobody. */
const lingerMs = 500;

/** The service from its start to its end: build, listen, wait for a signal, drain. Gives the exit code. */
export async function serve(
  config: Config,
  terminal: Terminal,
  own: OwnProcess = process,
  options: AppOptions = {},
): Promise<number> {
  const app = await createApp(config, { userCacheFolder: userCacheFolder(own.env), ...options });
  const stopped = stopSignal(own);
  const control = await listenForCommands(config.dataDir, app.operations, app.logger);
  try {
    await app.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    await control?.close();
    await app.close();
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    terminal.say(
      taken
        ? `lorekeep: port ${config.port} of ${config.host} is in use. Choose another one with LOREKEEP_PORT.`
        : `lorekeep: cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`,
    );
    return 1;
  }
  terminal.say(welcome(app, config));
  // What starting needed (parsing modules, schemas and the tokenizer) is a fifth of the idle process, and no work needs it again.
  collectGarbage();

  await stopped;
  app.logger.info('shutting down');
  const deadline = setTimeout(() => app.server.server.closeAllConnections(), config.shutdownTimeoutMs);
  await control?.close();
  await app.close();
  clearTimeout(deadline);
  // A name that the system still tries to resolve for a scan that was stopped keeps a process alive.
  setTimeout(() => own.exit(0), lingerMs).unref();
  return 0;
}

/** Resolves at the first SIGTERM, SIGINT or, where its terminal is closed, SIGHUP; a second one ends the process at once. */
function stopSignal(own: OwnProcess): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) own.exit(1);
      asked = true;
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) own.on(signal, onSignal);
  });
}
