import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import type { Scope } from '../../dependency.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { isNpmVersion, npmSource, splitNpmAlias } from './npm-specifier.ts';

/** `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3. */
export const readNpmPackageLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  const packages = root.get('packages');
  if (packages?.isMap) return readPackages(packages);
  if (!root.isMap || (!root.get('dependencies') && !root.get('lockfileVersion'))) {
    throw new MalformedFile('Neither "packages" nor "dependencies": not a lockfile of npm.');
  }
  const collector = new DependencyCollector('npm');
  readNested(collector, root, [], 0);
  collector.markUnneededAsDirect();
  return { ...collector.finish(), join: { kind: 'npm-roots' } };
};

const folder = 'node_modules/';
// Deeper nesting than any real tree has; every lookup walks it upwards.
const maxNesting = 64;

function readPackages(packages: DataNode) {
  const collector = new DependencyCollector('npm');
  const positions = new Map<string, number>();
  for (const [path, entry] of packages.entries()) {
    const start = path.lastIndexOf(folder);
    // Entries outside node_modules are the project itself and its workspaces.
    if (start === -1 || entry.isTrue('link') || path.split(folder).length > maxNesting) continue;
    const version = entry.text('version');
    if (version === undefined) continue;
    const licence = entry.text('license');
    const source = npmSource(entry.text('resolved') ?? '');
    const key = path.slice(start + folder.length);
    const name = entry.text('name') ?? key;
    const position = collector.add({
      name,
      version,
      line: entry.line,
      scope: scopeOf(entry),
      ...(licence ? { licences: [licence] } : {}),
      ...(source ? { source } : {}),
      ...(name === key ? {} : { importedAs: [key] }),
    });
    if (position !== undefined) positions.set(path, position);
  }
  for (const [path, entry] of packages.entries()) {
    const from = positions.get(path);
    const isProject = !path.includes(folder);
    if (from === undefined && !isProject) continue;
    for (const [name, range, isDev] of requirements(entry, isProject)) {
      const to = lookUp(positions, path, name);
      if (to === undefined) continue;
      if (from !== undefined) collector.link(from, to, range);
      else {
        collector.at(to).direct = true;
        if (!isDev && collector.at(to).scope === 'dev') collector.at(to).scope = 'runtime';
      }
    }
  }
  return collector.finish();
}

function* requirements(
  entry: DataNode,
  isProject: boolean,
): Iterable<[name: string, range: string, isDev: boolean]> {
  // What is only in the last is found where it is installed, such as the driver of a database.
  const fields = ['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'];
  for (const field of isProject ? [...fields, 'devDependencies'] : fields) {
    for (const [name, range] of entry.entriesOf(field)) {
      yield [name, range.asText() ?? '', field === 'devDependencies'];
    }
  }
}

/** Node looks next to the one who asks, then in every folder above. */
function lookUp(positions: Map<string, number>, path: string, name: string): number | undefined {
  for (let base = path; ; ) {
    const found = positions.get(`${base === '' ? '' : `${base}/`}${folder}${name}`);
    if (found !== undefined || base === '') return found;
    const up = base.lastIndexOf(`/${folder}`);
    base = up > 0 ? base.slice(0, up) : '';
  }
}

function scopeOf(entry: DataNode): Scope {
  if (entry.isTrue('dev') || entry.isTrue('devOptional')) return 'dev';
  return entry.isTrue('optional') ? 'optional' : 'runtime';
}

type Layer = Map<string, number>;

/** Version 1: packages nest as the folders do, and each says by name what it requires. */
function readNested(collector: DependencyCollector, node: DataNode, layers: Layer[], depth: number): Layer {
  if (depth > maxNesting) throw new MalformedFile(`Dependencies nest more than ${maxNesting} levels deep.`);
  const layer: Layer = new Map();
  for (const [key, entry] of node.entriesOf('dependencies')) {
    const written = entry.text('version');
    if (written === undefined) continue;
    const { name, version, importedAs } = splitNpmAlias(key, written);
    const isPlain = isNpmVersion(version);
    const source = isPlain ? npmSource(entry.text('resolved') ?? '') : (npmSource(version) ?? 'url');
    const position = collector.add({
      name,
      version: isPlain ? version : '',
      line: entry.line,
      scope: scopeOf(entry),
      ...(source ? { source } : {}),
      ...(importedAs ? { importedAs } : {}),
    });
    if (position !== undefined) layer.set(key, position);
  }
  const visible = [layer, ...layers];
  for (const [key, entry] of node.entriesOf('dependencies')) {
    const inner = readNested(collector, entry, visible, depth + 1);
    const from = layer.get(key);
    if (from === undefined) continue;
    for (const [name, range] of entry.entriesOf('requires')) {
      const found = [inner, ...visible].find((each) => each.has(name));
      collector.link(from, found?.get(name), range.asText());
    }
  }
  return layer;
}
