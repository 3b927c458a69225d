import type { ResolvedFile } from '../facts.ts';
import { folderOf, foldersAbove } from './folders.ts';

/** Which lockfiles say exactly what a manifest only asks for, and whether one in a folder above does too (workspaces). */
const coverage: Record<string, { by: readonly string[]; above: boolean }> = {
  'npm-package-json': {
    by: ['npm-package-lock', 'yarn-lock', 'pnpm-lock', 'bun-lock', 'deno-lock'],
    above: true,
  },
  'pyproject-toml': {
    by: ['poetry-lock', 'pdm-lock', 'uv-lock', 'pylock-toml', 'pipfile-lock'],
    above: true,
  },
  'setup-py': { by: ['poetry-lock', 'pdm-lock', 'uv-lock', 'pylock-toml', 'pipfile-lock'], above: true },
  'cargo-toml': { by: ['cargo-lock'], above: true },
  'composer-json': { by: ['composer-lock'], above: false },
  gemfile: { by: ['gemfile-lock'], above: false },
  'gradle-build': { by: ['gradle-lockfile'], above: false },
  'gradle-version-catalog': { by: ['gradle-lockfile'], above: true },
  'nuget-project': { by: ['nuget-packages-lock', 'nuget-packages-config'], above: false },
};

/** Leaves out manifests that a lockfile covers, and of records what some lockfile says already. */
export function dropCovered(files: readonly ResolvedFile[]): ResolvedFile[] {
  const locks = new Set(
    files
      .filter(({ readerKind }) => readerKind === 'lockfile')
      .map(({ path, reader }) => `${reader} ${folderOf(path)}`),
  );
  const locked = new Set(
    files
      .filter(({ readerKind }) => readerKind === 'lockfile')
      .flatMap(({ dependencies }) =>
        dependencies.map((each) => `${each.ecosystem} ${each.name}@${each.version}`),
      ),
  );
  return files.flatMap((file) => {
    if (file.readerKind === 'lockfile') return [file];
    if (file.readerKind === 'record') return [withoutLocked(file, locked)];
    const rule = coverage[file.reader];
    const folders = rule?.above ? foldersAbove(file.path) : [folderOf(file.path)];
    const isCovered = rule?.by.some((reader) => folders.some((folder) => locks.has(`${reader} ${folder}`)));
    return isCovered || isCompiled(file, files) ? [] : [file];
  });
}

/** Positions in `needs` must stay right, so that what is omitted only loses what makes it checked. */
function withoutLocked(file: ResolvedFile, locked: ReadonlySet<string>): ResolvedFile {
  const kept = file.dependencies.map((each) => !locked.has(`${each.ecosystem} ${each.name}@${each.version}`));
  const positions = new Map<number, number>();
  kept.forEach((isKept, index) => {
    if (isKept) positions.set(index, positions.size);
  });
  const dependencies = file.dependencies
    .filter((_, index) => kept[index])
    .map(({ accepts: _, ...each }) => ({
      ...each,
      needs: each.needs.flatMap((index) => positions.get(index) ?? []),
    }));
  return { ...file, dependencies };
}

/** `requirements.in` next to the `requirements.txt` or `.lock` that was compiled from it. */
function isCompiled({ path, reader }: ResolvedFile, files: readonly ResolvedFile[]): boolean {
  if (reader !== 'requirements-txt' || !path.endsWith('.in')) return false;
  const stem = path.slice(0, -'.in'.length);
  return files.some((other) => other.path === `${stem}.txt` || other.path === `${stem}.lock`);
}
