import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceError } from '../kernel/errors.ts';
import type { JsonObject } from '../kernel/json.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import {
  type Command,
  type CommandApp,
  FileError,
  type Invocation,
  type Surroundings,
  UsageError,
} from './command.ts';
import { commandNames, loadCommand } from './commands.ts';
import { serverOption } from './open-api.ts';

const commonOptions = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
} as const;

const commonHelp = `
Common options:
  --json             print the result as JSON
  --data-dir FOLDER  the data folder, where it is not that of the configuration
  -h, --help         print this`;

/** Runs the command line and gives the exit code. */
export async function runCli(argv: string[], surroundings: Surroundings, version: string): Promise<number> {
  const { terminal } = surroundings;
  const [name = 'help', ...rest] = argv;
  if (name === '--version' || name === '-v' || name === 'version') {
    terminal.out(surroundings.describeVersion());
    return 0;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    const [asked = ''] = rest;
    terminal.out(commandNames.includes(asked) ? helpOf(await loadCommand(asked)) : await overview());
    return 0;
  }
  if (!commandNames.includes(name)) {
    terminal.say(
      `lorekeep: there is no command "${name}"${didYouMean(name, commandNames)} "lorekeep help" lists them.`,
    );
    return 2;
  }
  const command = await loadCommand(name);
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...commonOptions, ...command.options },
      allowPositionals: true,
      strict: true,
    });
    if (values['help']) {
      terminal.out(helpOf(command));
      return 0;
    }
    if (positionals.length > (command.maxArguments ?? Number.POSITIVE_INFINITY)) {
      throw new UsageError(
        `${JSON.stringify(positionals[command.maxArguments ?? 0])} is one argument too many.`,
      );
    }
    const code = await command.run(createInvocation(surroundings, version, values, positionals));
    const lost = await terminal.lost?.();
    if (lost) throw new Error(`the output could not be written: ${lost.message}`);
    return code;
  } catch (error) {
    return explain(error, [name, rest[0] ?? ''], command, surroundings);
  }
}

/** What may be done in an empty folder. Everything else there, a check above all, would find nothing wrong with a misspelt path. */
const beginners: ReadonlySet<string> = new Set([
  'key.create',
  'tenant.create',
  'memory.write',
  'memory.import',
]);

function createInvocation(
  surroundings: Surroundings,
  version: string,
  options: Invocation['options'],
  positionals: string[],
): Invocation {
  const folder = options['data-dir'];
  const environment = {
    ...surroundings.environment,
    ...(typeof folder === 'string' && { LOREKEEP_DATA_DIR: folder }),
  };
  const config = async () => (await import('../config/load.ts')).loadConfig(environment);
  const namedConfig = async () => (await import('../config/load.ts')).loadNamedConfig(environment);
  return {
    ...surroundings,
    options,
    positionals,
    version,
    config,
    namedConfig,
    operate: async <Result>(
      name: string,
      args: JsonObject,
      report: (progress: JsonObject) => void = () => {},
    ) => {
      const named = serverOption({ ...surroundings, options, positionals, version } as Invocation);
      if (named) {
        const { createHttpApi } = await import('./http-api.ts');
        const { operateRemotely } = await import('./remote-operations.ts');
        return (await operateRemotely(createHttpApi(named.server, named.key), name, args)) as Result;
      }
      const settings = await config();
      const { callService, callStartingService, ServiceNotRunning } = await import('../control/client.ts');
      try {
        return (await callService(settings.dataDir, name, args, report)) as Result;
      } catch (error) {
        if (!(error instanceof ServiceNotRunning)) throw error;
      }
      if (!(await surroundings.hasData(settings))) {
        if (!beginners.has(name)) {
          throw new Error(
            `there is no data in ${settings.dataDir}; name its folder with --data-dir or LOREKEEP_DATA_DIR.`,
          );
        }
        surroundings.terminal.say(
          `lorekeep: there was no data in ${resolve(settings.dataDir)}; it begins there. A service that uses another folder does not know of it: name that one with --data-dir or LOREKEEP_DATA_DIR.`,
        );
      }
      let app: CommandApp;
      try {
        app = await surroundings.openApp(settings);
      } catch (error) {
        // Whoever owns the folder and does not answer yet may be a service that is starting.
        if ((error as { code?: string }).code !== 'DATA_FOLDER_IN_USE') throw error;
        return (await callStartingService(settings.dataDir, name, args, report, error)) as Result;
      }
      try {
        // As if it had come through the socket: what a running service refuses is refused here too.
        const { parseStrictJson } = await import('../kernel/strict-json.ts');
        const checked = parseStrictJson(Buffer.from(JSON.stringify(args))) as JsonObject;
        return (await app.operations[name]!(checked, report)) as Result;
      } finally {
        await app.close();
      }
    },
  };
}

function explain(
  error: unknown,
  [name, action]: readonly [string, string],
  command: Command,
  { terminal }: Surroundings,
): number {
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
    terminal.say(`lorekeep ${name}: ${unknownOption(error as Error, command) ?? (error as Error).message}`);
    if (error instanceof FileError) return 2;
    const ofAction = command.usage.filter((form) => form.split(' ')[1] === action);
    const forms = ofAction.length > 0 ? ofAction : command.usage;
    terminal.say(forms.map((form) => `usage: lorekeep ${form}`).join('\n'));
    return 2;
  }
  if ((error as Error).name === 'ConfigError') {
    terminal.say((error as Error).message);
    return 2;
  }
  terminal.say(`lorekeep ${name}: ${(error as Error).message}`);
  if (error instanceof ServiceError) {
    const told = (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
    for (const line of told) if (!error.message.includes(line)) terminal.say(`  ${line}`);
  }
  return command.errorCode ?? 1;
}

function didYouMean(name: string, known: Iterable<string>, mark = ''): string {
  const meant = nearestName(name, known);
  return meant === undefined ? '.' : `; did you mean "${mark}${meant}"?`;
}

/** Node's own message goes on about arguments that begin with a dash, which is hardly ever what was meant. */
function unknownOption(error: Error & { code?: string }, command: Command): string | undefined {
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return undefined;
  const [, name = ''] = /'-{1,2}([^'\s]+)'/.exec(error.message) ?? [];
  const known = Object.keys({ ...commonOptions, ...command.options });
  return `there is no option "--${name}"${didYouMean(name, known, '--')}`;
}

async function overview(): Promise<string> {
  const width = Math.max(...commandNames.map((name) => name.length));
  const lines = await Promise.all(
    commandNames.map(async (name) => `  ${name.padEnd(width)}  ${(await loadCommand(name)).summary}`),
  );
  return `lorekeep <command>

${lines.join('\n')}

"lorekeep <command> --help" tells more. Settings come from the environment (LOREKEEP_…) and from lorekeep.yaml.`;
}

function helpOf(command: Command): string {
  const usage = command.usage.map((form) => `  lorekeep ${form}`).join('\n');
  return `${command.summary}\n\nUsage:\n${usage}\n\n${command.help.trim()}\n${commonHelp}`;
}
