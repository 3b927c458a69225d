import { isAbsolute } from 'node:path';
import type { Config } from '../config/schema.ts';
import type { Api } from '../contract/api.ts';
import type { JsonObject } from '../kernel/json.ts';
import { type Invocation, textOption, UsageError } from './command.ts';

export interface OpenedApi {
  api: Api;
  close(): Promise<void>;
}

/** The address and key of a service elsewhere, where the user named one. */
export function serverOption(invocation: Invocation): { server: string; key: string } | undefined {
  const server = textOption(invocation, 'server');
  if (server === undefined) return undefined;
  if (!/^https?:\/\//.test(server)) throw new UsageError('--server is a URL such as http://127.0.0.1:8080.');
  const key = invocation.environment['LOREKEEP_API_KEY'];
  if (!key) throw new UsageError('--server needs an API key in LOREKEEP_API_KEY.');
  return { server, key };
}

/**
 * The API for a command that keeps calling it: of the service that was named, of the one that runs on the data folder, or of one
 * inside of this process.
 */
export async function openApi(invocation: Invocation): Promise<OpenedApi> {
  const named = serverOption(invocation);
  if (named) {
    const { createHttpApi } = await import('./http-api.ts');
    return { api: createHttpApi(named.server, named.key), close: async () => {} };
  }
  const tenant = textOption(invocation, 'tenant') ?? 'default';
  const argsOf = (operation: string, input: object) =>
    ({ tenant, operation, ...input }) as unknown as JsonObject;
  const config = await configOutsideOfProjects(invocation);
  const { callService, isServiceRunning } = await import('../control/client.ts');
  if (await isServiceRunning(config.dataDir)) {
    const api: Api = {
      call: async <Result>(operation: string, input = {}) =>
        (await callService(config.dataDir, 'api.call', argsOf(operation, input), () => {})) as Result,
    };
    return { api, close: async () => {} };
  }
  const app = await invocation.startApp(config);
  const api: Api = {
    call: async <Result>(operation: string, input = {}) =>
      (await app.operations['api.call']!(argsOf(operation, input), () => {})) as Result,
  };
  return { api, close: () => app.close() };
}

/**
 * An assistant starts this in the folder of a project, which may be somebody else's: a `lorekeep.yaml` or a `data` folder of it must neither send what
 * is remembered elsewhere nor answer in its place. Without a folder that somebody named, memory is kept in the user's own.
 */
async function configOutsideOfProjects({ namedConfig, options, environment }: Invocation): Promise<Config> {
  const config = await namedConfig();
  const isNamed = options['data-dir'] || environment['LOREKEEP_DATA_DIR'] || isAbsolute(config.dataDir);
  if (isNamed) return config;
  const { userDataFolder } = await import('../config/user-data-folder.ts');
  return { ...config, dataDir: userDataFolder(environment) };
}
