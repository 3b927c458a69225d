import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

const entry = /^([\w.-]+)\s+\(([^()\s]+)\)/;

/** `paket.lock` of .NET: sections by where packages come from, below each its packages, below each of those what it needs. */
export const readPaketLock: ReadFile = (text) => {
  const collector = new DependencyCollector('NuGet');
  const positions = new Map<string, number>();
  const needs: Array<[from: number, name: string]> = [];
  let section = '';
  let group = '';
  let current: number | undefined;
  let known = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    const indent = line.length - line.trimStart().length;
    const heading = /^(NUGET|GITHUB|GIST|GIT|HTTP)$/.exec(line)?.[1];
    if (heading) {
      section = heading;
      known = true;
    } else if (/^GROUP \S/.test(line)) {
      group = line.slice(6).toLowerCase();
      section = '';
      known = true;
    } else if (section === 'NUGET' && indent === 4) {
      const found = entry.exec(line.trim());
      current = undefined;
      if (!found) continue;
      current = collector.add({
        name: found[1]!,
        version: found[2]!,
        line: index + 1,
        scope: /^(?:test|build|dev|docs?|tools?)/.test(group) ? 'dev' : 'runtime',
      });
      if (current !== undefined) positions.set(`${group}/${found[1]!.toLowerCase()}`, current);
    } else if (section === 'NUGET' && indent === 6 && current !== undefined) {
      const name = /^[\w.-]+/.exec(line.trim())?.[0];
      if (name) needs.push([current, `${group}/${name.toLowerCase()}`]);
    }
  }
  if (!known && text.trim() !== '') throw new MalformedFile('No section of packages: not a paket.lock.');
  for (const [from, name] of needs) collector.link(from, positions.get(name));
  collector.markUnneededAsDirect();
  return collector.finish();
};
