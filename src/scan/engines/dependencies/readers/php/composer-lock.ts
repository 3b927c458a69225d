import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `composer.lock`, with licences and with the namespaces that a package answers to. */
export const readComposerLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  if (!root.get('packages')) throw new MalformedFile('No "packages": not a composer.lock.');
  const collector = new DependencyCollector('Packagist');
  const positions = new Map<string, number>();
  const entries = [
    ...root.itemsOf('packages').map((entry) => [entry, 'runtime'] as const),
    ...root.itemsOf('packages-dev').map((entry) => [entry, 'dev'] as const),
  ];
  for (const [entry, scope] of entries) {
    const name = entry.text('name') ?? '';
    const licences = entry.textsOf('license');
    const importedAs = namespacesOf(entry);
    const isAlwaysLoaded = ['files', 'classmap'].some((kind) => entry.at('autoload', kind) !== undefined);
    const position = collector.add({
      name,
      version: entry.text('version') ?? '',
      line: entry.get('name')?.line ?? entry.line,
      scope,
      ...(licences.length > 0 ? { licences } : {}),
      ...(importedAs.length > 0 ? { importedAs } : {}),
      ...(isAlwaysLoaded || entry.text('type') === 'composer-plugin' ? { usedWithoutImport: true } : {}),
      ...(entry.at('dist', 'type')?.asText() === 'path' ? { source: 'file' as const } : {}),
    });
    if (position !== undefined) positions.set(name.toLowerCase(), position);
  }
  for (const [entry] of entries) {
    const from = positions.get((entry.text('name') ?? '').toLowerCase());
    if (from === undefined) continue;
    for (const [name, range] of entry.entriesOf('require')) {
      collector.link(from, positions.get(name.toLowerCase()), range.asText());
    }
  }
  collector.markUnneededAsDirect();
  return collector.finish();
};

function namespacesOf(entry: DataNode): string[] {
  const autoload = entry.get('autoload');
  const prefixes = ['psr-4', 'psr-0'].flatMap((kind) =>
    [...(autoload?.entriesOf(kind) ?? [])].map(([prefix]) => prefix),
  );
  return prefixes.filter((prefix) => prefix.length > 1 && prefix.length < 200).slice(0, 20);
}
