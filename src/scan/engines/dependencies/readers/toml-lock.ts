import type { DataNode } from '../../../formats/data-node.ts';
import { MalformedFile } from '../../../formats/malformed-file.ts';
import type { Dependency } from '../dependency.ts';

/** The list of packages of a lockfile in TOML; an empty one is fine, a document without it is another kind of file. */
export function requirePackages(root: DataNode, key: string, tool: string): readonly DataNode[] {
  const list = root.get(key);
  if (!list && !root.get('metadata') && !root.get('version') && !root.get('lock-version')) {
    throw new MalformedFile(`No list of packages: not a lockfile of ${tool}.`);
  }
  return list?.items() ?? [];
}

export function tomlSource(type: string | undefined): Dependency['source'] {
  if (type === 'git') return 'git';
  if (type === 'directory' || type === 'file') return 'file';
  return type === 'url' ? 'url' : undefined;
}
