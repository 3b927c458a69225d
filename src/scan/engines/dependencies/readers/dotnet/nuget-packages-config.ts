import { children, parseXml } from '../../../../formats/parse-xml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** The old `packages.config` of NuGet: everything that is installed, flat. */
export const readNugetPackagesConfig: ReadFile = (text) => {
  const collector = new DependencyCollector('NuGet');
  for (const entry of children(parseXml(text), 'package')) {
    const name = entry.attributes.get('id');
    const version = entry.attributes.get('version');
    if (!name || !version) continue;
    const scope = entry.attributes.get('developmentDependency') === 'true' ? 'dev' : 'runtime';
    collector.add({ name, version, line: entry.line, scope, direct: true });
  }
  return collector.finish();
};
