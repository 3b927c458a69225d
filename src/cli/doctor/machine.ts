import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../../config/schema.ts';
import type { Diagnosis } from './diagnosis.ts';
import { remedyFor, type SystemFamily } from './remedies.ts';

export function examineNode(version: string, family: SystemFamily): Diagnosis {
  if (Number(version.split('.')[0]) >= 24) return { name: 'Node', state: 'ok', text: `v${version}` };
  return {
    name: 'Node',
    state: 'bad',
    text: `v${version}; Lorekeep needs 24 or newer`,
    remedy: remedyFor('node', family),
  };
}

export async function examineGit(path: string | undefined, family: SystemFamily): Promise<Diagnosis> {
  const version = await versionOf('git', path);
  const missing = { name: 'git', state: 'bad', remedy: remedyFor('git', family) } as const;
  if (!version) return { ...missing, text: 'not found; scans of repositories need it' };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 2 || (major === 2 && minor >= 37)) return { name: 'git', state: 'ok', text: version };
  return { ...missing, text: `${version}; scans need 2.37 or newer` };
}

export async function examineSandbox(
  { scan }: Config,
  path: string,
  family: SystemFamily,
): Promise<Diagnosis> {
  const { chooseSandbox, NoSandbox } = await import('../../scan/sandbox/choose-sandbox.ts');
  const name = 'sandbox';
  try {
    const { kind, reason } = chooseSandbox(scan.sandbox, path);
    if (kind === 'bubblewrap' || kind === 'namespaces')
      return { name, state: 'ok', text: `${kind}; scans of repositories see nothing else of this machine` };
    if (kind === 'off') return { name, state: 'note', text: 'switched off by scan.sandbox' };
    return {
      name,
      state: 'note',
      text: `only Node's permissions: ${reason}`,
      remedy: remedyFor('bubblewrap', family),
    };
  } catch (error) {
    if (!(error instanceof NoSandbox)) throw error;
    return { name, state: 'bad', text: error.message, remedy: remedyFor('bubblewrap', family) };
  }
}

export async function examineDisk(config: Config): Promise<Diagnosis> {
  let folder = resolve(config.dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const state = free > 1e9 ? 'ok' : free > 1e8 ? 'note' : 'bad';
  return { name: 'disk', state, text: `${(free / 1e9).toFixed(1)} GB free for ${config.dataDir}` };
}

async function versionOf(program: string, path: string | undefined): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      timeout: 5_000,
      env: { ...process.env, PATH: path },
    });
    return /\d+(\.\d+)+/.exec(stdout)?.[0];
  } catch (error) {
    // Absent is a result here; anything else is worth seeing.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      process.stderr.write(`lorekeep doctor: ${program} --version failed: ${(error as Error).message}\n`);
    return undefined;
  }
}
