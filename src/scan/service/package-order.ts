import { compareTexts } from '../../kernel/compare-texts.ts';
import type { Finding } from '../model/finding.ts';
import type { Inventory, InventoryPackage } from '../model/inventory.ts';

/** A package as lists show it. */
export interface ListedPackage
  extends Pick<
    InventoryPackage,
    'purl' | 'ecosystem' | 'name' | 'version' | 'scope' | 'direct' | 'licences'
  > {
  /** Advisories of open findings; absent where there are none. */
  vulnIds?: string[];
}

export interface OrderedPackages {
  /** Vulnerable ones first, then by name and version. */
  packages: readonly ListedPackage[];
  truncated: boolean;
  /** From a direct dependency down to the package, as `name@version`, by the shortest way; undefined where none is known. */
  pathTo(purl: string): string[] | undefined;
}

/** The packages of a scan in the order of their list, with what was found in them and how the repository comes by each. */
export function orderPackages(inventory: Inventory, findings: readonly Finding[]): OrderedPackages {
  const vulnerable = vulnerabilitiesOf(findings);
  const packages = inventory.packages.map(
    ({ purl, ecosystem, name, version, scope, direct, licences }): ListedPackage => {
      const ids = vulnerable.get(purl);
      return { purl, ecosystem, name, version, scope, direct, licences, ...(ids && { vulnIds: [...ids] }) };
    },
  );
  packages.sort(
    (a, b) =>
      Number(b.vulnIds !== undefined) - Number(a.vulnIds !== undefined) ||
      compareTexts(a.name, b.name) ||
      compareTexts(a.version, b.version) ||
      compareTexts(a.purl, b.purl),
  );
  const parents = parentsOf(inventory.packages);
  const names = new Map(
    inventory.packages.map(({ purl, name, version }) => [purl, version === '' ? name : `${name}@${version}`]),
  );
  return {
    packages,
    truncated: inventory.truncated,
    pathTo: (purl) => {
      if (!parents.has(purl)) return undefined;
      const path: string[] = [];
      for (let at: string | undefined = purl; at !== undefined; at = parents.get(at))
        path.push(names.get(at)!);
      return path.reverse();
    },
  };
}

function vulnerabilitiesOf(findings: readonly Finding[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { package: details } of findings) {
    if (!details || details.vulnIds.length === 0) continue;
    const ids = found.get(details.purl) ?? new Set();
    // The first one is how the advisory is called; the rest are its other names.
    ids.add(details.vulnIds[0]!);
    found.set(details.purl, ids);
  }
  return found;
}

/** What brings each package along; undefined for what the repository itself asks for. Breadth first, so that ways are the shortest. */
function parentsOf(packages: readonly InventoryPackage[]): Map<string, string | undefined> {
  const needs = new Map(packages.map((one) => [one.purl, one.needs]));
  const direct = packages.filter((one) => one.direct).map(({ purl }) => purl);
  const parents = new Map<string, string | undefined>(direct.map((purl) => [purl, undefined]));
  // A map gives what is added while it is walked.
  for (const purl of parents.keys())
    for (const need of needs.get(purl) ?? [])
      if (needs.has(need) && !parents.has(need)) parents.set(need, purl);
  return parents;
}
