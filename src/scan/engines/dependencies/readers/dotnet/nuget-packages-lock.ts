import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `packages.lock.json` of NuGet: one tree for each target framework. */
export const readNugetPackagesLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  if (!root.get('dependencies')?.isMap)
    throw new MalformedFile('No "dependencies": not a lockfile of NuGet.');
  const collector = new DependencyCollector('NuGet');
  const seen = new Map<string, number>();
  for (const [, framework] of root.entriesOf('dependencies')) {
    const positions = new Map<string, number>();
    for (const [name, entry] of framework.entries()) {
      if (entry.text('type') === 'Project') continue;
      const version = entry.text('resolved') ?? '';
      const key = `${name.toLowerCase()}@${version}`;
      const position =
        seen.get(key) ??
        collector.add({ name, version, line: entry.line, direct: entry.text('type') === 'Direct' });
      if (position === undefined) continue;
      seen.set(key, position);
      positions.set(name.toLowerCase(), position);
    }
    for (const [name, entry] of framework.entries()) {
      const from = positions.get(name.toLowerCase());
      for (const [wanted, range] of entry.entriesOf('dependencies')) {
        const to = positions.get(wanted.toLowerCase());
        if (from === undefined) {
          if (to !== undefined) collector.at(to).direct = true;
        } else if (to === undefined || !collector.at(from).needs.includes(to)) {
          collector.link(from, to, range.asText());
        }
      }
    }
  }
  return collector.finish();
};
