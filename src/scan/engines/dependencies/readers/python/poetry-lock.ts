import { parseToml } from '../../../../formats/parse-toml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { requirePackages, tomlSource } from '../toml-lock.ts';
import { pythonKey } from './python-requirement.ts';

/** `poetry.lock`. What the project itself asks for stands in `pyproject.toml`; here it is what nothing else needs. */
export const readPoetryLock: ReadFile = (text) => {
  const packages = requirePackages(parseToml(text), 'package', 'Poetry');
  const collector = new DependencyCollector('PyPI');
  const positions = new Map<string, number>();
  for (const entry of packages) {
    const groups = entry.textsOf('groups');
    const isDev = groups.length > 0 ? !groups.includes('main') : entry.text('category') === 'dev';
    const source = tomlSource(entry.get('source')?.text('type'));
    const position = collector.add({
      name: entry.text('name') ?? '',
      version: entry.text('version') ?? '',
      line: entry.line,
      scope: isDev ? 'dev' : entry.isTrue('optional') ? 'optional' : 'runtime',
      ...(source ? { source } : {}),
    });
    if (position !== undefined) positions.set(pythonKey(entry.text('name')!), position);
  }
  for (const entry of packages) {
    const from = positions.get(pythonKey(entry.text('name') ?? ''));
    if (from === undefined) continue;
    for (const [name, wanted] of entry.entriesOf('dependencies')) {
      collector.link(from, positions.get(pythonKey(name)), wanted.asText() ?? wanted.text('version'));
    }
  }
  collector.markUnneededAsDirect();
  return collector.finish();
};
