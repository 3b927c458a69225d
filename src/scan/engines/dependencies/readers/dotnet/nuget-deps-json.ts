import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `<app>.deps.json`, which .NET writes next to what it built: libraries, and per target who needs whom. */
export const readNugetDepsJson: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  if (!root.get('libraries')?.isMap) throw new MalformedFile('No "libraries": not a deps.json of .NET.');
  const collector = new DependencyCollector('NuGet');
  const positions = new Map<string, number>();
  const projects = new Set<string>();
  for (const [key, entry] of root.entriesOf('libraries')) {
    const slash = key.lastIndexOf('/');
    if (slash === -1) continue;
    const type = entry.text('type');
    if (type !== 'package' && type !== 'runtimepack') {
      projects.add(key);
      continue;
    }
    const position = collector.add({
      // The runtime that a self-contained program brings along is a package like any other, and has advisories of its own.
      name: type === 'package' ? key.slice(0, slash) : key.slice(0, slash).replace(/^runtimepack\./, ''),
      version: key.slice(slash + 1),
      line: entry.line,
    });
    if (position !== undefined) positions.set(key, position);
  }
  for (const [, target] of root.entriesOf('targets')) {
    for (const [key, entry] of target.entries()) {
      const from = positions.get(key);
      for (const [name, version] of entry.entriesOf('dependencies')) {
        const to = positions.get(`${name}/${version.asText() ?? ''}`);
        if (to === undefined) continue;
        if (from !== undefined) collector.link(from, to);
        else if (projects.has(key)) collector.at(to).direct = true;
      }
    }
  }
  return collector.finish();
};
