import type { Dependency } from '../dependency.ts';
import type { PomDependency, PomModel } from '../readers/jvm/pom-model.ts';
import { exactVersion, parseRequirement } from '../versions/requirement.ts';

export type PomFile = { path: string; pom: PomModel };

const maxAncestors = 20;
const maxExpansion = 10;
const maxDependencies = 100_000;

/** Works out the dependencies of every POM, with properties, managed versions and bills of materials from parents in the repository. */
export function resolveMaven(files: readonly PomFile[]): Map<string, Dependency[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byName = new Map<string, PomFile>();
  for (const file of files) {
    const { artifactId, groupId, parent } = file.pom;
    byName.set(`${groupId ?? parent?.groupId ?? ''}:${artifactId}`, file);
  }
  const find = { byPath, byName };
  return new Map(files.map((file) => [file.path, dependenciesOf(file, find)]));
}

interface Lookup {
  byPath: Map<string, PomFile>;
  byName: Map<string, PomFile>;
}

function dependenciesOf(file: PomFile, find: Lookup): Dependency[] {
  const lineage = lineageOf(file, find);
  const properties = collectProperties(lineage);
  const managed = collectManaged(lineage, properties, find);
  const own = lineage.flatMap(({ pom }) =>
    pom.dependencies.map((each) => ({ each, isOwn: pom === file.pom })),
  );
  const seen = new Set<string>();
  const dependencies: Dependency[] = [];
  for (const { each, isOwn } of own) {
    const name = expand(`${each.groupId}:${each.artifactId}`, properties);
    const declared = each.version ?? managed.get(name);
    const written = expand(declared ?? '', properties);
    // What a parent declares is reported where the parent is. Profiles may ask for several versions of one package.
    const key = `${name} ${written}`;
    if (!isOwn || seen.has(key) || dependencies.length >= maxDependencies) continue;
    seen.add(key);
    if (name.includes('${') || each.scope === 'import') continue;
    const intervals = written.includes('${') ? undefined : parseRequirement(written, 'brackets');
    const version = intervals ? exactVersion(intervals) : undefined;
    dependencies.push({
      ecosystem: 'Maven',
      name,
      version: version ?? '',
      ...(version === undefined ? { requirement: written } : {}),
      line: each.line,
      scope: each.scope,
      direct: true,
      needs: [],
    });
  }
  return dependencies;
}

/** The POM itself, its parent, and so on, as far as they are in the repository. A circle ends where it began. */
function lineageOf(file: PomFile, find: Lookup): PomFile[] {
  const lineage = [file];
  for (
    let parent = parentOf(file, find);
    parent && lineage.length < maxAncestors;
    parent = parentOf(parent, find)
  ) {
    if (lineage.includes(parent)) break;
    lineage.push(parent);
  }
  return lineage;
}

function parentOf({ path, pom }: PomFile, find: Lookup): PomFile | undefined {
  if (!pom.parent) return undefined;
  const { groupId, artifactId, relativePath } = pom.parent;
  const near = relativePath === '' ? undefined : nearby(path, relativePath, find);
  return near?.pom.artifactId === artifactId ? near : find.byName.get(`${groupId}:${artifactId}`);
}

function nearby(path: string, relativePath: string, find: Lookup): PomFile | undefined {
  const parts = path.split('/').slice(0, -1);
  for (const part of relativePath.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const target = parts.join('/');
  return find.byPath.get(target) ?? find.byPath.get(target === '' ? 'pom.xml' : `${target}/pom.xml`);
}

/** The nearest definition wins. The project's own coordinates are properties too. */
function collectProperties(lineage: readonly PomFile[]): Map<string, string> {
  const properties = new Map<string, string>();
  for (const { pom } of lineage.toReversed()) {
    for (const [name, value] of pom.properties) properties.set(name, value);
  }
  const nearest = <Key extends 'groupId' | 'version'>(key: Key): string =>
    lineage.map(({ pom }) => pom[key] ?? pom.parent?.[key]).find(Boolean) ?? '';
  const parent = lineage[0]!.pom.parent;
  for (const prefix of ['project', 'pom']) {
    properties.set(`${prefix}.groupId`, nearest('groupId'));
    properties.set(`${prefix}.version`, nearest('version'));
    properties.set(`${prefix}.artifactId`, lineage[0]!.pom.artifactId);
    if (parent) {
      properties.set(`${prefix}.parent.version`, parent.version);
      properties.set(`${prefix}.parent.groupId`, parent.groupId);
    }
  }
  return properties;
}

function collectManaged(
  lineage: readonly PomFile[],
  properties: ReadonlyMap<string, string>,
  find: Lookup,
): Map<string, string> {
  const managed = new Map<string, string>();
  const add = (
    { groupId, artifactId, version }: PomDependency,
    values: ReadonlyMap<string, string>,
  ): void => {
    const name = expand(`${groupId}:${artifactId}`, values);
    if (version && !managed.has(name)) managed.set(name, expand(version, values));
  };
  for (const { pom } of lineage)
    for (const each of pom.managed) if (each.scope !== 'import') add(each, properties);
  for (const { pom } of lineage) {
    for (const each of pom.managed) {
      if (each.scope !== 'import') continue;
      const target = find.byName.get(expand(`${each.groupId}:${each.artifactId}`, properties));
      if (!target || lineage.includes(target)) continue;
      const imported = lineageOf(target, find);
      const values = collectProperties(imported);
      for (const level of imported) for (const entry of level.pom.managed) add(entry, values);
    }
  }
  return managed;
}

/** Properties may name others; a circle or a long chain is left as it is. */
function expand(text: string, properties: ReadonlyMap<string, string>): string {
  let result = text;
  for (let round = 0; round < maxExpansion && result.includes('${'); round++) {
    const next = result.replace(
      /\$\{([^{}$]+)\}/g,
      (whole, name: string) => properties.get(name.trim()) ?? whole,
    );
    if (next === result || next.length > 1000) break;
    result = next;
  }
  return result;
}
