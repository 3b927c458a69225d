import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `conan.lock` of Conan 1 (a graph of nodes) and 2 (flat lists). */
export const readConanLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  const nodes = root.at('graph_lock', 'nodes');
  if (!nodes && !root.get('requires'))
    throw new MalformedFile('Neither "graph_lock" nor "requires": not a conan.lock.');
  const collector = new DependencyCollector('ConanCenter');
  for (const [section, scope] of [
    ['requires', 'runtime'],
    ['build_requires', 'dev'],
    ['python_requires', 'dev'],
  ] as const) {
    for (const item of root.itemsOf(section)) {
      const reference = parseReference(item.asText() ?? '');
      if (reference) collector.add({ ...reference, line: item.line, scope });
    }
  }
  if (nodes) addGraph(collector, nodes);
  return collector.finish();
};

/** Conan 1: nodes by number, each with what it requires. */
function addGraph(collector: DependencyCollector, nodes: DataNode): void {
  const positions = new Map<string, number>();
  const wanted = new Set<string>();
  for (const [, node] of nodes.entries()) for (const key of wantedBy(node)) wanted.add(key);
  for (const [key, node] of nodes.entries()) {
    // The project itself is a node as well, with a reference where it was given a name; what is being edited has a path, too.
    const isProject = node.get('path') !== undefined && !wanted.has(key);
    const reference = isProject ? undefined : parseReference(node.text('ref') ?? node.text('pref') ?? '');
    const scope = node.text('context') === 'build' ? ('dev' as const) : ('runtime' as const);
    const position = reference && collector.add({ ...reference, line: node.line, scope });
    if (position !== undefined) positions.set(key, position);
  }
  for (const [key, node] of nodes.entries()) {
    const from = positions.get(key);
    for (const need of wantedBy(node)) {
      const to = positions.get(need);
      if (from !== undefined) collector.link(from, to);
      else if (to !== undefined) collector.at(to).direct = true;
    }
  }
}

/** A list of nodes; the first versions of the format had the references next to them. */
function* wantedBy(node: DataNode): Iterable<string> {
  for (const section of ['requires', 'build_requires']) {
    yield* node.textsOf(section);
    for (const [, wanted] of node.entriesOf(section)) yield wanted.asText() ?? '';
  }
}

/** `zlib/1.2.13@user/channel#revision%timestamp`, in the oldest files with the id of the package behind a colon. */
function parseReference(reference: string): { name: string; version: string } | undefined {
  const match = /^([\w.+-]+)\/([^@#%:\s]+)/.exec(reference);
  return match ? { name: match[1]!, version: match[2]! } : undefined;
}
