import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `Pipfile.lock`. It lists everything flat: who needs whom is not in it. */
export const readPipfileLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  if (!root.get('_meta') && !root.get('default'))
    throw new MalformedFile('Neither "_meta" nor "default": not a Pipfile.lock.');
  const collector = new DependencyCollector('PyPI');
  for (const [section, packages] of root.entries()) {
    if (section === '_meta') continue;
    for (const [name, entry] of packages.entries()) {
      const version = entry.text('version')?.replace(/^={2,3}/, '') ?? '';
      const source = entry.get('git')
        ? 'git'
        : entry.get('path')
          ? 'file'
          : entry.get('file')
            ? 'url'
            : undefined;
      collector.add({
        name,
        version,
        line: entry.line,
        scope: section === 'default' ? 'runtime' : 'dev',
        // Only what is asked for directly names the index it was taken from.
        direct: entry.get('index') !== undefined,
        ...(source ? { source } : {}),
      });
    }
  }
  return collector.finish();
};
