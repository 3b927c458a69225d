import { ScanFailure } from '../../model/failure.ts';
import type { ScanLimits } from '../../model/task.ts';
import { openFolder } from '../../source/folder-reader.ts';
import { openCommit } from '../../source/git/commit-reader.ts';
import { baselineRef, targetRef } from '../../source/git/fetched-refs.ts';
import type { GitOptions } from '../../source/git/git-process.ts';
import { listTips } from '../../source/git/history-blobs.ts';
import { findLocalGit, listLocalTips, shallowCommits } from '../../source/git/local-git.ts';
import { openLocal, openLocalCommit } from '../../source/open-local.ts';
import type { RepositoryReader } from '../../source/repository-entry.ts';
import type { ChildTask } from '../child-protocol.ts';

/** What a scan reads: the files themselves, and where git is behind them also the baseline and the history. */
export interface OpenSource {
  reader: RepositoryReader;
  openBaseline?(ref: string): Promise<RepositoryReader>;
  /** `isShallow`: the earlier commits were never brought here. */
  history?: { git: GitOptions; tips(): Promise<string[]>; isShallow: boolean };
}

export async function openSource(task: ChildTask): Promise<OpenSource> {
  const { source, limits, gitDir } = task;
  const git = gitOptions(gitDir, limits);
  if (source.kind === 'fetched') {
    return {
      reader: await openCommit(targetRef, git, limits),
      openBaseline: () => openCommit(baselineRef, git, limits),
      history: { git, tips: () => listTips(git), isShallow: false },
    };
  }
  const local = findLocalGit(source.path);
  if (!local) {
    if (source.kind === 'git') throw new ScanFailure('repo_not_found', 'The folder is not a git repository.');
    return { reader: openFolder(source.path, { limits }) };
  }
  const reader = await openLocal(source, local, git, limits);
  return {
    reader,
    // Against the last commit only the files that are staged need to be read.
    openBaseline: async (ref) =>
      (ref === 'HEAD' ? reader.before : undefined) ?? openLocalCommit(local, ref, git, limits),
    // Secrets of the history are told by their place in the repository, which a part of it does not know.
    ...(local.prefix === '' && {
      history: {
        git,
        tips: async () => listLocalTips(local),
        isShallow: shallowCommits(local) !== undefined,
      },
    }),
  };
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
