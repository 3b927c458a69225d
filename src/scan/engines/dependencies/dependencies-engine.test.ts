import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleScan } from '../../../../test/support/sample-scan.ts';
import { cyclonedx } from '../../report/cyclonedx.ts';
import { spdx } from '../../report/spdx.ts';
import type { ImportTables } from '../engine.ts';
import { AdvisoryIndex } from './advisories/advisory-index.ts';
import { prepareAdvisoryIndex } from './advisories/prepare-index.ts';
import { createDependenciesEngine, type DependenciesEngineOptions } from './dependencies-engine.ts';
import { refusedLicence } from './licence-policy.ts';

const tools = { hashSecret: (value: string) => value };

interface Shape {
  id: string;
  ecosystem: string;
  name: string;
  events?: object[];
  versions?: string[];
  type?: 'SEMVER' | 'ECOSYSTEM';
  more?: object;
  specific?: object;
}

function osv({ id, ecosystem, name, events, versions, type, more, specific }: Shape) {
  return {
    id,
    modified: '2026-05-01T00:00:00Z',
    summary: `A problem in ${name}`,
    affected: [
      {
        package: { ecosystem, name },
        ...(events ? { ranges: [{ type: type ?? 'ECOSYSTEM', events }] } : {}),
        ...(versions ? { versions } : {}),
        ...specific,
      },
    ],
    ...more,
  };
}

function indexOf(...shapes: Shape[]): AdvisoryIndex {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-engine-'));
  mkdirSync(join(folder, 'osv'));
  for (const shape of shapes)
    writeFileSync(join(folder, 'osv', `${shape.id}.json`), JSON.stringify(osv(shape)));
  const index = AdvisoryIndex.open(prepareAdvisoryIndex(folder, join(folder, 'osv'), { now: () => 0 }))!;
  onTestFinished(() => {
    index.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return index;
}

/** What the engine says about these files; each file's facts go through JSON, as in a real scan. */
async function scan(
  files: Record<string, string>,
  options: DependenciesEngineOptions,
  imports?: ImportTables,
) {
  const engine = createDependenciesEngine(options);
  const notes: Array<{ reason: string; path: string }> = [];
  const wanted = Object.keys(files)
    .sort()
    .filter((path) => engine.wants(path, files[path]!.length));
  await engine.prepare!(wanted);
  const facts = wanted.flatMap((path) => {
    const analysis = engine.analyse(
      { path, text: files[path]!, bytes: Buffer.from(files[path]!), tree: undefined },
      tools,
    );
    notes.push(...(analysis.notes ?? []));
    return analysis.facts ? [{ path, facts: JSON.parse(JSON.stringify(analysis.facts)) }] : [];
  });
  const conclusion = engine.conclude!(facts, tools, imports);
  return { ...conclusion, notes: [...notes, ...(conclusion.notes ?? [])] };
}

const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages }, null, 1);
const high = { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }] };

const tree = {
  'package.json': JSON.stringify({ dependencies: { express: '^4' } }),
  'package-lock.json': lock({
    '': { dependencies: { express: '^4', unused: '1' } },
    'node_modules/express': { version: '4.0.0', dependencies: { qs: '~1.0.0' } },
    'node_modules/qs': { version: '1.0.0', license: 'MIT' },
    'node_modules/unused': { version: '1.0.0', license: 'GPL-3.0-only' },
  }),
  'server.js': "import express from 'express';\n",
};

