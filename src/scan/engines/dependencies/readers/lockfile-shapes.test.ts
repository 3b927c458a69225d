import { expect, test } from 'vitest';
import type { ReadingProblems } from '../../../formats/reading-problems.ts';
import { readerFor, readers } from './index.ts';

const loaded = new Map(await Promise.all(readers.map(async (each) => [each, await each.load()] as const)));

function read(path: string, text: string, problems: ReadingProblems = []): string[] {
  const { dependencies } = loaded.get(readerFor(path)!)!(text, path, problems);
  return dependencies.map(({ name, version, line, direct, scope, source, needs }) =>
    [
      `${name}@${version}:${line}`,
      direct ? '!' : '',
      scope === 'runtime' ? '' : ` ${scope}`,
      source ? ` (${source})` : '',
      needs.length > 0 ? ` → ${needs.map((index) => dependencies[index]!.name).join(' ')}` : '',
    ].join(''),
  );
}

const json = (value: unknown): string => JSON.stringify(value, null, 1);

test('a graph of Conan 1 is read without revisions, without the project, and with what only builds', () => {
  const nodes = {
    '0': { ref: 'mine/1.0', path: 'conanfile.py', requires: ['1'], build_requires: ['3'], context: 'host' },
    '1': { ref: 'freetype/2.12.1', requires: ['2'], context: 'host' },
    '2': { ref: 'zlib/1.2.13@user/stable', context: 'host' },
    '3': { ref: 'ninja/1.11.1', context: 'build' },
  };
  expect(read('conan.lock', json({ graph_lock: { nodes } }))).toEqual([
    'freetype@2.12.1:15! → zlib',
    'zlib@1.2.13:22',
    'ninja@1.11.1:26! dev',
  ]);
});

test('the first graphs of Conan name packages with their ids, and requirements by reference', () => {
  const nodes = {
    'a-b': { pref: 'mine/1.0:2ce0', path: '/x/conanfile.py', requires: { 'zlib/1.2.11#5f49': 'a-c' } },
    'a-c': { pref: 'zlib/1.2.11#5f49:1972#5884' },
  };
  expect(read('conan.lock', json({ graph_lock: { nodes } }))).toEqual(['zlib@1.2.11:11!']);
});

test('every document of a lockfile of pnpm is read', () => {
  const first =
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    packageManagerDependencies:\n      pnpm:\n        version: 11.9.0\npackages:\n  pnpm@11.9.0: {}\nsnapshots:\n  pnpm@11.9.0: {}\n";
  const second =
    "---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      is-number:\n        specifier: 7\n        version: 7.0.0\npackages:\n  is-number@7.0.0: {}\n";
  expect(read('pnpm-lock.yaml', first + second)).toEqual(['pnpm@11.9.0:8 dev', 'is-number@7.0.0:20!']);
  expect(read('pnpm-lock.yaml', `---\n${first}`)).toEqual(['pnpm@11.9.0:9 dev']);
});

test('old lockfiles of pnpm may name the registry of a package', () => {
  const text =
    'lockfileVersion: 5.3\npackages:\n  registry.example.org/@s/a/1.1.0:\n    dev: false\n  example.com/b/1.3.0_c@2.0.0:\n    dev: false\n';
  expect(read('pnpm-lock.yaml', text)).toEqual(['@s/a@1.1.0:3 dev', 'b@1.3.0:5 dev']);
});

test('a package of Yarn that was asked for without a range is one', () => {
  expect(read('yarn.lock', '# yarn lockfile v1\n\nbalanced-match:\n  version "1.0.2"\n')).toEqual([
    'balanced-match@1.0.2:3',
  ]);
});

test('a go.mod without a module is read; a toolchain may have a suffix', () => {
  expect(read('go.mod', 'require example.com/a v1.2.3\ntoolchain go1.23.6-ours\n')).toEqual([
    'example.com/a@v1.2.3:1!',
    'stdlib@1.23.6:2!',
  ]);
  expect(() => read('go.mod', 'hello world\n')).toThrow('not a go.mod');
});

test('options and a comment behind a requirement are no part of its version', () => {
  const text = 'a==1.0 -C "--build-option=x"\nb==2.0 --hash=sha256:00\nc==3.0#why\n';
  expect(read('requirements.txt', text)).toEqual(['a@1.0:1!', 'b@2.0:2!', 'c@3.0:3!']);
});

test('blanks around names and versions of .NET are none of theirs', () => {
  const text =
    '<Project><ItemGroup>\n<PackageReference Include="A " Version=" 6.2.3" />\n</ItemGroup></Project>';
  expect(read('x.csproj', text)).toEqual(['A@6.2.3:2!']);
});

test('the runtime that a program of .NET brings along is one of its packages', () => {
  const name = 'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.0';
  const text = json({
    runtimeTarget: {},
    targets: {},
    libraries: { [name]: { type: 'runtimepack' }, 'Mine/1.0.0': { type: 'project' } },
  });
  expect(read('x.deps.json', text)).toEqual(['Microsoft.NETCore.App.Runtime.linux-x64@8.0.0:5']);
});

test('paket.lock: packages of NuGet by group, with what they need', () => {
  const text =
    'NUGET\n  remote: https://example.org\n    A (1.0)\n      B (>= 2.0)\n    B (2.1.0-rc1)\nGITHUB\n  remote: x/y\n    src/a.fs (0123)\nGROUP Test\nNUGET\n  remote: https://example.org\n    C (3.0)\n';
  expect(read('paket.lock', text)).toEqual(['A@1.0:3! → B', 'B@2.1.0-rc1:5', 'C@3.0:12! dev']);
  expect(() => read('paket.lock', 'hello\n')).toThrow('not a paket.lock');
});

