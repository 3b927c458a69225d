import { expect, test } from 'vitest';
import { high, indexOf, lock, scan, tree } from '../../../../test/support/dependency-scan.ts';
import { createDependenciesEngine } from './dependencies-engine.ts';

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

test('git and file sources are not checked by the advisories of a name; circles and 20,000 packages are no problem', async () => {
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

test('what a manifest beside the lockfile names is direct, also where another package needs it', async () => {
  const advisories = indexOf({
    id: 'PYSEC-1',
    ecosystem: 'PyPI',
    name: 'Requests',
    events: [{ introduced: '0' }],
  });
  const entry = (name: string, more = '') => `[[package]]\nname = "${name}"\nversion = "1.0"\n${more}`;
  const files = {
    'poetry.lock': `${entry('client', '[package.dependencies]\nrequests = ">=1"\n')}\n${entry('requests')}`,
    'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3"\nclient = "^1"\nRequests = "^1"\n',
  };
  const path = async (present: Record<string, string>) =>
    (await scan(present, { advisories })).findings[0]!.package!.path;
  expect(await path(files)).toEqual(['requests@1.0']);
  expect(await path({ 'poetry.lock': files['poetry.lock'] })).toEqual(['client@1.0', 'requests@1.0']);
});

test('a version that only a parent outside the repository knows is said to be missing', async () => {
  const advisories = indexOf({
    id: 'GHSA-m',
    ecosystem: 'Maven',
    name: 'g:a',
    events: [{ introduced: '0' }],
  });
  const dependency = (name: string, version = '') =>
    `<dependency><groupId>g</groupId><artifactId>${name}</artifactId>${version && `<version>${version}</version>`}</dependency>`;
  const pom = `<project><parent><groupId>o</groupId><artifactId>boot</artifactId><version>3</version></parent><artifactId>p</artifactId><dependencies>${dependency('a', '1')}${dependency('b')}${dependency('c', '${c.version}')}</dependencies></project>`;
  const { findings, notes } = await scan({ 'pom.xml': pom }, { advisories });
  expect(findings).toHaveLength(1);
  expect(notes).toEqual([
    {
      path: 'pom.xml',
      reason: 'version_not_stated',
      message:
        '2 dependencies take their version from a file that is not in the repository, and were not checked: g:b, g:c.',
    },
  ]);
});
