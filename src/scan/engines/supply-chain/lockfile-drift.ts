import { child, entries } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import type { EngineFinding } from '../../model/finding.ts';
import type { SourceFile } from '../engine.ts';
import { directDependencies } from './package-sources.ts';
import { baseName } from './path-kinds.ts';
import { findingOnLine } from './source-place.ts';
import type { SupplyChainRules } from './supply-chain-rules.ts';

/** What the second step compares: the names in a manifest, and those that its lockfile knows as direct. */
export type LockfileFacts =
  | { kind: 'manifest'; dependencies: Array<[name: string, line: number]> }
  | { kind: 'lockfile'; direct: string[] | undefined };

export function lockfileFacts(file: SourceFile): LockfileFacts | undefined {
  const name = baseName(file.path);
  if (name === 'package.json') {
    const document = parseYaml(file.text).documents[0];
    const dependencies = [...directDependencies(document)];
    if (dependencies.length === 0) return undefined;
    return { kind: 'manifest', dependencies };
  }
  if (name === 'package-lock.json') {
    const document = parseYaml(file.text).documents[0];
    const root = entries(child(document, 'packages')).find((entry) => entry.key === '');
    return { kind: 'lockfile', direct: root ? [...directDependencies(root.value).keys()] : undefined };
  }
  if (/^(yarn\.lock|pnpm-lock\.yaml|npm-shrinkwrap\.json|bun\.lockb?)$/.test(name))
    return { kind: 'lockfile', direct: undefined };
  return undefined;
}

/** A dependency that the manifest names and the lockfile does not know is resolved again at every install. */
export function lockfileDrift(
  all: ReadonlyArray<{ path: string; facts: LockfileFacts }>,
  rules: SupplyChainRules,
): EngineFinding[] {
  const lockfiles = new Map<string, Set<string> | undefined>();
  for (const { path, facts } of all)
    if (facts.kind === 'lockfile') lockfiles.set(folderOf(path), facts.direct && new Set(facts.direct));
  return all.flatMap(({ path, facts }): EngineFinding[] => {
    if (facts.kind !== 'manifest') return [];
    const known = lockfiles.get(folderOf(path));
    if (!known) return [];
    const missing = facts.dependencies.filter(([name]) => !known.has(name));
    const [first] = missing;
    if (!first) return [];
    const detail = `Not in the lockfile: ${missing
      .slice(0, 5)
      .map(([name]) => name)
      .join(', ')}${missing.length > 5 ? ' and others' : ''}.`;
    return [findingOnLine({ path }, rules, 'supply-chain.lockfile-drift', first[1], detail, 'drift')];
  });
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
