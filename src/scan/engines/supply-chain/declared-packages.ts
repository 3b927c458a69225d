import type { DataNode } from '../../formats/data-node.ts';
import { child, items, text as textOf } from '../../formats/document/node.ts';
import { MalformedFile } from '../../formats/malformed-file.ts';
import { parseToml } from '../../formats/parse-toml.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import { directDependencies } from './package-sources.ts';
import { baseName } from './path-kinds.ts';

/** The packages that a person wrote into a manifest, each with its line. */
export interface DeclaredPackages {
  ecosystem: 'npm' | 'pypi';
  lines: ReadonlyMap<string, number>;
}

export function declaredPackages(path: string, text: string): DeclaredPackages | undefined {
  const name = baseName(path);
  if (name === 'package.json')
    return { ecosystem: 'npm', lines: directDependencies(parseYaml(text).documents[0]) };
  if (/^requirements.*\.(txt|in)$/.test(name)) return { ecosystem: 'pypi', lines: requirements(text) };
  if (/^environment\.ya?ml$/.test(name)) return { ecosystem: 'pypi', lines: condaEnvironment(text) };
  if (name === 'pyproject.toml' || name === 'pipfile')
    return { ecosystem: 'pypi', lines: pythonTables(text) };
  return undefined;
}

function requirements(text: string): Map<string, number> {
  const found = new Map<string, number>();
  text.split('\n').forEach((line, index) => {
    const name = requiredName(line);
    if (name) found.set(name, index + 1);
  });
  return found;
}

/** What conda leaves to pip. Packages of conda are not those of PyPI and have other names. */
function condaEnvironment(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const dependency of items(child(parseYaml(text).documents[0], 'dependencies')))
    for (const item of items(child(dependency, 'pip'))) {
      const name = requiredName(textOf(item) ?? '');
      if (name) found.set(name, item.line);
    }
  return found;
}

function pythonTables(text: string): Map<string, number> {
  const root = tableOf(text);
  const poetry = root?.at('tool', 'poetry');
  const lists = [
    root?.at('project', 'dependencies'),
    ...groups(root?.at('project', 'optional-dependencies')),
    ...groups(root?.get('dependency-groups')),
  ];
  const tables = [
    poetry?.get('dependencies'),
    poetry?.get('dev-dependencies'),
    ...groups(poetry?.get('group')).map((group) => group.get('dependencies')),
    root?.get('packages'),
    root?.get('dev-packages'),
  ];
  const found = new Map<string, number>();
  const lines = text.split('\n');
  for (const list of lists)
    for (const item of list?.items() ?? []) {
      const name = requiredName(item.asText() ?? '');
      // Elements of a list have the line where it begins.
      if (name) found.set(name, lineWith(lines, name, item.line));
    }
  // Poetry asks for the interpreter like for a package.
  for (const table of tables)
    for (const [name, { line }] of table?.entries() ?? []) if (name !== 'python') found.set(name, line);
  return found;
}

/** A manifest that cannot be read is listed by the dependencies engine, which reads the same files. */
function tableOf(text: string): DataNode | undefined {
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof MalformedFile) return undefined;
    throw error;
  }
}

function groups(table: DataNode | undefined): DataNode[] {
  return [...(table?.entries() ?? [])].map(([, group]) => group);
}

function lineWith(lines: readonly string[], name: string, from: number): number {
  for (let line = from; line <= lines.length; line++) if (lines[line - 1]!.includes(name)) return line;
  return from;
}

/** The name of `name[extra] >= 1 ; marker`. */
function requiredName(line: string): string | undefined {
  return /^\s*([A-Za-z0-9][\w.-]*)\s*(\[|[<>=!~;@]|$|\s#)/.exec(line)?.[1];
}
