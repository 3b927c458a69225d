import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { issueSentence } from '../kernel/issue-sentence.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { type Config, configSchema } from './schema.ts';
import { listSettings, type Setting } from './settings.ts';

/** What is wrong with the configuration, one sentence a problem, each naming the setting and where it was set. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Variables that are read elsewhere than in the schema; the last two belong to clients and receivers of webhooks, whose shell may be this one. */
const otherVariables = ['LOREKEEP_CONFIG', 'LOREKEEP_API_KEY', 'LOREKEEP_URL', 'LOREKEEP_WEBHOOK_SECRET'];

/**
 * Reads the configuration: defaults, then the file (`LOREKEEP_CONFIG`, or `lorekeep.yaml` in the working folder), then the
 * environment. Whatever is unknown or wrong is refused by name, since a misspelt limit must not quietly be the default.
 */
export function loadConfig(
  environment: Record<string, string | undefined>,
  workingFolder = process.cwd(),
): Config {
  return parseConfig(environment, readFile(environment, workingFolder));
}

/**
 * The same without a `lorekeep.yaml` of the working folder: for commands that work on other people's folders, whose files must not configure
 * them. A file that `LOREKEEP_CONFIG` names is read.
 */
export function loadNamedConfig(environment: Record<string, string | undefined>): Config {
  return parseConfig(environment, environment['LOREKEEP_CONFIG'] ? readFile(environment, process.cwd()) : {});
}

function parseConfig(environment: Record<string, string | undefined>, raw: Record<string, unknown>): Config {
  const settings = listSettings();
  const problems: string[] = [];
  const origin = readEnvironment(environment, settings, raw, problems);
  const parsed = configSchema.safeParse(raw, { error: issueSentence });
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => explain(issue, origin)));
  if (parsed.data?.databaseUrl !== undefined && parsed.data.secretKeyFile === undefined) {
    problems.push(
      'LOREKEEP_SECRET_KEY_FILE is needed with a database URL: one key for all nodes, made with "openssl rand -base64 32 > secret.key".',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return parsed.data!;
}

function readFile(
  environment: Record<string, string | undefined>,
  workingFolder: string,
): Record<string, unknown> {
  const named = environment['LOREKEEP_CONFIG'];
  // Empty is not set, as for every other variable.
  const file = resolve(workingFolder, named || 'lorekeep.yaml');
  if (!existsSync(file)) {
    if (named) throw new ConfigError([`LOREKEEP_CONFIG names ${named}, and there is no such file.`]);
    return {};
  }
  let content: unknown;
  try {
    // Loaded here, since most configurations are the environment alone and its seventy modules slow every command down.
    const yaml = createRequire(import.meta.url)('yaml') as typeof import('yaml');
    content = yaml.parse(readFileSync(file, 'utf8'), { maxAliasCount: 10 });
  } catch (error) {
    throw new ConfigError([`${file} is not valid YAML: ${(error as Error).message.split('\n')[0]}`]);
  }
  if (content === null || content === undefined) return {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new ConfigError([`${file} must hold names and values.`]);
  }
  return content as Record<string, unknown>;
}

/** Lays the environment over `raw`; returns which variable gave which setting, to name it in a problem. */
function readEnvironment(
  environment: Record<string, string | undefined>,
  settings: Setting[],
  raw: Record<string, unknown>,
  problems: string[],
): Map<string, string> {
  const byVariable = new Map(
    settings.flatMap((setting) => (setting.variable ? [[setting.variable, setting]] : [])),
  );
  const origin = new Map<string, string>();
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith('LOREKEEP_') || text === undefined || otherVariables.includes(variable))
      continue;
    const setting = byVariable.get(variable);
    if (!setting) {
      problems.push(`${variable} is not a setting.${suggest(variable, [...byVariable.keys()])}`);
      continue;
    }
    // An empty variable is how shells and unit files say "not set".
    if (text === '') continue;
    place(raw, setting.path, convert(text, setting));
    origin.set(setting.path.join('.'), variable);
  }
  return origin;
}

function convert(text: string, setting: Setting): unknown {
  const trimmed = text.trim();
  switch (setting.kind) {
    case 'number':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
    case 'boolean':
      return { true: true, '1': true, false: false, '0': false }[trimmed.toLowerCase()] ?? text;
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    default:
      // A carriage return of a file from Windows would be another data folder.
      return setting.verbatim ? text : trimmed;
  }
}

function place(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) target[name] = value;
  else {
    const inner = target[name];
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    target[name] = next;
    place(next, rest, value);
  }
}

function explain(issue: z.core.$ZodIssue, origin: Map<string, string>): string {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const known = listSettings().map((setting) => setting.path.join('.'));
    return issue.keys
      .map((key) => [...path, key].join('.'))
      .map((name) => `${name} is not a setting.${suggest(name, known)}`)
      .join(' ');
  }
  const variable = origin.get(path.join('.')) ?? origin.get(path.slice(0, -1).join('.'));
  return `${variable ?? path.join('.')}: ${issue.message}`;
}

function suggest(name: string, known: string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
