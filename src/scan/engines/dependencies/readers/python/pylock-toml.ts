import { parseToml } from '../../../../formats/parse-toml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { requirePackages } from '../toml-lock.ts';
import { pythonKey } from './python-requirement.ts';

/** `pylock.toml` and `pylock.<name>.toml` (PEP 751). */
export const readPylockToml: ReadFile = (text) => {
  const packages = requirePackages(parseToml(text), 'packages', 'Python (PEP 751)');
  const collector = new DependencyCollector('PyPI');
  const positions = new Map<string, number>();
  for (const entry of packages) {
    const name = entry.text('name') ?? '';
    const source = entry.get('vcs')
      ? 'git'
      : entry.get('directory')
        ? 'file'
        : entry.get('archive')
          ? 'url'
          : undefined;
    const position = collector.add({
      name,
      version: entry.text('version') ?? '',
      line: entry.line,
      ...(source ? { source } : {}),
    });
    if (position !== undefined) positions.set(pythonKey(name), position);
  }
  for (const entry of packages) {
    const from = positions.get(pythonKey(entry.text('name') ?? ''));
    if (from === undefined) continue;
    for (const wanted of entry.itemsOf('dependencies')) {
      collector.link(from, positions.get(pythonKey(wanted.text('name') ?? '')));
    }
  }
  collector.markUnneededAsDirect();
  return collector.finish();
};