test('a finding tells the way, the smallest fix, the direct dependency, all names and the age of the knowledge', async () => {
  const advisories = indexOf(
    {
      id: 'GHSA-aaaa',
      ecosystem: 'npm',
      name: 'qs',
      type: 'SEMVER',
      events: [{ introduced: '0' }, { fixed: '1.0.2' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }],
      more: {
        ...high,
        aliases: ['CVE-2026-1111'],
        references: [{ url: 'https://example.org/a' }],
        database_specific: { cwe_ids: ['CWE-400'] },
      },
    },
    {
      id: 'OTHER-1',
      ecosystem: 'npm',
      name: 'qs',
      type: 'SEMVER',
      events: [{ introduced: '0' }, { fixed: '1.0.1' }],
      more: { aliases: ['CVE-2026-1111'] },
    },
    {
      id: 'GHSA-bbbb',
      ecosystem: 'npm',
      name: 'qs',
      type: 'SEMVER',
      events: [{ introduced: '0' }, { fixed: '3.0.0' }],
    },
  );
  const engine = createDependenciesEngine({ advisories });
  expect(engine.dataDate).toBe('2026-05-01T00:00:00Z');
  const { findings, inventory } = await scan(tree, { advisories });
  expect(findings).toHaveLength(2);
  const [first, second] = findings;
  expect(first).toMatchObject({
    ruleId: 'dependency-vulnerable',
    severity: 'high',
    confidence: 'high',
    file: 'package-lock.json',
    startLine: 16,
    cwe: ['CWE-400', 'CWE-1395'],
    references: ['https://example.org/a'],
    package: {
      purl: 'pkg:npm/qs@1.0.0',
      path: ['express@4.0.0', 'qs@1.0.0'],
      fixedVersion: '1.0.2',
      vulnIds: ['CVE-2026-1111', 'GHSA-aaaa', 'OTHER-1'],
    },
    identity: { scope: 'npm:qs', tokens: 'CVE-2026-1111' },
  });
  expect(first!.title).toBe('qs@1.0.0: A problem in qs (CVE-2026-1111)');
  expect(first!.suggestion).toContain('Raise qs to 1.0.2 (no major change). 3.0.0 repairs everything');
  expect(first!.suggestion).toContain('express@4.0.0 accepts it already ("~1.0.0")');
  expect(first!.description).toContain('It comes in through express@4.0.0 → qs@1.0.0.');
  expect(second!.suggestion).toContain('a major change');
  expect(second!.suggestion).toContain('The direct dependency to raise is express (now 4.0.0)');
  expect(inventory!.packages.find(({ name }) => name === 'qs')).toMatchObject({
    licences: ['MIT'],
    direct: false,
    locations: [{ file: 'package-lock.json', line: 16 }],
  });
});

test('what no code imports is one step less severe and says so; malicious packages are critical all the same', async () => {
  const advisories = indexOf(
    {
      id: 'GHSA-c',
      ecosystem: 'npm',
      name: 'unused',
      type: 'SEMVER',
      events: [{ introduced: '0' }],
      more: high,
    },
    { id: 'MAL-2026-1', ecosystem: 'npm', name: 'unused', versions: ['1.0.0'] },
    {
      id: 'GHSA-d',
      ecosystem: 'npm',
      name: 'express',
      type: 'SEMVER',
      events: [{ introduced: '0' }],
      more: high,
    },
  );
  const { findings } = await scan(tree, { advisories });
  const by = (id: string) => findings.find(({ package: each }) => each!.vulnIds.includes(id))!;
  expect(by('GHSA-c')).toMatchObject({ severity: 'medium', package: { reachable: false } });
  expect(by('GHSA-c').description).toContain('one step lower');
  expect(by('GHSA-d')).toMatchObject({ severity: 'high', package: { reachable: true } });
  expect(by('MAL-2026-1')).toMatchObject({ severity: 'critical', ruleId: 'dependency-malicious' });
  const { 'server.js': _, ...withoutCode } = tree;
  const unknown = (await scan(withoutCode, { advisories })).findings.find(({ package: each }) =>
    each!.vulnIds.includes('GHSA-c'),
  )!;
  expect(unknown.severity).toBe('high');
  expect(unknown.package!.reachable).toBeUndefined();
});

