import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `Package.resolved` of Swift, versions 1 to 3. A package is named by where it is cloned from. */
export const readSwiftPackageResolved: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  const pins = root.get('pins') ?? root.at('object', 'pins');
  if (!pins?.isList) throw new MalformedFile('No "pins": not a Package.resolved.');
  const collector = new DependencyCollector('SwiftURL');
  for (const pin of pins.items()) {
    const location = pin.text('location') ?? pin.text('repositoryURL') ?? '';
    const name = location
      .replace(/^[a-z+]+:\/\/(?:[^@/]*@)?/i, '')
      .replace(/^git@([^:]+):/, '$1/')
      .replace(/\.git$/, '');
    const version = pin.get('state')?.text('version');
    if (name !== '')
      collector.add({
        name,
        version: version ?? '',
        line: pin.line,
        ...(version ? {} : { source: 'git' as const }),
      });
  }
  return collector.finish();
};
