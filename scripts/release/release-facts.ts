import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What every part of a release has in common. Nothing of it depends on when or where it is made. */
export interface ReleaseFacts {
  version: string;
  commit: string;
  /** Seconds of the commit's date: the time stamp of every file. */
  epoch: number;
  os: NodeJS.Platform;
  arch: string;
  /** The least that compresses, for tests; releases take the best. */
  fast: boolean;
}

export function readFacts(fast: boolean): ReleaseFacts {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## ${version}`))
    throw new Error(`CHANGELOG.md has no section for version ${version}.`);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return {
    version,
    commit: git('rev-parse', 'HEAD'),
    epoch: Number(git('log', '-1', '--format=%ct')),
    os: process.platform,
    arch: process.arch,
    fast,
  };
}