test('the import tables of the code engine say where a package is asked for', async () => {
  const advisories = indexOf(
    { id: 'GHSA-j', ecosystem: 'npm', name: '@scope/a', type: 'SEMVER', events: [{ introduced: '0' }] },
    { id: 'GHSA-k', ecosystem: 'PyPI', name: 'PyYAML', events: [{ introduced: '0' }] },
    {
      id: 'GHSA-l',
      ecosystem: 'Go',
      name: 'golang.org/x/net',
      type: 'SEMVER',
      events: [{ introduced: '0' }],
    },
  );
  const files = {
    'package-lock.json': lock({
      '': { dependencies: { '@scope/a': '1' } },
      'node_modules/@scope/a': { version: '1.0.0' },
    }),
    'requirements.txt': 'PyYAML==5.0\n',
    'go.mod': 'module m\n\nrequire golang.org/x/net v0.1.0\n',
    'src/a.ts': "import '@scope/a/deep';\n",
    'b.py': 'import yaml\n',
    'c.go': 'package c\nimport "golang.org/x/net/html"\n',
  };
  const tables: ImportTables = new Map([
    ['src/a.ts', [['@scope/a/deep', 1]]],
    [
      'b.py',
      [
        ['os', 1],
        ['yaml', 7],
      ],
    ],
    ['c.go', [['golang.org/x/net/html', 2]]],
  ]);
  const { findings } = await scan(files, { advisories }, tables);
  const places = findings.map(({ description }) => /first in (\S+)\./.exec(description)?.[1]);
  expect(places.sort()).toEqual(['b.py:7', 'c.go:2', 'src/a.ts:1']);
  const without = await scan(files, { advisories });
  expect(without.findings.map(({ severity }) => severity)).toEqual(findings.map(({ severity }) => severity));
});

test('the vulnerable function decides where an advisory names it', async () => {
  const advisories = indexOf({
    id: 'GO-2026-1',
    ecosystem: 'Go',
    name: 'golang.org/x/net',
    type: 'SEMVER',
    events: [{ introduced: '0' }, { fixed: '0.9.0' }],
    specific: { ecosystem_specific: { imports: [{ path: 'golang.org/x/net/html', symbols: ['Parse'] }] } },
  });
  const mod = 'module m\n\ngo 1.20\n\nrequire golang.org/x/net v0.7.0\n';
  const code = (call: string) =>
    `package main\nimport "golang.org/x/net/html"\nfunc main() { html.${call}() }\n`;
  const reachable = (call: string) =>
    scan({ 'go.mod': mod, 'main.go': code(call) }, { advisories }).then(
      ({ findings }) => findings[0]!.package!.reachable,
    );
  expect(await reachable('Parse')).toBe(true);
  expect(await reachable('EscapeString')).toBe(false);
});

test('without advisories nothing is judged, everything is listed, and the result says so', async () => {
  const { findings, notes, inventory } = await scan(tree, {});
  expect(findings).toEqual([]);
  expect(notes).toMatchObject([{ reason: 'advisories_missing', path: 'package-lock.json' }]);
  expect(inventory!.packages.map(({ purl }) => purl)).toEqual([
    'pkg:npm/express@4.0.0',
    'pkg:npm/qs@1.0.0',
    'pkg:npm/unused@1.0.0',
  ]);
  expect(createDependenciesEngine({}).dataDate).toBeUndefined();
  expect((await scan({ 'a.js': "import 'x'" }, {})).notes).toEqual([]);
});

test('a manifest counts only where no lockfile covers it, and a range only where every version in it is affected', async () => {
  const advisories = indexOf({
    id: 'GHSA-e',
    ecosystem: 'npm',
    name: 'a',
    type: 'SEMVER',
    events: [{ introduced: '0' }, { fixed: '2.0.0' }],
  });
  const manifest = (range: string) => ({ 'package.json': JSON.stringify({ dependencies: { a: range } }) });
  const hits = (files: Record<string, string>) =>
    scan(files, { advisories }).then(({ findings }) => findings.map(({ confidence }) => confidence));
  expect(await hits(manifest('1.0.0'))).toEqual(['medium']);
  expect(await hits(manifest('^1.0.0'))).toEqual(['medium']);
  expect(await hits(manifest('>=1.0.0'))).toEqual([]);
  expect(await hits(manifest('>=1.0.0 <3.0.0'))).toEqual([]);
  expect(
    await hits({
      ...manifest('1.0.0'),
      'package-lock.json': lock({ 'node_modules/a': { version: '2.0.0' } }),
    }),
  ).toEqual([]);
});

