import { expect, test } from 'vitest';
import { indexOf, lock, scan } from '../../../../test/support/dependency-scan.ts';

// The facts are those of well-known advisories, put into records of our own; the order of each ecosystem decides.
const known: Array<[ecosystem: string, name: string, events: string, affected: string, safe: string]> = [
  ['npm', 'lodash', '0 4.17.21', '4.17.20 4.17.15 3.10.1 1.0.0', '4.17.21 4.18.0 5.0.0-beta.1'],
  ['npm', 'minimist', '0 0.2.4 1.0.0 1.2.6', '0.2.3 1.2.5 1.0.0 0.0.8', '0.2.4 1.2.6 1.2.8'],
  ['npm', 'node-fetch', '0 2.6.7 3.0.0 3.1.1', '2.6.6 3.0.0 3.1.0 1.7.3', '2.6.7 2.7.0 3.1.1 3.3.2'],
  ['npm', 'semver', '0 5.7.2 6.0.0 6.3.1 7.0.0 7.5.2', '5.7.1 6.3.0 7.5.1 7.0.0', '5.7.2 6.3.1 7.5.2 7.6.0'],
  [
    'npm',
    'axios',
    '0.8.1 0.28.0 1.0.0 1.6.0',
    '0.27.2 1.5.1 1.0.0 0.8.1 1.6.0-beta.1',
    '0.8.0 0.28.0 1.6.0 1.7.2',
  ],
  [
    'npm',
    '@babel/traverse',
    '0 7.23.2 8.0.0-alpha.0 8.0.0-alpha.4',
    '7.23.1 8.0.0-alpha.3 6.26.0',
    '7.23.2 8.0.0-alpha.4 8.0.0',
  ],
  [
    'npm',
    'ws',
    '2.1.0 5.2.4 6.0.0 6.2.3 7.0.0 7.5.10 8.0.0 8.17.1',
    '7.5.9 8.17.0 6.2.2',
    '7.5.10 8.17.1 2.0.9',
  ],
  ['npm', 'braces', '0 3.0.3', '3.0.2 2.3.2', '3.0.3 3.1.0'],
  ['npm', 'path-to-regexp', '0 0.1.12 1.0.0 1.9.0', '0.1.10 1.8.0', '0.1.12 1.9.0 6.3.0'],
  [
    'Maven',
    'org.apache.logging.log4j:log4j-core',
    '2.0-beta9 2.3.1 2.4 2.12.2 2.13.0 2.15.0',
    '2.0-beta9 2.14.1 2.13.0 2.12.1 2.4.1 2.3',
    '2.15.0 2.17.1 1.2.17 2.0-beta8 2.12.2 2.3.1',
  ],
  [
    'Maven',
    'org.springframework:spring-beans',
    '0 5.2.20.RELEASE 5.3.0 5.3.18',
    '5.2.19.RELEASE 5.3.17 4.3.30.RELEASE',
    '5.2.20.RELEASE 5.3.18 6.0.0-M1',
  ],
  [
    'Maven',
    'com.fasterxml.jackson.core:jackson-databind',
    '0 2.12.7.1 2.13.0 2.13.4.2',
    '2.12.7 2.13.4.1 2.13.4 2.9.10.8',
    '2.12.7.1 2.13.4.2 2.14.0-rc1',
  ],
  ['Maven', 'org.apache.commons:commons-text', '1.5 1.10.0', '1.5 1.9 1.9.1', '1.4 1.10.0 1.11.0'],
  [
    'Maven',
    'com.google.guava:guava',
    '1.0 32.0.0-android',
    '31.1-jre 31.1-android 1.0 20.0',
    '32.0.0-android 32.0.0-jre 33.0.0-jre',
  ],
  ['Maven', 'org.yaml:snakeyaml', '0 2.0', '1.33 1.17 1.33-SNAPSHOT', '2.0 2.2'],
  [
    'Maven',
    'org.apache.struts:struts2-core',
    '2.0.0 2.5.33 6.0.0 6.3.0.2',
    '2.5.32 6.3.0.1 2.0.0',
    '2.5.33 6.3.0.2',
  ],
  [
    'Maven',
    'io.netty:netty-codec-http2',
    '0 4.1.100.Final',
    '4.1.99.Final 4.1.68.Final',
    '4.1.100.Final 4.2.0.Alpha1',
  ],
  ['Maven', 'commons-collections:commons-collections', '3.0 3.2.2', '3.2.1 3.1 3.0', '3.2.2 2.1.1'],
  ['Maven', 'commons-fileupload:commons-fileupload', '0 1.5', '1.4 1.3.3 1.5-rc1', '1.5 1.5.1'],
  ['NuGet', 'Newtonsoft.Json', '0 13.0.1', '12.0.3 9.0.1 13.0.1-beta2 13.0.0.0', '13.0.1 13.0.3 13.0.1.0'],
  ['NuGet', 'System.Text.Json', '8.0.0 8.0.4', '8.0.0 8.0.3 8.0.3.0', '8.0.4 7.0.4 8.0.0-rc.2 9.0.0'],
  [
    'NuGet',
    'Microsoft.Data.SqlClient',
    '0 2.1.7 3.0.0 3.1.5 4.0.0 4.0.5 5.0.0 5.1.3',
    '2.1.6 3.1.4 4.0.4 5.1.2 5.1.3-preview1',
    '2.1.7 3.1.5 4.0.5 5.1.3 2.1.7+build.5',
  ],
  ['NuGet', 'SharpZipLib', '0 1.3.3', '1.3.2 0.86.0 1.3.3-alpha', '1.3.3 1.4.0'],
  ['NuGet', 'log4net', '0 2.0.10', '2.0.8 1.2.10 2.0.9.0', '2.0.10 2.0.12 3.0.0'],
  ['NuGet', 'System.Net.Http', '0 4.3.4', '4.3.3 4.3.0 4.1.2', '4.3.4 4.3.10'],
  [
    'NuGet',
    'RestSharp',
    '107.0.0-preview.1 112.0.0',
    '111.4.1 107.0.0-preview.2 107.0.0',
    '112.0.0 106.15.0',
  ],
  ['NuGet', 'Azure.Identity', '0 1.10.2', '1.9.0 1.10.1', '1.10.2 1.11.0 2.0.0-beta.1'],
];

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
