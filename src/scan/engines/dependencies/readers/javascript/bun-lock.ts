import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { isNpmVersion } from './npm-specifier.ts';

/** `bun.lock`: relaxed JSON; a package is keyed by its place (`parent/child`) and is a list that begins with `name@version`. */
export const readBunLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems, { relaxed: true });
  if (!root.get('lockfileVersion')) throw new MalformedFile('No "lockfileVersion": not a lockfile of Bun.');
  const collector = new DependencyCollector('npm');
  const positions = new Map<string, number>();
  for (const [key, entry] of root.entriesOf('packages')) {
    const identity = entry.items()[0]?.asText() ?? '';
    const at = identity.indexOf('@', 1);
    const version = identity.slice(at + 1);
    if (at === -1 || /^(workspace|link|file|root):/.test(version)) continue;
    const isPlain = isNpmVersion(version);
    const position = collector.add({
      name: identity.slice(0, at),
      version: isPlain ? version : '',
      line: entry.line,
      scope: 'dev',
      ...(isPlain ? {} : { source: 'git' as const }),
    });
    if (position !== undefined) positions.set(key, position);
  }
  for (const [key, entry] of root.entriesOf('packages')) link(collector, positions, key, entry);
  for (const [, workspace] of root.entriesOf('workspaces')) markDirect(collector, positions, workspace);
  collector.spreadScope();
  return collector.finish();
};

function link(
  collector: DependencyCollector,
  positions: Map<string, number>,
  key: string,
  entry: DataNode,
): void {
  const from = positions.get(key);
  const details = entry.items().find((item) => item.isMap);
  if (from === undefined || !details) return;
  for (const section of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
    for (const [name, range] of details.entriesOf(section)) {
      collector.link(from, lookUp(positions, key, name), range.asText());
    }
  }
}

function lookUp(positions: Map<string, number>, key: string, name: string): number | undefined {
  // A place is a chain of names, and a scoped name has a slash of its own.
  const chain = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  for (let length = Math.min(chain.length, 64); length > 0; length--) {
    const found = positions.get([...chain.slice(0, length), name].join('/'));
    if (found !== undefined) return found;
  }
  return positions.get(name);
}

function markDirect(
  collector: DependencyCollector,
  positions: Map<string, number>,
  workspace: DataNode,
): void {
  for (const [section, scope] of [
    ['dependencies', 'runtime'],
    ['optionalDependencies', 'optional'],
    ['devDependencies', 'dev'],
  ] as const) {
    for (const [name] of workspace.entriesOf(section)) {
      const own = positions.get(`${workspace.text('name') ?? ''}/${name}`) ?? positions.get(name);
      if (own === undefined) continue;
      const dependency = collector.at(own);
      dependency.direct = true;
      if (dependency.name !== name) dependency.importedAs = [name];
      if (scope === 'runtime' || dependency.scope === 'dev') dependency.scope = scope;
    }
  }
}