test('POMs get their versions from properties, parents and bills of materials in the repository', async () => {
  const advisories = indexOf({
    id: 'GHSA-f',
    ecosystem: 'Maven',
    name: 'g:lib',
    events: [{ introduced: '0' }, { fixed: '1.5' }],
  });
  const parent =
    '<project><groupId>g</groupId><artifactId>parent</artifactId><version>9</version><properties><lib.version>1.4</lib.version></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId><version>${lib.version}</version></dependency></dependencies></dependencyManagement></project>';
  const child =
    '<project><parent><groupId>g</groupId><artifactId>parent</artifactId><version>9</version></parent><artifactId>child</artifactId>\n<dependencies>\n<dependency><groupId>${project.groupId}</groupId><artifactId>lib</artifactId></dependency></dependencies></project>';
  const { findings } = await scan({ 'pom.xml': parent, 'child/pom.xml': child }, { advisories });
  expect(findings).toMatchObject([
    { file: 'child/pom.xml', startLine: 3, package: { purl: 'pkg:maven/g/lib@1.4', fixedVersion: '1.5' } },
  ]);
  const circle =
    '<project><parent><groupId>g</groupId><artifactId>x</artifactId><relativePath>pom.xml</relativePath></parent><artifactId>x</artifactId><properties><a>${b}</a><b>${a}</b></properties><dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId><version>${a}</version></dependency></dependencies></project>';
  expect((await scan({ 'pom.xml': circle }, { advisories })).findings).toEqual([]);
});

test('profiles of a POM and target frameworks of .NET may each ask for a version of their own', async () => {
  const profile = (version: string) =>
    `<profile><properties><v>${version}</v></properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>\${v}</version></dependency></dependencies></profile>`;
  const pom = `<project><artifactId>p</artifactId><profiles>${profile('1.0')}${profile('2.0')}</profiles></project>`;
  const central = (items: string) => `<Project><ItemGroup>${items}</ItemGroup></Project>`;
  const files = {
    'pom.xml': pom,
    'Directory.Packages.props': `<Project><ItemGroup><PackageVersion Include="N" Version="8.0.0" /></ItemGroup><ItemGroup Condition="x"><PackageVersion Update="N" Version="9.0.0" /></ItemGroup></Project>`,
    'a/a.csproj': central('<PackageReference Include="N" />'),
  };
  const { inventory } = await scan(files, {});
  expect(inventory!.packages.map(({ purl }) => purl)).toEqual([
    'pkg:maven/g/a@1.0',
    'pkg:maven/g/a@2.0',
    'pkg:nuget/N@8.0.0',
    'pkg:nuget/N@9.0.0',
  ]);
});

test('central package versions, constraints and go.sum complete what other files say', async () => {
  const advisories = indexOf(
    { id: 'GHSA-g', ecosystem: 'NuGet', name: 'Lib.Core', events: [{ introduced: '0' }, { fixed: '2.0.0' }] },
    { id: 'PYSEC-1', ecosystem: 'PyPI', name: 'some-lib', events: [{ introduced: '0' }, { fixed: '2.0' }] },
    {
      id: 'GO-1',
      ecosystem: 'Go',
      name: 'example.org/deep',
      events: [{ introduced: '0' }, { fixed: '2.0.0' }],
      type: 'SEMVER',
    },
  );
  const files = {
    'Directory.Packages.props':
      '<Project><ItemGroup><PackageVersion Include="lib.core" Version="1.0.0" /></ItemGroup></Project>',
    'src/a/a.csproj': '<Project><ItemGroup><PackageReference Include="Lib.Core" /></ItemGroup></Project>',
    'requirements.txt': '-c constraints.txt\n-r missing/other.txt\nSome_Lib\n',
    'constraints.txt': 'some.lib==1.0\n',
    'go.mod': 'module m\n\ngo 1.16\n\nrequire example.org/top v1.0.0\n',
    'go.sum': 'example.org/top v1.0.0 h1:x=\nexample.org/deep v1.0.0 h1:x=\n',
  };
  const { findings, notes } = await scan(files, { advisories });
  expect(findings.map(({ file, startLine, confidence }) => [file, startLine, confidence])).toEqual([
    ['go.sum', 2, 'medium'],
    ['requirements.txt', 3, 'medium'],
    ['src/a/a.csproj', 1, 'medium'],
  ]);
  expect(notes).toMatchObject([{ reason: 'include_not_read', path: 'requirements.txt' }]);
});

