/** The parts of a CycloneDX document that the page shows. */
export interface Inventory {
  components?: Component[];
  dependencies?: Array<{ ref: string; dependsOn?: string[] }>;
  vulnerabilities?: Array<{ id: string; affects: Array<{ ref: string }> }>;
}

export interface Component {
  'bom-ref': string;
  group?: string;
  name: string;
  version?: string;
  scope?: 'required' | 'optional' | 'excluded';
  licenses?: Array<{ expression?: string; license?: { name?: string } }>;
}

export function nameOf({ group, name }: Component): string {
  return group ? `${group}/${name}` : name;
}

export function licenceOf({ licenses = [] }: Component): string {
  return licenses.map(({ expression, license }) => expression ?? license?.name ?? '').join(', ');
}

/** Advisories by the reference of the package that they affect. */
export function advisoriesOf({ vulnerabilities = [] }: Inventory): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, affects } of vulnerabilities)
    for (const { ref } of affects) found.set(ref, [...(found.get(ref) ?? []), id]);
  return found;
}

/** For each package the one that brings it along on the shortest way from the repository. */
export function bringersOf({ dependencies = [] }: Inventory): Map<string, string> {
  const needs = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const bringers = new Map<string, string>();
  const queue = ['repository'];
  for (const ref of queue)
    for (const need of needs.get(ref) ?? []) {
      if (bringers.has(need) || need === 'repository') continue;
      bringers.set(need, ref);
      queue.push(need);
    }
  return bringers;
}

/** The way from a direct dependency to a package, by reference. */
export function pathTo(ref: string, bringers: ReadonlyMap<string, string>): string[] {
  const path = [ref];
  for (let at = bringers.get(ref); at !== undefined && at !== 'repository'; at = bringers.get(at))
    path.unshift(at);
  return path;
}
