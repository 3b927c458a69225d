import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GitOptions } from '../../src/scan/source/git/git-process.ts';

/** A folder that goes with its test. */
export function temporaryFolder(files: Record<string, string | Uint8Array> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Runs git as somebody with a fixed name at a fixed time, so that the same content has the same commit; gives what it printed. */
export function git(folder: string, ...args: string[]): string {
  const when = '2026-01-02T03:04:05Z';
  return execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_DATE: when,
        GIT_COMMITTER_DATE: when,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
    .toString()
    .trim();
}

/** A repository with one commit of these files on `main`. */
export function gitRepository(files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder(files);
  git(folder, 'init', '-q', '--initial-branch=main');
  commitAll(folder);
  return folder;
}

export function commitAll(folder: string): string {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'x', '--allow-empty');
  return git(folder, 'rev-parse', 'HEAD');
}

/** How our own git processes run on the repository of a folder. */
export function gitOptions(gitDir: string): GitOptions {
  return { gitDir, limits: { fileBytes: 2 ** 30, memoryBytes: 2 ** 32, cpuSeconds: 60 } };
}
