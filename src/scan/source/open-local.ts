import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScanFailure } from '../model/failure.ts';
import type { ScanLimits } from '../model/task.ts';
import { openFolder } from './folder-reader.ts';
import { createBareRepository } from './git/bare-repository.ts';
import { openCommit } from './git/commit-reader.ts';
import type { GitOptions } from './git/git-process.ts';
import {
  type LocalGit,
  objectFormatOf,
  resolveLocalRef,
  shallowCommits,
  usesReftable,
} from './git/local-git.ts';
import type { RepositoryReader } from './repository-entry.ts';
import { openStaged } from './staged-reader.ts';

/** What is read of a local repository: a folder of its work tree as it is, a commit, or what is staged. */
export type LocalSource =
  | { kind: 'folder'; path: string }
  | { kind: 'git'; path: string; ref?: string; staged?: boolean; indexFile?: string };

/** Opens a folder that git knows. All git commands run in a bare folder of ours that borrows the objects. */
export async function openLocal(
  source: LocalSource,
  local: LocalGit,
  git: GitOptions,
  limits: ScanLimits,
): Promise<RepositoryReader> {
  const needsCommit = source.kind === 'git' || local.workTree === undefined;
  const head = usesReftable(local) && !needsCommit ? undefined : resolveLocalRef(local);
  const format = objectFormatOf(local, head);
  await createBareRepository(git.gitDir, { format, borrowObjectsFrom: join(local.commonDir, 'objects') });
  // Without it git takes the end of a shallow clone for a damaged history.
  const shallow = shallowCommits(local);
  if (shallow) await writeFile(join(git.gitDir, 'shallow'), shallow.map((commit) => `${commit}\n`).join(''));
  if (source.kind === 'git' && source.staged) {
    if (local.workTree === undefined)
      throw new ScanFailure('repo_not_found', 'A bare repository has nothing staged.');
    const indexed = {
      ...git,
      environment: { GIT_INDEX_FILE: source.indexFile ?? join(local.gitDir, 'index') },
    };
    return openStaged({ head, format, prefix: local.prefix }, indexed, limits);
  }
  if (source.kind === 'git') return openLocalCommit(local, source.ref, git, limits);
  if (local.workTree === undefined) return openLocalCommit(local, undefined, git, limits);
  return openFolder(source.path, {
    limits,
    workTree: {
      git: {
        ...git,
        environment: { GIT_INDEX_FILE: join(local.gitDir, 'index'), GIT_WORK_TREE: local.workTree },
        workingFolder: source.path,
      },
      excludeFile: join(local.commonDir, 'info', 'exclude'),
      isPart: local.prefix !== '',
      ...(head !== undefined && { commit: head }),
    },
  });
}

/** A commit of a local repository, as far as the folder goes that was asked for. */
export function openLocalCommit(
  local: LocalGit,
  ref: string | undefined,
  git: GitOptions,
  limits: ScanLimits,
): Promise<RepositoryReader> {
  const object = resolveLocalRef(local, ref);
  if (object === undefined) {
    throw new ScanFailure('ref_not_found', whyNotFound(ref));
  }
  return openCommit(object, git, limits, local.prefix);
}

function whyNotFound(ref: string | undefined): string {
  if (ref === undefined) return 'The repository has no commit yet.';
  if (/^[0-9a-f]{4,39}$/.test(ref))
    return 'The repository has no such branch or tag; a commit must be written in full.';
  return 'The repository has no such branch, tag or commit.';
}
