import type { SkippedPath } from '../scan-outcome.ts';
import { readBlobs } from './blob-reader.ts';
import { gitFailure } from './git-failure.ts';
import { type GitOptions, runGit } from './git-process.ts';
import { addEntry, tooManyFiles } from './list-tree.ts';
import {
  comparePaths,
  type ListingLimits,
  type RepositoryEntry,
  type RepositoryReader,
} from './repository-entry.ts';

const emptyTree = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as Record<number, string>;

/** What the next commit would add or change: the content in the index, not the one in the work tree. */
export function openStaged(
  head: string | undefined,
  git: GitOptions,
  limits: ListingLimits & { secretFileBytes: number },
): RepositoryReader {
  return {
    ...(head !== undefined && { commit: head }),
    list: async () => {
      const against = head ?? emptyTree[40]!;
      const args = ['diff-index', '--cached', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '-z'];
      const result = await runGit([...args, '--diff-filter=AMT', '--end-of-options', against, '--'], git);
      if (result.code !== 0) throw gitFailure(result);
      return sized(parseRawDiff(result.stdout), git, limits);
    },
    read: (entries) =>
      readBlobs(
        entries.map(({ blob }) => blob!),
        git,
        limits.secretFileBytes,
      ),
  };
}

interface Change {
  mode: string;
  blob: string;
  path: string;
}

/** `:oldmode newmode oldid newid status`, then the path, each ended by a zero byte. */
function parseRawDiff(output: string): Change[] {
  const fields = output.split('\0');
  const changes: Change[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, mode, , blob] = fields[i]!.split(' ') as [string, string, string, string];
    changes.push({ mode, blob, path: fields[i + 1]! });
  }
  return changes;
}

async function sized(changes: Change[], git: GitOptions, limits: ListingLimits) {
  if (changes.length > limits.files) throw tooManyFiles(limits);
  const input = changes.map(({ blob }) => `${blob}\n`).join('');
  const result = await runGit(['cat-file', '--batch-check=%(objectsize)', '--buffer'], { ...git, input });
  const sizes = result.stdout.split('\n');
  const entries: RepositoryEntry[] = [];
  const skipped: SkippedPath[] = [];
  changes.forEach((change, i) => {
    addEntry({ ...change, sizeBytes: Number(sizes[i]) }, entries, skipped);
  });
  return { entries: entries.sort(comparePaths), skipped: skipped.sort(comparePaths) };
}
