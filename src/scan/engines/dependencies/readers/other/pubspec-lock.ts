import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseYamlData } from '../../../../formats/yaml/yaml-data.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `pubspec.lock` of Dart and Flutter. */
export const readPubspecLock: ReadFile = (text, _path, problems) => {
  const root = parseYamlData(text, problems);
  if (!root.get('packages') && !root.get('sdks'))
    throw new MalformedFile('No "packages": not a pubspec.lock.');
  const collector = new DependencyCollector('Pub');
  for (const [name, entry] of root.entriesOf('packages')) {
    const kind = entry.text('dependency') ?? '';
    const source = { git: 'git', path: 'file' }[entry.text('source') ?? ''] as 'git' | 'file' | undefined;
    // Packages of the SDK have the version 0.0.0 and come with it.
    if (entry.text('source') === 'sdk') continue;
    collector.add({
      name,
      version: entry.text('version') ?? '',
      line: entry.line,
      scope: kind.includes('dev') ? 'dev' : 'runtime',
      direct: kind.startsWith('direct'),
      ...(source ? { source } : {}),
    });
  }
  return collector.finish();
};
