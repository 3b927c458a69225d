import type { Dependency } from '../dependency.ts';
import type { ManifestFile } from './manifest-file.ts';

/** A manifest may give a package another name in code (`package = "real"` of Cargo); its lockfile knows only the real one. */
export function shareAliases(manifests: readonly ManifestFile[]): void {
  const aliases = new Map<string, Set<string>>();
  for (const { facts } of manifests) {
    if (facts.readerKind !== 'manifest') continue;
    for (const each of facts.dependencies) {
      if (!each.importedAs) continue;
      const known = aliases.get(keyOf(each)) ?? new Set();
      for (const alias of each.importedAs) known.add(alias);
      aliases.set(keyOf(each), known);
    }
  }
  if (aliases.size === 0) return;
  for (const { facts } of manifests) {
    for (const each of facts.dependencies) {
      const known = aliases.get(keyOf(each));
      if (known) each.importedAs = [...new Set([...(each.importedAs ?? []), ...known])];
    }
  }
}

function keyOf({ ecosystem, name }: Dependency): string {
  return `${ecosystem} ${name}`;
}
