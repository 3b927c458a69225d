import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/schema.ts';
import type { Operations } from '../control/operations.ts';
import type { JsonObject } from '../kernel/json.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import type { Terminal } from './terminal.ts';

/** The application as far as commands need it; the process hands in the real one. */
export interface CommandApp {
  readonly operations: Operations;
  close(): Promise<void>;
}

/** What the process lends to commands. */
export interface Surroundings {
  terminal: Terminal;
  environment: Record<string, string | undefined>;
  /** Makes the process interpret instead of compiling, for a command that ends soon; absent where other work of the process follows it. */
  stopCompilers?(): Promise<void>;
  /** The version, with the commit where it is known. */
  describeVersion(): string;
  /** Builds the application without listening, for commands that find no running service. */
  openApp(config: Config): Promise<CommandApp>;
  /** Builds the whole application, with its workers, without listening. */
  startApp(config: Config): Promise<CommandApp>;
  /** Whether there is a database in the data folder. */
  hasData(config: Config): Promise<boolean>;
  /** Puts a backup into an empty data folder. */
  restoreBackup(source: string, dataDir: string): Promise<{ createdAt: string }>;
  /** Copies all data into a Postgres or into a folder; says how many rows of each table. */
  moveData(
    config: Config,
    to: string,
    report: (done: number, total: number) => void,
  ): Promise<Array<{ table: string; rows: number }>>;
  /** What there is to know about the database of the configuration; nothing where it is the embedded one. */
  examineDatabase(config: Config): Promise<Array<{ state: 'ok' | 'note' | 'bad'; text: string }>>;
  /** Runs the service until it is told to stop. */
  serve(config: Config, terminal: Terminal): Promise<number>;
}

export type OptionValue = string | boolean | Array<string | boolean> | undefined;

export interface Invocation extends Surroundings {
  options: Record<string, OptionValue>;
  positionals: string[];
  /** Of this installation. */
  version: string;
  /** The configuration in force; fails with a `ConfigError` that says what is wrong. */
  config(): Promise<Config>;
  /** The same without a `lorekeep.yaml` of the working folder, which may be somebody else's. */
  namedConfig(): Promise<Config>;
  /** Carries out an operation: in the running service if there is one, else by opening the data folder. */
  operate<Result>(name: string, args: JsonObject, report?: (progress: JsonObject) => void): Promise<Result>;
}

export interface Command {
  /** What `lorekeep help` says about it, in a line. */
  summary: string;
  /** The forms it is called in, without `lorekeep`. */
  usage: string[];
  /** One line an option, and whatever else a user should know. */
  help: string;
  options: ParseArgsOptionsConfig;
  /** How many arguments next to the options it takes at most; any number by default. */
  maxArguments?: number;
  /** The exit code of an error that it did not foresee; 1 by default. */
  errorCode?: number;
  /** The exit code: 0 done, 1 failed, 2 wrong usage; `scan` has more. */
  run(invocation: Invocation): Promise<number>;
}

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

/** A file that the user wrote says something wrong. The exit code is that of wrong usage; how the command is called would not help. */
export class FileError extends UsageError {}

/** For the first argument of a command, where it is none of the actions that its usage names. */
export function unknownAction(given: string | undefined, { usage }: Command): UsageError {
  const actions = [...new Set(usage.map((form) => form.split(' ')[1]!))];
  const choice = `${actions.slice(0, -1).join(', ')} or ${actions.at(-1)}`;
  if (given === undefined) return new UsageError(`say ${choice}.`);
  const meant = nearestName(given, actions);
  const hint = meant === undefined ? `say ${choice}.` : `did you mean "${meant}"?`;
  return new UsageError(`there is no action "${given}"; ${hint}`);
}

/** A text option; absent when it was not given. */
export function textOption(invocation: Invocation, name: string): string | undefined {
  const value = invocation.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A list option: given several times or separated by commas. */
export function listOption(invocation: Invocation, name: string): string[] | undefined {
  const value = invocation.options[name];
  if (value === undefined) return undefined;
  return [value]
    .flat()
    .flatMap((item) => String(item).split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
