import type { DataNode } from '../../../../formats/data-node.ts';
import { parseToml } from '../../../../formats/parse-toml.ts';
import type { Scope } from '../../dependency.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { tomlSource } from '../toml-lock.ts';
import { parsePythonRequirement } from './python-requirement.ts';

/** `pyproject.toml` (PEP 621, dependency groups, Poetry) and `Pipfile`: what a Python project asks for. */
export const readPyprojectToml: ReadFile = (text) => {
  const root = parseToml(text);
  const collector = new DependencyCollector('PyPI');
  addTexts(collector, root.at('project', 'dependencies'), 'runtime');
  for (const [, group] of root.at('project', 'optional-dependencies')?.entries() ?? []) {
    addTexts(collector, group, 'optional');
  }
  for (const [, group] of root.get('dependency-groups')?.entries() ?? []) addTexts(collector, group, 'dev');
  const poetry = root.at('tool', 'poetry');
  addTable(collector, poetry?.get('dependencies'), 'runtime');
  addTable(collector, poetry?.get('dev-dependencies'), 'dev');
  for (const [name, group] of poetry?.get('group')?.entries() ?? []) {
    addTable(collector, group.get('dependencies'), name === 'main' ? 'runtime' : 'dev');
  }
  addTable(collector, root.get('packages'), 'runtime');
  addTable(collector, root.get('dev-packages'), 'dev');
  return collector.finish();
};

function addTexts(collector: DependencyCollector, list: DataNode | undefined, scope: Scope): void {
  for (const item of list?.items() ?? []) {
    const requirement = parsePythonRequirement(item.asText() ?? '');
    if (requirement) collector.add({ ...requirement, line: item.line, scope, direct: true });
  }
}

function addTable(collector: DependencyCollector, table: DataNode | undefined, scope: Scope): void {
  for (const [name, entry] of table?.entries() ?? []) {
    if (name === 'python') continue;
    const requirement = entry.asText() ?? entry.text('version') ?? '';
    const source = tomlSource(
      ['git', 'url', 'path'].find((key) => entry.get(key))?.replace('path', 'directory'),
    );
    const exact = /^(?:==\s*)?(\d[\w.!+-]*)$/.exec(requirement)?.[1];
    collector.add({
      name,
      version: exact ?? '',
      requirement,
      line: entry.line,
      scope: entry.isTrue('optional') ? 'optional' : scope,
      direct: true,
      ...(source ? { source } : {}),
    });
  }
}
