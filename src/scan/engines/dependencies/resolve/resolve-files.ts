import type { CoverageNote } from '../../../model/coverage.ts';
import type { Dependency } from '../dependency.ts';
import { ecosystemTraits } from '../ecosystems.ts';
import type { ResolvedFile } from '../facts.ts';
import { dropCovered } from './covered-manifests.ts';
import { folderOf, foldersAbove } from './folders.ts';
import type { ManifestFile } from './manifest-file.ts';
import { markManifestRoots } from './manifest-roots.ts';
import { markNpmRoots } from './npm-roots.ts';
import { resolveMaven } from './resolve-maven.ts';
import { shareAliases } from './share-aliases.ts';

export interface Resolved {
  files: ResolvedFile[];
  notes: CoverageNote[];
}

/** Works out what several files say together, and leaves out what another file says better. */
export function resolveFiles(manifests: readonly ManifestFile[]): Resolved {
  const notes: Resolved['notes'] = [];
  const poms = manifests.flatMap(({ path, facts }) =>
    facts.join?.kind === 'pom' ? [{ path, pom: facts.join.pom }] : [],
  );
  const maven = resolveMaven(poms);
  const central = centralVersions(manifests);
  const constraints = constraintVersions(manifests, notes);
  markNpmRoots(manifests);
  markManifestRoots(manifests);
  shareAliases(manifests);
  const files: ResolvedFile[] = [];
  for (const { path, facts } of manifests) {
    const { reader, readerKind } = facts;
    let dependencies = maven.get(path) ?? facts.dependencies;
    if (reader === 'nuget-project') dependencies = withCentralVersions(path, dependencies, central);
    if (facts.join?.kind === 'requirements') {
      if (facts.join.isConstraints) continue;
      dependencies = withConstraints(dependencies, constraints.get(path));
    }
    if (facts.join?.kind === 'go-sum') dependencies = beyondGoMod(path, dependencies, manifests);
    files.push({ path, reader, readerKind, dependencies });
  }
  return { files: dropCovered(files), notes };
}

type Versions = Map<string, string>;

/** Each name may have several versions there, one for each target framework. */
type CentralVersions = Map<string, Set<string>>;

function centralVersions(manifests: readonly ManifestFile[]): Map<string, CentralVersions> {
  const central = new Map<string, CentralVersions>();
  for (const { path, facts } of manifests) {
    if (facts.join?.kind !== 'nuget-central') continue;
    const versions: CentralVersions = new Map();
    for (const [name, version] of facts.join.versions) {
      const known = versions.get(name.toLowerCase()) ?? new Set();
      versions.set(name.toLowerCase(), known.add(version));
    }
    central.set(folderOf(path), versions);
  }
  return central;
}

/** A project without a version takes that of the nearest `Directory.Packages.props` above it. */
function withCentralVersions(
  path: string,
  dependencies: Dependency[],
  central: Map<string, CentralVersions>,
): Dependency[] {
  const nearest = foldersAbove(path)
    .map((folder) => central.get(folder))
    .find(Boolean);
  if (!nearest) return dependencies;
  // Project files name no links between packages, so that positions in the list may change.
  return dependencies.flatMap((each) => {
    const versions = nearest.get(each.name.toLowerCase());
    if (each.version !== '' || each.requirement || versions === undefined) return [each];
    const { requirement: _, ...rest } = each;
    return [...versions].map((version) =>
      /^\d[\w.+-]*$/.test(version) ? { ...rest, version } : { ...rest, requirement: version },
    );
  });
}

/** For each requirements file: the versions that its constraints files (also those of what includes it) allow. */
function constraintVersions(
  manifests: readonly ManifestFile[],
  notes: Resolved['notes'],
): Map<string, Versions> {
  const files = new Map(manifests.map((file) => [file.path, file]));
  const result = new Map<string, Versions>();
  const add = (target: string, from: string): void => {
    const versions = result.get(target) ?? new Map<string, string>();
    for (const each of files.get(from)?.facts.dependencies ?? []) {
      const name = ecosystemTraits('PyPI').normaliseName(each.name);
      if (each.version !== '' && !versions.has(name)) versions.set(name, each.version);
    }
    result.set(target, versions);
  };
  for (const { path, facts } of manifests) {
    if (facts.join?.kind !== 'requirements') continue;
    for (const target of [...facts.join.includes, ...facts.join.constraints]) {
      if (files.has(target)) continue;
      const message = `It includes ${target}, which is not in the repository or has a name that is not read.`;
      notes.push({ path, reason: 'include_not_read', message });
    }
    for (const constraint of facts.join.constraints) {
      add(path, constraint);
      for (const included of facts.join.includes) add(included, constraint);
    }
  }
  return result;
}

function withConstraints(dependencies: Dependency[], versions: Versions | undefined): Dependency[] {
  if (!versions) return dependencies;
  return dependencies.map((each) => {
    const version = versions.get(ecosystemTraits('PyPI').normaliseName(each.name));
    return each.version === '' && !each.source && version !== undefined ? { ...each, version } : each;
  });
}

/** A `go.mod` from Go 1.17 on says everything; an older one is completed by what only `go.sum` knows. */
function beyondGoMod(
  path: string,
  dependencies: Dependency[],
  manifests: readonly ManifestFile[],
): Dependency[] {
  const folder = folderOf(path);
  const module = manifests.find(
    (file) => file.facts.join?.kind === 'go-mod' && folderOf(file.path) === folder,
  );
  // Where the go.mod is missing or cannot be read, this is all that is known.
  if (!module) return dependencies;
  if (module.facts.join?.kind === 'go-mod' && module.facts.join.listsAll) return [];
  const known = new Set(module.facts.dependencies.map(({ name }) => name));
  const excluded = new Set(module.facts.join?.kind === 'go-mod' ? module.facts.join.excluded : []);
  return dependencies.filter(({ name, version }) => !known.has(name) && !excluded.has(`${name}@${version}`));
}