test('git and file sources are not judged by the advisories of a name; circles and 20,000 packages are no problem', async () => {
  const advisories = indexOf({
    id: 'GHSA-h',
    ecosystem: 'npm',
    name: 'a',
    type: 'SEMVER',
    events: [{ introduced: '0' }],
  });
  const git = lock({ 'node_modules/a': { version: '1.0.0', resolved: 'git+https://example.org/a.git' } });
  expect((await scan({ 'package-lock.json': git }, { advisories })).findings).toEqual([]);
  const packages: Record<string, object> = { '': { dependencies: { p0: '1' } } };
  for (let i = 0; i < 20_000; i++)
    packages[`node_modules/p${i}`] = { version: '1.0.0', dependencies: { [`p${(i + 1) % 20_000}`]: '1' } };
  packages['node_modules/a'] = { version: '1.0.0' };
  packages['node_modules/p19999'] = { version: '1.0.0', dependencies: { p0: '1', a: '1' } };
  const { findings } = await scan({ 'package-lock.json': lock(packages) }, { advisories });
  expect(findings).toHaveLength(1);
  expect(findings[0]!.package!.path.length).toBeLessThanOrEqual(50);
});

test('a Debian package of an inventory is judged by its release and its source package', async () => {
  const fixedIn = (release: string, fixed: string) => ({
    package: { ecosystem: `Debian:${release}`, name: 'openssl' },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  });
  const advisories = indexOf({
    id: 'DSA-1',
    ecosystem: 'Debian:12',
    name: 'openssl',
    more: { affected: [fixedIn('11', '1.1.1n-0+deb11u5'), fixedIn('12', '3.0.11-1~deb12u2')] },
  });
  const image = (purl: string, system?: string) => ({
    'image.cdx.json': JSON.stringify({
      bomFormat: 'CycloneDX',
      components: [
        ...(system ? [{ type: 'operating-system', name: 'debian', version: system }] : []),
        { type: 'library', name: 'libssl3', purl },
      ],
    }),
  });
  const judged = async (purl: string, system?: string) => {
    const { findings, notes } = await scan(image(purl, system), { advisories });
    return { found: findings.length, reasons: notes.map(({ reason }) => reason) };
  };
  const old = 'pkg:deb/debian/libssl3@3.0.11-1~deb12u1?upstream=openssl';
  expect(await judged(`${old}&distro=debian-12.5`)).toEqual({ found: 1, reasons: [] });
  expect(await judged(`${old}&distro=bookworm`)).toEqual({ found: 1, reasons: [] });
  expect(await judged(old, '12')).toEqual({ found: 1, reasons: [] });
  expect(await judged('pkg:deb/debian/openssl@3.0.11-1~deb12u2?distro=debian-12')).toEqual({
    found: 0,
    reasons: [],
  });
  // In release 11 that version would be newer than the fix: without the release nothing certain can be said.
  expect(await judged(old)).toEqual({ found: 0, reasons: ['release_unknown'] });
});

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
];

