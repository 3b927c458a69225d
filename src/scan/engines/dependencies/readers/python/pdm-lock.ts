import { parseToml } from '../../../../formats/parse-toml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { requirePackages } from '../toml-lock.ts';
import { parsePythonRequirement, pythonKey } from './python-requirement.ts';

/** `pdm.lock`: like Poetry's, with requirements as texts and the groups that lead to a package. */
export const readPdmLock: ReadFile = (text) => {
  const packages = requirePackages(parseToml(text), 'package', 'PDM');
  const collector = new DependencyCollector('PyPI');
  const positions = new Map<string, number>();
  for (const entry of packages) {
    const groups = entry.textsOf('groups');
    const source = entry.get('git')
      ? 'git'
      : entry.get('path')
        ? 'file'
        : entry.get('url')
          ? 'url'
          : undefined;
    const name = entry.text('name') ?? '';
    // A package with extras is listed a second time.
    if (positions.has(pythonKey(name))) continue;
    const position = collector.add({
      name,
      version: entry.text('version') ?? '',
      line: entry.line,
      scope: groups.length === 0 || groups.includes('default') ? 'runtime' : 'dev',
      ...(source ? { source } : {}),
    });
    if (position !== undefined) positions.set(pythonKey(name), position);
  }
  for (const entry of packages) {
    const from = positions.get(pythonKey(entry.text('name') ?? ''));
    if (from === undefined) continue;
    for (const written of entry.textsOf('dependencies')) {
      const wanted = parsePythonRequirement(written);
      if (wanted) collector.link(from, positions.get(pythonKey(wanted.name)), wanted.requirement);
    }
  }
  collector.markUnneededAsDirect();
  return collector.finish();
};
