import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `Gemfile.lock` and `gems.locked`: sections by indentation (`GEM`, `GIT`, `PATH`, `DEPENDENCIES`). */
export const readGemfileLock: ReadFile = (text) => {
  const collector = new DependencyCollector('RubyGems');
  const positions = new Map<string, number>();
  const needs: Array<[from: number, name: string, range: string]> = [];
  const direct: string[] = [];
  let section = '';
  let current: number | undefined;
  let sections = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    if (/^[A-Z][A-Z ]+$/.test(line)) {
      section = line;
      sections++;
      continue;
    }
    const match = /^( {2}| {4}| {6})([^\s(!]+)(?: \(([^)]*)\))?!?$/.exec(line);
    if (!match) continue;
    const [, indent, name, detail] = match;
    if (section === 'DEPENDENCIES' && indent!.length === 2) direct.push(name!);
    else if (/^(GEM|GIT|PATH|PLUGIN SOURCE)$/.test(section) && indent!.length === 4 && detail) {
      current = collector.add({
        name: name!,
        version: withoutPlatform(detail),
        line: index + 1,
        ...(section === 'GIT'
          ? { source: 'git' as const }
          : section === 'PATH'
            ? { source: 'file' as const }
            : {}),
      });
      // The same gem for several platforms is listed several times.
      if (current !== undefined && !positions.has(name!)) positions.set(name!, current);
    } else if (indent!.length === 6 && current !== undefined) needs.push([current, name!, detail ?? '']);
  }
  if (sections === 0 && text.trim() !== '') throw new MalformedFile('No section: not a lockfile of Bundler.');
  for (const [from, name, range] of needs) collector.link(from, positions.get(name), range);
  for (const name of direct) {
    const position = positions.get(name);
    if (position !== undefined) collector.at(position).direct = true;
  }
  return collector.finish();
};

/** `1.15.0-x86_64-linux` is 1.15.0 built for one platform. */
function withoutPlatform(version: string): string {
  return version.replace(
    /-(?:x86|x64|arm|aarch|java|ruby|universal|mswin|mingw|jruby|powerpc|darwin|linux).*$/,
    '',
  );
}
