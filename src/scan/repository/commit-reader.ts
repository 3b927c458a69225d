import { ScanFailure } from '../scan-failure.ts';
import { readBlobs } from './blob-reader.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { listTree } from './list-tree.ts';
import type { ListingLimits, RepositoryReader } from './repository-entry.ts';

/** Opens what a ref of the bare repository names, through tags, as far as there is a tree. */
export async function openCommit(
  object: string,
  git: GitOptions,
  limits: ListingLimits & { secretFileBytes: number },
): Promise<RepositoryReader> {
  const commit = await peel(object, git);
  return {
    commit,
    list: () => listTree(commit, git, limits),
    read: (entries) =>
      readBlobs(
        entries.map(({ blob }) => blob!),
        git,
        limits.secretFileBytes,
      ),
  };
}

async function peel(object: string, git: GitOptions): Promise<string> {
  for (const kind of ['commit', 'tree']) {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${object}^{${kind}}`];
    const { code, stdout } = await runGit(args, git);
    if (code === 0) return stdout.trim();
  }
  throw new ScanFailure('ref_not_found', 'The branch, tag or commit does not lead to files.');
}
