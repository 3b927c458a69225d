import { ScanFailure } from '../../model/failure.ts';
import type { ListingLimits, RepositoryReader } from '../repository-entry.ts';
import { readBlobs } from './blob-reader.ts';
import { gitFailure, isMissingGit } from './git-failure.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { listTree } from './list-tree.ts';

/**
 * Opens what a ref of the bare repository names, through tags, as far as there is a tree; of it a folder, where one is
 * named. A folder that the commit does not have is empty there.
 */
export async function openCommit(
  object: string,
  git: GitOptions,
  limits: ListingLimits & { secretFileBytes: number },
  folder = '',
): Promise<RepositoryReader> {
  const commit = await peel(object, git);
  const tree = folder === '' ? commit : await folderOf(commit, folder, git);
  return {
    commit,
    list: async () => (tree === undefined ? { entries: [], skipped: [] } : listTree(tree, git, limits)),
    read: (entries, room) =>
      readBlobs(
        entries.map(({ blob }) => blob!),
        git,
        limits.secretFileBytes,
        room,
      ),
  };
}

async function peel(object: string, git: GitOptions): Promise<string> {
  for (const kind of ['commit', 'tree']) {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${object}^{${kind}}`];
    const result = await runGit(args, git);
    if (result.code === 0) return result.stdout.trim();
    if (isMissingGit(result)) throw gitFailure(result);
  }
  throw new ScanFailure('ref_not_found', 'The branch, tag or commit does not lead to files.');
}

async function folderOf(commit: string, folder: string, git: GitOptions): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}:${folder}/`];
  const { code, stdout } = await runGit(args, git);
  return code === 0 ? stdout.trim() : undefined;
}
