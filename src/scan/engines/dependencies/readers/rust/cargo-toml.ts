import type { DataNode } from '../../../../formats/data-node.ts';
import { parseToml } from '../../../../formats/parse-toml.ts';
import type { Scope } from '../../dependency.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `Cargo.toml`: what a crate asks for. */
export const readCargoToml: ReadFile = (text) => {
  const root = parseToml(text);
  const collector = new DependencyCollector('crates.io');
  const tables = [root, root.get('workspace'), ...[...root.entriesOf('target')].map(([, target]) => target)];
  for (const table of tables) {
    add(collector, table?.get('dependencies'), 'runtime');
    add(collector, table?.get('build-dependencies'), 'dev');
    add(collector, table?.get('dev-dependencies'), 'dev');
  }
  return collector.finish();
};

function add(collector: DependencyCollector, table: DataNode | undefined, scope: Scope): void {
  for (const [key, entry] of table?.entries() ?? []) {
    const requirement = entry.asText() ?? entry.text('version');
    const source = entry.get('git') ? 'git' : entry.get('path') ? 'file' : undefined;
    if (requirement === undefined && !source) continue;
    const exact = /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(requirement ?? '')?.[1];
    const name = entry.text('package') ?? key;
    collector.add({
      name,
      version: exact ?? '',
      requirement: requirement ?? '',
      line: entry.line,
      scope: entry.isTrue('optional') ? 'optional' : scope,
      direct: true,
      ...(source ? { source } : {}),
      ...(name === key ? {} : { importedAs: [key.replaceAll('-', '_')] }),
    });
  }
}
