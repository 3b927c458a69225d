import { MalformedFile } from '../formats/malformed-file.ts';
import { parseJson } from '../formats/parse-json.ts';
import { DependencyCollector } from './dependency-collector.ts';
import type { ReadFile } from './reader.ts';

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
  const positions = new Map<string, number>();
  for (const [key, node] of nodes?.entries() ?? []) {
    const reference = parseReference(node.text('ref') ?? '');
    const position = reference && collector.add({ ...reference, line: node.line });
    if (position !== undefined) positions.set(key, position);
  }
  for (const [key, node] of nodes?.entries() ?? []) {
    const from = positions.get(key);
    for (const wanted of node.textsOf('requires')) {
      const to = positions.get(wanted);
      if (from !== undefined) collector.link(from, to);
      else if (to !== undefined) collector.at(to).direct = true;
    }
  }
  return collector.finish();
};

/** `zlib/1.2.13@user/channel#revision%timestamp`; the project itself has no user and stands without revision. */
function parseReference(reference: string): { name: string; version: string } | undefined {
  const match = /^([\w.+-]+)\/([^@#%\s]+)/.exec(reference);
  return match && /[#@]/.test(reference) ? { name: match[1]!, version: match[2]! } : undefined;
}
