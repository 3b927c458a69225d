import type { DataNode } from '../../../../formats/data-node.ts';
import { parseToml } from '../../../../formats/parse-toml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `libs.versions.toml`: the libraries that the builds of a repository pick from. */
export const readGradleVersionCatalog: ReadFile = (text) => {
  const root = parseToml(text);
  const collector = new DependencyCollector('Maven');
  for (const [, entry] of root.entriesOf('libraries')) {
    const [group, artifact, inline] = entry.asText()?.split(':') ?? [];
    const module =
      entry.text('module') ?? [entry.text('group') ?? group, entry.text('name') ?? artifact].join(':');
    const version = inline ?? versionOf(entry.get('version'), root);
    if (!version || module.startsWith(':') || module.endsWith(':')) continue;
    const isRange = /[[(,+]/.test(version);
    collector.add({
      name: module,
      version: isRange ? '' : version,
      ...(isRange ? { requirement: version } : {}),
      line: entry.line,
      direct: true,
    });
  }
  return collector.finish();
};

function versionOf(node: DataNode | undefined, root: DataNode): string | undefined {
  const reference = node?.text('ref');
  const target = reference ? root.at('versions', reference) : node;
  return (
    target?.asText() ??
    target?.text('strictly') ??
    target?.text('require') ??
    target?.text('prefer') ??
    undefined
  );
}
