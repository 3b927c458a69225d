import { join } from 'node:path';
import { createBareRepository } from '../repository/bare-repository.ts';
import { openCommit } from '../repository/commit-reader.ts';
import { baselineRef, targetRef } from '../repository/fetched-refs.ts';
import { openFolder } from '../repository/folder-reader.ts';
import type { GitOptions } from '../repository/git-process.ts';
import { listTips } from '../repository/history-blobs.ts';
import {
  findLocalGit,
  type LocalGit,
  listLocalTips,
  objectFormatOf,
  resolveLocalRef,
} from '../repository/local-git.ts';
import type { RepositoryReader } from '../repository/repository-entry.ts';
import { openStaged } from '../repository/staged-reader.ts';
import { ScanFailure } from '../scan-failure.ts';
import type { ScanLimits } from '../scan-outcome.ts';
import type { ChildTask } from './child-protocol.ts';

/** What a scan reads: the files themselves, and where git is behind them also the baseline and the history. */
export interface OpenSource {
  reader: RepositoryReader;
  openBaseline?(ref: string): Promise<RepositoryReader>;
  history?: { git: GitOptions; tips(): Promise<string[]> };
}

export async function openSource(task: ChildTask): Promise<OpenSource> {
  const { source, limits, gitDir } = task;
  const git = gitOptions(gitDir, limits);
  if (source.kind === 'fetched') {
    return {
      reader: await openCommit(targetRef, git, limits),
      openBaseline: () => openCommit(baselineRef, git, limits),
      history: { git, tips: () => listTips(git) },
    };
  }
  const local = findLocalGit(source.path);
  if (!local) {
    if (source.kind === 'git') throw new ScanFailure('repo_not_found', 'The folder is not a git repository.');
    return { reader: openFolder(source.path, { limits }) };
  }
  const head = resolveLocalRef(local);
  await createBareRepository(gitDir, {
    format: objectFormatOf(head ?? ''),
    borrowObjectsFrom: join(local.commonDir, 'objects'),
  });
  return {
    reader: await openLocal(source, local, head, git, limits),
    openBaseline: (ref) => openLocalCommit(local, ref, git, limits),
    history: { git, tips: async () => listLocalTips(local) },
  };
}

async function openLocal(
  source: Exclude<ChildTask['source'], { kind: 'fetched' }>,
  local: LocalGit,
  head: string | undefined,
  git: GitOptions,
  limits: ScanLimits,
): Promise<RepositoryReader> {
  const environment = { GIT_INDEX_FILE: join(local.gitDir, 'index') };
  if (source.kind === 'git') {
    return source.staged
      ? openStaged(head, { ...git, environment }, limits)
      : openLocalCommit(local, source.ref, git, limits);
  }
  return openFolder(source.path, {
    limits,
    workTree: {
      git: {
        ...git,
        environment: { ...environment, GIT_WORK_TREE: source.path },
        workingFolder: source.path,
      },
      excludeFile: join(local.commonDir, 'info', 'exclude'),
      ...(head !== undefined && { commit: head }),
    },
  });
}

function openLocalCommit(local: LocalGit, ref: string | undefined, git: GitOptions, limits: ScanLimits) {
  const object = resolveLocalRef(local, ref);
  if (object === undefined) {
    throw new ScanFailure('ref_not_found', 'The repository has no such branch, tag or commit.');
  }
  return openCommit(object, git, limits);
}

function gitOptions(gitDir: string, limits: ScanLimits): GitOptions {
  return {
    gitDir,
    limits: {
      fileBytes: 64 * 1024 ** 2,
      memoryBytes: 2 * limits.packBytes + 1024 ** 3,
      cpuSeconds: Math.ceil(limits.scanMs / 1000),
    },
  };
}
