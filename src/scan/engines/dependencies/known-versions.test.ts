import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { indexOf, lock, scan } from '../../../../test/support/dependency-scan.ts';

const table = readFileSync(new URL('../../../../test/known-versions.tsv', import.meta.url), 'utf8');
const known = table
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(
    (line) =>
      line.split('\t') as [ecosystem: string, name: string, events: string, affected: string, safe: string],
  );

test('known vulnerable and known safe versions of npm, Maven and NuGet packages are judged right', async () => {
  const shapes = known.map(([ecosystem, name, events], i) => ({
    id: `GHSA-${i}`,
    ecosystem,
    name,
    type: ecosystem === 'npm' ? ('SEMVER' as const) : ('ECOSYSTEM' as const),
    events: events
      .split(' ')
      .map((version, at) => (at % 2 === 0 ? { introduced: version } : { fixed: version })),
  }));
  const advisories = indexOf(...shapes);
  const counts = { npm: [0, 0], Maven: [0, 0], NuGet: [0, 0] } as Record<
    string,
    [affected: number, safe: number]
  >;
  for (const [ecosystem, name, , affected, safe] of known) {
    for (const [side, versions] of [affected, safe].entries()) {
      for (const version of versions.split(' ')) {
        const files =
          ecosystem === 'npm'
            ? { 'package-lock.json': lock({ [`node_modules/${name}`]: { version } }) }
            : ecosystem === 'NuGet'
              ? { 'packages.config': `<packages><package id="${name}" version="${version}"/></packages>` }
              : { 'gradle.lockfile': `${name}:${version}=runtimeClasspath\n` };
        const { findings } = await scan(files, { advisories });
        expect(findings.length, `${name}@${version}`).toBe(side === 0 ? 1 : 0);
        counts[ecosystem]![side]!++;
      }
    }
  }
  for (const [affected, safe] of Object.values(counts)) {
    expect(affected).toBeGreaterThanOrEqual(20);
    expect(safe).toBeGreaterThanOrEqual(20);
  }
});
