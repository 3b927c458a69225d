import { children, parseXml } from '../formats/parse-xml.ts';
import { DependencyCollector } from './dependency-collector.ts';
import type { Reader } from './reader.ts';

/** The old `packages.config` of NuGet: everything that is installed, flat. */
export const nugetPackagesConfig: Reader = {
  id: 'nuget-packages-config',
  kind: 'lockfile',
  matches: (name) => name.toLowerCase() === 'packages.config',
  read(text) {
    const collector = new DependencyCollector('NuGet');
    for (const entry of children(parseXml(text), 'package')) {
      const name = entry.attributes.get('id');
      const version = entry.attributes.get('version');
      if (!name || !version) continue;
      const scope = entry.attributes.get('developmentDependency') === 'true' ? 'dev' : 'runtime';
      collector.add({ name, version, line: entry.line, scope, direct: true });
    }
    return collector.finish();
  },
};
