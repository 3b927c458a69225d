import { ecosystemTraits } from '../ecosystems.ts';
import { folderOf } from './folders.ts';
import type { ManifestFile } from './manifest-file.ts';

/** Lockfiles that do not say what the project itself asks for, and the manifest next to them that does. */
const manifestOf: Record<string, string> = {
  'composer-lock': 'composer-json',
  'pdm-lock': 'pyproject-toml',
  'poetry-lock': 'pyproject-toml',
};

/** Marks as direct what the manifest next to a lockfile names; without one it stays what nothing else needs. */
export function markManifestRoots(manifests: readonly ManifestFile[]): void {
  const byPlace = new Map(manifests.map((file) => [`${file.facts.reader} ${folderOf(file.path)}`, file]));
  for (const { path, facts } of manifests) {
    const manifest = byPlace.get(`${manifestOf[facts.reader]} ${folderOf(path)}`);
    if (!manifest || manifest.facts.dependencies.length === 0) continue;
    const asked = new Set(manifest.facts.dependencies.map(keyOf));
    // Where no name agrees, the manifest keeps them in a form that is not read: better the guess than nothing at all.
    if (!facts.dependencies.some((each) => asked.has(keyOf(each)))) continue;
    for (const each of facts.dependencies) each.direct = asked.has(keyOf(each));
  }
}

function keyOf({ ecosystem, name }: ManifestFile['facts']['dependencies'][number]): string {
  return ecosystemTraits(ecosystem).normaliseName(name);
}
