import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseToml } from '../../../../formats/parse-toml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `manifest.toml` of Gleam: packages of Hex, and what the project itself asked for. */
export const readGleamManifest: ReadFile = (text) => {
  const root = parseToml(text);
  const packages = root.get('packages');
  if (!packages?.isList) throw new MalformedFile('No list of packages: not a manifest of Gleam.');
  const collector = new DependencyCollector('Hex');
  const positions = new Map<string, number>();
  const asked = new Set([...root.entriesOf('requirements')].map(([name]) => name));
  for (const item of packages.items()) {
    const name = item.text('name');
    if (!name) continue;
    const source = item.text('source');
    const position = collector.add({
      name,
      version: item.text('version') ?? '',
      line: item.line,
      direct: asked.has(name),
      ...(source === 'git'
        ? { source: 'git' as const }
        : source === 'local'
          ? { source: 'file' as const }
          : {}),
    });
    if (position !== undefined) positions.set(name, position);
  }
  for (const item of packages.items()) {
    const from = positions.get(item.text('name') ?? '');
    if (from !== undefined)
      for (const need of item.textsOf('requirements')) collector.link(from, positions.get(need));
  }
  return collector.finish();
};