test('known vulnerable and known safe versions of npm and Maven packages are judged right', async () => {
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
  const counts = { npm: [0, 0], Maven: [0, 0] } as Record<string, [affected: number, safe: number]>;
  for (const [ecosystem, name, , affected, safe] of known) {
    for (const [side, versions] of [affected, safe].entries()) {
      for (const version of versions.split(' ')) {
        const files =
          ecosystem === 'npm'
            ? { 'package-lock.json': lock({ [`node_modules/${name}`]: { version } }) }
            : { 'gradle.lockfile': `${name}:${version}=runtimeClasspath\n` };
        const { findings } = await scan(files, { advisories });
        expect(findings.length, `${name}@${version}`).toBe(side === 0 ? 1 : 0);
        counts[ecosystem]![side]!++;
      }
    }
  }
  for (const [affected, safe] of Object.values(counts)) {
    expect(affected).toBeGreaterThanOrEqual(25);
    expect(safe).toBeGreaterThanOrEqual(25);
  }
});

test('licences outside the policy are reported; a choice between licences is the user’s', async () => {
  const { findings } = await scan(tree, { licencePolicy: { deny: ['GPL-3.0-only'] } });
  expect(findings).toMatchObject([
    {
      ruleId: 'dependency-licence',
      title: 'unused@1.0.0: licence GPL-3.0-only is not accepted',
      startLine: 20,
    },
  ]);
  const policy = { allow: ['MIT', 'Apache-2.0'], deny: ['AGPL-3.0-only'] };
  expect(refusedLicence('MIT', policy)).toBeUndefined();
  expect(refusedLicence('GPL-2.0-only OR MIT', policy)).toBeUndefined();
  expect(refusedLicence('MIT AND (Apache-2.0 OR ISC)', policy)).toBeUndefined();
  expect(refusedLicence('MIT AND AGPL-3.0-only', policy)).toBe('AGPL-3.0-only');
  expect(refusedLicence('GPL-2.0-only WITH Classpath-exception-2.0', policy)).toBe('GPL-2.0-only');
  expect(refusedLicence('('.repeat(10_000), policy)).toBeDefined();
});

test('the inventory becomes a CycloneDX and an SPDX document, the same for the same scan', async () => {
  const advisories = indexOf({
    id: 'GHSA-i',
    ecosystem: 'npm',
    name: 'qs',
    type: 'SEMVER',
    events: [{ introduced: '0' }],
    more: high,
  });
  const { inventory, findings } = await scan(tree, { advisories });
  const finding = {
    ...findings[0]!,
    id: 'fin_1',
    line: 16,
    engine: 'dependencies' as const,
    fingerprint: 'f',
    status: 'open' as const,
  };
  const reported = { ...sampleScan(), inventory: inventory!, findings: [finding] } as Parameters<
    typeof cyclonedx.render
  >[0];
  const text = cyclonedx.render(reported, { version: '1.0.0' });
  expect(cyclonedx.render(reported, { version: '1.0.0' })).toBe(text);
  const bom = JSON.parse(text);
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(bom.components.map((each: { purl: string }) => each.purl)).toEqual([
    'pkg:npm/express@4.0.0',
    'pkg:npm/qs@1.0.0',
    'pkg:npm/unused@1.0.0',
  ]);
  expect(bom.dependencies).toContainEqual({ ref: 'pkg:npm/express@4.0.0', dependsOn: ['pkg:npm/qs@1.0.0'] });
  expect(bom.components[1].licenses).toEqual([{ expression: 'MIT' }]);
  expect(bom.vulnerabilities).toMatchObject([{ id: 'GHSA-i', affects: [{ ref: 'pkg:npm/qs@1.0.0' }] }]);
  const document = JSON.parse(spdx.render(reported, { version: '1.0.0' }));
  expect(document).toMatchObject({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
  });
  expect(document.packages).toHaveLength(4);
  const ids = new Set([
    'SPDXRef-DOCUMENT',
    ...document.packages.map((each: { SPDXID: string }) => each.SPDXID),
  ]);
  for (const { spdxElementId, relatedSpdxElement } of document.relationships) {
    expect(ids.has(spdxElementId) && ids.has(relatedSpdxElement)).toBe(true);
  }
});
