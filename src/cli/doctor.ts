import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config/schema.ts';
import { listSettings } from '../config/settings.ts';
import { userCacheFolder } from '../config/user-cache-folder.ts';
import { callService, ServiceNotRunning } from '../control/client.ts';
import { advisoryFolder, advisoryIndexFile } from '../scan/engines/dependencies/advisories/index-file.ts';
import { describeUnreadable } from '../scan/engines/dependencies/advisories/unreadable-records.ts';
import type { Command, Invocation } from './command.ts';
import { paint, plain, table } from './terminal.ts';

/** New vulnerabilities are published every day; an index that is older than this misses what is exploited now. */
const maxAdvisoryAgeDays = 7;

/** One look at the machine. `bad` stops the service or a part of it, `note` is worth knowing. */
interface Diagnosis {
  name: string;
  state: 'ok' | 'note' | 'bad';
  text: string;
}

export const doctor: Command = {
  summary: 'Print the settings in force and check the machine.',
  usage: ['doctor'],
  help: `
Secrets are masked. Exit code 1 if something would keep the service from working.`,
  maxArguments: 0,
  options: {},
  async run({ config, environment, examineDatabase, options, terminal }) {
    const settings = await config();
    const inForce = listInForce(settings);
    const database = (await examineDatabase(settings)).map((found) => ({ name: 'database', ...found }));
    const diagnoses = [...(await examine(settings, environment)), ...database];
    if (options['json']) {
      terminal.out(JSON.stringify({ settings: Object.fromEntries(inForce), checks: diagnoses }, null, 2));
    } else {
      terminal.out(table(inForce.map(([name, value]) => [name, plain(String(value))])));
      terminal.out('');
      const marks = { ok: ['green', '✓'], note: ['yellow', '!'], bad: ['red', '✗'] } as const;
      for (const { name, state, text } of diagnoses) {
        const [colour, mark] = marks[state];
        terminal.out(`${paint(terminal, colour, mark)} ${name}: ${plain(text)}`);
      }
    }
    return diagnoses.some(({ state }) => state === 'bad') ? 1 : 0;
  },
};

function listInForce(config: Config): Array<[string, unknown]> {
  return listSettings().map(({ path, secret }) => {
    const value = path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      config,
    );
    return [
      path.join('.'),
      secret ? mask(value) : typeof value === 'object' ? JSON.stringify(value) : (value ?? '(not set)'),
    ];
  });
}

function mask(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : `(${value.length} set, hidden)`;
  return value === undefined ? '(not set)' : '(set, hidden)';
}

async function examine(config: Config, environment: Invocation['environment']): Promise<Diagnosis[]> {
  return [
    examineNode(),
    await examineGit(),
    await examineSandbox(config),
    await examineDisk(config),
    await examineAdvisories(config, environment),
    await examineModel(config),
    await examineService(config),
  ];
}

function examineNode(): Diagnosis {
  const state = Number(process.versions.node.split('.')[0]) >= 24 ? 'ok' : 'bad';
  return {
    name: 'Node',
    state,
    text: `${process.version}${state === 'ok' ? '' : '; Lorekeep needs 24 or newer'}`,
  };
}

async function examineGit(): Promise<Diagnosis> {
  const version = await versionOf('git');
  if (!version) return { name: 'git', state: 'bad', text: 'not found; scans of repositories need it' };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const recent = major > 2 || (major === 2 && minor >= 37);
  return {
    name: 'git',
    state: recent ? 'ok' : 'bad',
    text: `${version}${recent ? '' : '; scans need 2.37 or newer'}`,
  };
}

async function examineSandbox({ scan }: Config): Promise<Diagnosis> {
  const { chooseSandbox, NoSandbox } = await import('../scan/sandbox/choose-sandbox.ts');
  const name = 'sandbox';
  try {
    const { kind, reason } = chooseSandbox(scan.sandbox, process.env['PATH'] ?? '');
    if (kind === 'bubblewrap' || kind === 'namespaces')
      return { name, state: 'ok', text: `${kind}; scans of repositories see nothing else of this machine` };
    if (kind === 'off') return { name, state: 'note', text: 'switched off by scan.sandbox' };
    return {
      name,
      state: 'note',
      text: `only Node's permissions: ${reason}. Install bubblewrap (Debian: apt-get install bubblewrap)`,
    };
  } catch (error) {
    if (!(error instanceof NoSandbox)) throw error;
    return { name, state: 'bad', text: error.message };
  }
}

async function examineDisk(config: Config): Promise<Diagnosis> {
  let folder = resolve(config.dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const state = free > 1e9 ? 'ok' : free > 1e8 ? 'note' : 'bad';
  return { name: 'disk', state, text: `${(free / 1e9).toFixed(1)} GB free for ${config.dataDir}` };
}

/** Loads the model as the service would and lets it embed a word: files, checksums and runtime in one. */
async function examineModel(config: Config): Promise<Diagnosis> {
  const name = 'embedding model';
  if (config.embedder !== 'local' && config.embedder !== 'fast') {
    return {
      name,
      state: 'note',
      text: `${config.embedder} at ${config.embedding.url}; not contacted from here`,
    };
  }
  try {
    const { createEmbedder } = await import('../memory/embedding/create-embedder.ts');
    const embedder = await createEmbedder(config.embedder, config.embedding);
    await embedder.embed(['hello'], 'query');
    await embedder.close();
    return { name, state: 'ok', text: `${embedder.id}, ${embedder.dims} dimensions` };
  } catch (error) {
    return { name, state: 'bad', text: (error as Error).message };
  }
}

async function examineAdvisories(config: Config, environment: Invocation['environment']): Promise<Diagnosis> {
  const { AdvisoryIndex } = await import('../scan/engines/dependencies/advisories/advisory-index.ts');
  const folders = [
    ...(config.advisoriesDir === undefined ? [] : [config.advisoriesDir]),
    advisoryFolder(config.dataDir),
    advisoryFolder(userCacheFolder(environment)),
  ];
  const index = folders
    .flatMap((folder) => AdvisoryIndex.open(advisoryIndexFile(folder)) ?? [])
    .sort((a, b) => ((a.syncedAt ?? '') < (b.syncedAt ?? '') ? 1 : -1))[0];
  const unreadable = index?.unreadable() ?? { count: 0, examples: [] };
  index?.close();
  const broken = unreadable.count > 0 ? `; ${describeUnreadable(unreadable)}` : '';
  if (!index || index.records === 0) {
    const text = 'none; dependencies are listed but not judged. Run "lorekeep advisories sync"';
    return { name: 'advisories', state: 'note', text: text + broken };
  }
  const days = Math.floor((Date.now() - Date.parse(index.syncedAt ?? '')) / 86_400_000);
  const age = days === 0 ? 'today' : days === 1 ? 'a day ago' : `${days} days ago`;
  return {
    name: 'advisories',
    state: days > maxAdvisoryAgeDays || broken !== '' ? 'note' : 'ok',
    text: `${index.records}, taken ${age}, the newest of ${index.newest ?? 'unknown date'}${broken}`,
  };
}

async function examineService(config: Config): Promise<Diagnosis> {
  try {
    await callService(config.dataDir, 'tenant.list', {}, () => {});
    return { name: 'service', state: 'ok', text: 'running on this data folder' };
  } catch (error) {
    if (error instanceof ServiceNotRunning) return { name: 'service', state: 'note', text: 'not running' };
    return { name: 'service', state: 'bad', text: (error as Error).message };
  }
}

async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 5_000 });
    return /\d+(\.\d+)+/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
