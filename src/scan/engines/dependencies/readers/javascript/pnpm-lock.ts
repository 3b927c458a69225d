import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseYamlDocuments } from '../../../../formats/yaml/yaml-data.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `pnpm-lock.yaml`, lockfile versions 5 to 9. From pnpm 11 on, a document of its own says which pnpm it is, before the one of the project. */
export const readPnpmLock: ReadFile = (text, _path, problems) => {
  const documents = parseYamlDocuments(text, problems);
  const collector = new DependencyCollector('npm');
  for (const root of documents) {
    if (!root.get('lockfileVersion'))
      throw new MalformedFile('No "lockfileVersion": not a lockfile of pnpm.');
    addDocument(collector, root);
  }
  collector.spreadScope();
  return collector.finish();
};

function addDocument(collector: DependencyCollector, root: DataNode): void {
  const positions = addPackages(collector, root);
  // From version 9 on, what a package needs stands apart from the package, once for each set of peers.
  for (const section of ['packages', 'snapshots']) {
    for (const [key, entry] of root.entriesOf(section)) linkPackage(collector, positions, key, entry);
  }
  const importers = root.get('importers');
  const projects = importers?.isMap ? [...importers.entries()].map(([, node]) => node) : [root];
  for (const project of projects) markDirect(collector, positions, project);
}

function addPackages(collector: DependencyCollector, root: DataNode): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [key, entry] of root.entriesOf('packages')) {
    const identity = identityOf(key, entry);
    if (!identity) continue;
    const known = positions.get(plainKey(key));
    if (known !== undefined) continue;
    const isGit = /^(https?:|git)/.test(key) || entry.get('resolution')?.text('type') === 'git';
    const isFile = /^(@?[^@]+@)?file:/.test(key);
    const position = collector.add({
      ...identity,
      line: entry.line,
      scope: entry.isTrue('optional') ? 'optional' : 'dev',
      ...(isGit ? { source: 'git' as const } : isFile ? { source: 'file' as const } : {}),
    });
    if (position !== undefined) positions.set(plainKey(key), position);
  }
  return positions;
}

/** Without the peers that it was resolved with, and the registry: `react-dom@18.0.0(react@18.0.0)`, `example.org/react-dom/18.0.0_react@18.0.0`. */
function plainKey(key: string): string {
  const bare = key.replace(/\(.*$/, '').replace(/^\//, '');
  const slashed = /^(?:[^/@]+\.[^/@]+\/)?(@[^/]+\/[^/@]+|[^/@]+)\/(\d[^_/]*)/.exec(bare);
  return slashed ? `${slashed[1]}@${slashed[2]}` : bare;
}

function identityOf(key: string, entry: DataNode): { name: string; version: string } | undefined {
  const plain = plainKey(key);
  const at = plain.lastIndexOf('@');
  const name = entry.text('name') ?? (at > 0 ? plain.slice(0, at) : undefined);
  const version = entry.text('version') ?? (at > 0 ? plain.slice(at + 1) : undefined);
  return name && version ? { name, version } : undefined;
}

function lookUp(positions: Map<string, number>, name: string, version: string): number | undefined {
  const bare = version.replace(/\(.*$/, '');
  const ownVersion = /^\d[^_]*/.exec(bare)?.[0];
  if (ownVersion !== undefined)
    return positions.get(`${name}@${ownVersion}`) ?? positions.get(`${name}@${bare}`);
  return positions.get(plainKey(version));
}

function linkPackage(
  collector: DependencyCollector,
  positions: Map<string, number>,
  key: string,
  entry: DataNode,
): void {
  const from = positions.get(plainKey(key));
  if (from === undefined) return;
  for (const section of ['dependencies', 'optionalDependencies']) {
    for (const [name, version] of entry.entriesOf(section)) {
      collector.link(from, lookUp(positions, name, version.asText() ?? ''));
    }
  }
}

function markDirect(collector: DependencyCollector, positions: Map<string, number>, project: DataNode): void {
  for (const [section, scope] of [
    ['dependencies', 'runtime'],
    ['optionalDependencies', 'optional'],
    ['devDependencies', 'dev'],
  ] as const) {
    for (const [name, entry] of project.entriesOf(section)) {
      const version = entry.asText() ?? entry.text('version') ?? '';
      const position = lookUp(positions, name, version);
      if (position === undefined) continue;
      const dependency = collector.at(position);
      dependency.direct = true;
      if (dependency.name !== name)
        dependency.importedAs = [...new Set([...(dependency.importedAs ?? []), name])];
      if (scope === 'runtime' || dependency.scope === 'dev') dependency.scope = scope;
    }
  }
}
