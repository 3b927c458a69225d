import { compareTexts } from '../../../kernel/compare-texts.ts';
import type { Inventory, InventoryPackage } from '../../model/inventory.ts';
import type { Dependency, Scope } from './dependency.ts';
import { packageUrl } from './ecosystems.ts';
import type { ResolvedFile } from './facts.ts';

const maxPackages = 50_000;
const maxLocations = 20;
const maxLinks = 200_000;

export function buildInventory(files: readonly ResolvedFile[]): Inventory {
  const packages = new Map<string, InventoryPackage>();
  let truncated = false;
  let links = 0;
  for (const { path, dependencies } of files) {
    const purls = dependencies.map(({ ecosystem, name, version }) => packageUrl(ecosystem, name, version));
    dependencies.forEach((dependency, index) => {
      const purl = purls[index]!;
      let entry = packages.get(purl);
      if (!entry) {
        if (packages.size >= maxPackages) {
          truncated = true;
          return;
        }
        entry = newPackage(purl, dependency);
        packages.set(purl, entry);
      }
      merge(entry, dependency, path);
      for (const need of dependency.needs) {
        const target = purls[need]!;
        if (target === purl || entry.needs.includes(target)) continue;
        if (links++ < maxLinks) entry.needs.push(target);
      }
    });
  }
  return { packages: [...packages.values()].toSorted((a, b) => compareTexts(a.purl, b.purl)), truncated };
}

function newPackage(purl: string, { ecosystem, name, version, scope }: Dependency): InventoryPackage {
  return { purl, ecosystem, name, version, scope, direct: false, licences: [], locations: [], needs: [] };
}

const width: Record<Scope, number> = { runtime: 2, optional: 1, dev: 0 };

function merge(entry: InventoryPackage, dependency: Dependency, file: string): void {
  entry.direct ||= dependency.direct;
  if (width[dependency.scope] > width[entry.scope]) entry.scope = dependency.scope;
  for (const licence of dependency.licences ?? [])
    if (!entry.licences.includes(licence)) entry.licences.push(licence);
  if (entry.locations.length < maxLocations) entry.locations.push({ file, line: dependency.line });
}