test('build.sbt.lock: packages of Maven, of which tests alone need some', () => {
  const text = json({
    lockVersion: 1,
    dependencies: [
      { org: 'org.a', name: 'b_2.12', version: '2.9.0', configurations: ['test', 'compile'] },
      { org: 'org.c', name: 'd', version: '1.0', configurations: ['test'] },
    ],
  });
  expect(read('build.sbt.lock', text)).toEqual(['org.a:b_2.12@2.9.0:4', 'org.c:d@1.0:13 dev']);
  expect(() => read('build.sbt.lock', '{}')).toThrow('not a lockfile of sbt');
});

test('rebar.lock: packages of Hex and what was cloned, direct at the depth of zero', () => {
  const text =
    '{"1.2.0",\n[{<<"cowboy">>,{pkg,<<"cowboy">>,<<"2.9.0">>},0},\n {<<"cowlib">>,{pkg,<<"cowlib">>,<<"2.11.0">>},1},\n {<<"x">>,\n  {git,"https://example.org/x.git",\n   {ref,"0123"}},\n  0}]}.\n';
  expect(read('rebar.lock', text)).toEqual(['cowboy@2.9.0:2!', 'cowlib@2.11.0:3', 'x@:4! (git)']);
  expect(() => read('rebar.lock', 'hello')).toThrow('not a rebar.lock');
});

test('manifest.toml of Gleam: packages of Hex, and what the project asked for', () => {
  const text =
    'packages = [\n  { name = "a", version = "0.34.0", requirements = ["b"], source = "hex" },\n  { name = "b", version = "1.0.0", requirements = [], source = "git" },\n]\n\n[requirements]\na = { version = ">= 0.34.0" }\n';
  expect(read('manifest.toml', text)).toEqual(['a@0.34.0:1! → b', 'b@1.0.0:1 (git)']);
});

test('a lockfile that is known and not read says so', () => {
  expect(() => read('renv.lock', '{}')).toThrow(
    expect.objectContaining({ reason: 'format_not_read', message: expect.stringContaining('of R') }),
  );
  expect(readerFor('Manifest.toml')?.id).toBe('unread-lockfile');
});

test('an inventory is known by its content where its name fits two kinds, and SPDX is read as YAML', () => {
  const purl = 'pkg:npm/left-pad@1.0.0';
  const spdx = {
    spdxVersion: 'SPDX-2.3',
    packages: [
      {
        SPDXID: 'SPDXRef-a',
        name: 'left-pad',
        externalRefs: [{ referenceCategory: 'SECURITY', referenceType: 'purl', referenceLocator: purl }],
      },
    ],
  };
  const cyclonedx = { bomFormat: 'CycloneDX', components: [{ type: 'library', name: 'left-pad', purl }] };
  const found = ['left-pad@1.0.0'];
  const names = (path: string, text: string) => read(path, text).map((each) => each.split(':')[0]);
  expect(names('sbom.json', json(spdx))).toEqual(found);
  expect(names('app.bom.json', json(cyclonedx))).toEqual(found);
  expect(
    names(
      'app.spdx.yml',
      `---\nspdxVersion: "SPDX-2.3"\npackages:\n- SPDXID: "SPDXRef-a"\n  name: "left-pad"\n  externalRefs:\n  - referenceType: "purl"\n    referenceLocator: "${purl}"\n`,
    ),
  ).toEqual(found);
  expect(
    names(
      'app.spdx',
      `SPDXVersion: SPDX-2.3\nPackageName: left-pad\nSPDXID: SPDXRef-a\nExternalRef: SECURITY purl ${purl}\n`,
    ),
  ).toEqual(found);
  expect(() => read('app.spdx.rdf', '<rdf/>')).toThrow('RDF');
});

test('setup.py: literals of its lists, without comments, keys and texts to be filled in', () => {
  const text = `setup(
  install_requires=[
    'requests==2.25.1', "foo>=2.20,<3.0",  # 'old==1'
    'x=={}'.format(var), f'y=={v}', '%s==1' % name,
  ],
  extras_require={'dev': ['pytest==7.0.0']},
)`;
  expect(read('setup.py', text)).toEqual(['requests@2.25.1:3!', 'foo@:3!', 'pytest@7.0.0:6! optional']);
  expect(read('setup.py', 'install_requires=["a==1"')).toEqual(['a@1:1!']);
});

test('setup.cfg: requirements of the options and of extras', () => {
  const text =
    '[metadata]\nname = x\n[options]\npython_requires = >=3\ninstall_requires =\n    a==1.0\n    # b==2\n    c>=2; python_version<"3"\n[options.extras_require]\ntest = d==3.0\ndocs =\n  e==4.0\n';
  expect(read('setup.cfg', text)).toEqual(['a@1.0:6!', 'c@:8!', 'd@3.0:10! optional', 'e@4.0:12! optional']);
});

test('environment.yml of conda: what pip installs is read, the rest is said not to be judged', () => {
  const problems: ReadingProblems = [];
  const text = 'name: x\ndependencies:\n  - python=3.11\n  - numpy=1.26\n  - pip:\n    - requests==2.25.1\n';
  expect(read('environment.yml', text, problems)).toEqual(['requests@2.25.1:6!']);
  expect(problems).toEqual([expect.objectContaining({ reason: 'unsupported_ecosystem' })]);
});
