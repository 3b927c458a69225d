import { parseToml } from '../../../../formats/parse-toml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { requirePackages } from '../toml-lock.ts';

/** `Cargo.lock`: packages without a source are the project and its workspace members. */
export const readCargoLock: ReadFile = (text) => {
  const packages = requirePackages(parseToml(text), 'package', 'Cargo');
  const collector = new DependencyCollector('crates.io');
  const positions = new Map<string, number>();
  const isProject = packages.map((entry) => entry.text('source') === undefined);
  const own = new Array<number | undefined>(packages.length);
  packages.forEach((entry, index) => {
    if (isProject[index]) return;
    const name = entry.text('name') ?? '';
    const version = entry.text('version') ?? '';
    const source = entry.text('source') ?? '';
    const position = collector.add({
      name,
      version,
      line: entry.line,
      ...(source.startsWith('git+') ? { source: 'git' as const } : {}),
    });
    if (position === undefined) return;
    own[index] = position;
    // A dependency is named by as little as is needed: name, name and version, or both and the source.
    for (const key of [name, `${name} ${version}`, `${name} ${version} (${source})`])
      positions.set(key, position);
  });
  packages.forEach((entry, index) => {
    const from = own[index];
    for (const wanted of entry.textsOf('dependencies')) {
      const to = positions.get(wanted);
      if (to === undefined) continue;
      if (from !== undefined) collector.link(from, to);
      else if (isProject[index]) collector.at(to).direct = true;
    }
  });
  return collector.finish();
};
