import { addToList } from '../../../../../kernel/add-to-list.ts';
import type { DataNode } from '../../../../formats/data-node.ts';
import { parseToml } from '../../../../formats/parse-toml.ts';
import type { Scope } from '../../dependency.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { requirePackages } from '../toml-lock.ts';
import { pythonKey } from './python-requirement.ts';

/** `uv.lock`: the project and its workspace members are packages too, with an editable or virtual source. */
export const readUvLock: ReadFile = (text) => {
  const packages = requirePackages(parseToml(text), 'package', 'uv');
  const collector = new DependencyCollector('PyPI');
  const positions = new Map<string, number[]>();
  const nodes = new Map<DataNode, number>();
  for (const entry of packages) {
    const name = entry.text('name') ?? '';
    if (isProject(entry)) continue;
    const source = sourceOf(entry);
    const position = collector.add({
      name,
      version: entry.text('version') ?? '',
      line: entry.line,
      scope: 'dev',
      ...(source ? { source } : {}),
    });
    if (position === undefined) continue;
    nodes.set(entry, position);
    const key = pythonKey(name);
    addToList(positions, key, position);
  }
  for (const entry of packages) {
    const from = nodes.get(entry);
    for (const [wanted, scope] of wantedBy(entry)) {
      const to = lookUp(collector, positions, wanted);
      if (to === undefined) continue;
      if (from !== undefined) collector.link(from, to);
      else if (isProject(entry)) {
        const dependency = collector.at(to);
        dependency.direct = true;
        // What one project needs always and another in an extra is needed always.
        if (scope !== 'dev' && dependency.scope !== 'runtime') dependency.scope = scope;
      }
    }
  }
  collector.spreadScope(true);
  return collector.finish();
};

function isProject(entry: DataNode): boolean {
  const source = entry.get('source');
  return source?.get('editable') !== undefined || source?.get('virtual') !== undefined;
}

function sourceOf(entry: DataNode): 'git' | 'url' | 'file' | undefined {
  const source = entry.get('source');
  if (source?.get('git')) return 'git';
  if (source?.get('url')) return 'url';
  return source?.get('directory') || source?.get('path') ? 'file' : undefined;
}

function* wantedBy(entry: DataNode): Iterable<[wanted: DataNode, scope: Scope]> {
  for (const wanted of entry.itemsOf('dependencies')) yield [wanted, 'runtime'];
  for (const [, group] of entry.entriesOf('optional-dependencies')) {
    for (const wanted of group.items()) yield [wanted, 'optional'];
  }
  for (const [, group] of entry.entriesOf('dev-dependencies')) {
    for (const wanted of group.items()) yield [wanted, 'dev'];
  }
}

/** A name may be locked at several versions for different platforms; then the one who needs it says which. */
function lookUp(
  collector: DependencyCollector,
  positions: Map<string, number[]>,
  wanted: DataNode,
): number | undefined {
  const candidates = positions.get(pythonKey(wanted.text('name') ?? '')) ?? [];
  const version = wanted.text('version');
  return candidates.find((position) => collector.at(position).version === version) ?? candidates[0];
}
