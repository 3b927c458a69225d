import { folderOf, foldersAbove } from './folders.ts';
import type { ManifestFile } from './manifest-file.ts';

/**
 * Lockfiles of Yarn 1 and of old npm do not say what the project itself asks for and what is only for development; the
 * `package.json` next to them (and those of its workspaces below) do.
 */
export function markNpmRoots(manifests: readonly ManifestFile[]): void {
  const locks = manifests.filter(({ facts }) => facts.join?.kind === 'npm-roots');
  const lockByFolder = new Map(locks.map((file) => [folderOf(file.path), file]));
  const asked = new Map<ManifestFile, Map<string, 'runtime' | 'dev' | 'optional'>>();
  for (const { path, facts } of manifests) {
    if (facts.reader !== 'npm-package-json') continue;
    const lock = foldersAbove(path)
      .map((folder) => lockByFolder.get(folder))
      .find(Boolean);
    if (!lock) continue;
    const wanted = asked.get(lock) ?? new Map();
    for (const { name, requirement, scope } of facts.dependencies) {
      for (const key of [name, `${name}@${requirement ?? ''}`])
        if (wanted.get(key) !== 'runtime') wanted.set(key, scope);
    }
    asked.set(lock, wanted);
  }
  for (const [lock, wanted] of asked) if (wanted.size > 0) markLock(lock, wanted);
}

function markLock(
  { facts }: ManifestFile,
  wanted: ReadonlyMap<string, 'runtime' | 'dev' | 'optional'>,
): void {
  const { dependencies, join } = facts;
  const keys = join?.kind === 'npm-roots' ? join.keys : undefined;
  dependencies.forEach((dependency, index) => {
    const found = keys
      ? keys[index]?.find((key) => wanted.has(key))
      : wanted.has(dependency.name)
        ? dependency.name
        : undefined;
    dependency.direct = found !== undefined;
    if (found !== undefined && keys) dependency.scope = wanted.get(found)!;
    else if (keys) dependency.scope = 'dev';
  });
  if (!keys) return;
  // Scopes spread from what is asked for to what that needs.
  for (const scope of ['runtime', 'optional'] as const) {
    const queue = dependencies.filter((each) => each.direct && each.scope === scope);
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const index of next.needs) {
        const dependency = dependencies[index]!;
        if (dependency.scope !== 'dev') continue;
        dependency.scope = scope;
        queue.push(dependency);
      }
    }
  }
}
