import { expect, test } from 'vitest';
import { readerFor, readers } from '../readers/index.ts';
import { resolveFiles } from './resolve-files.ts';

const loaded = new Map(await Promise.all(readers.map(async (each) => [each, await each.load()] as const)));

/** What the files say together: `path: name@version`, with `!` for direct and the scope where it is not runtime. */
function resolved(files: Record<string, string>): string[] {
  const manifests = Object.entries(files).map(([path, text]) => {
    const reader = readerFor(path)!;
    const facts = { reader: reader.id, readerKind: reader.kind, ...loaded.get(reader)!(text, path, []) };
    return { path, facts };
  });
  const { files: found, notes } = resolveFiles(manifests);
  return [
    ...found.map(
      ({ path, dependencies }) =>
        `${path}: ${dependencies
          .map(
            ({ name, version, requirement, direct, scope }) =>
              `${name}@${version || `[${requirement ?? ''}]`}${direct ? '!' : ''}${scope === 'runtime' ? '' : ` ${scope}`}`,
          )
          .join(', ')}`,
    ),
    ...notes.map(({ path, reason, message }) => `${path} ${reason}: ${message}`),
  ];
}

const pom = (head: string, body = '') => `<project>${head}${body}</project>`;
const artifact = (name: string, more = '') => `<groupId>g</groupId><artifactId>${name}</artifactId>${more}`;
const needs = (...list: string[]) =>
  `<dependencies>${list.map((each) => `<dependency>${each}</dependency>`).join('')}</dependencies>`;
const manages = (...list: string[]) => `<dependencyManagement>${needs(...list)}</dependencyManagement>`;
const parent = (name: string, more = '') =>
  `<parent><groupId>g</groupId><artifactId>${name}</artifactId><version>7</version>${more}</parent>`;
const version = (text: string) => `<version>${text}</version>`;
const properties = (all: Record<string, string>) =>
  `<properties>${Object.entries(all)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</properties>`;

// biome-ignore format: one line for each row
test.for([
  ['a plain version', { 'pom.xml': pom(artifact('a'), needs(artifact('x', version('1.0')))) }, ['pom.xml: g:x@1.0!']],
  ['a range and no version', { 'pom.xml': pom(artifact('a'), needs(artifact('x', version('[1,2)')), artifact('y'))) }, ['pom.xml: g:x@[[1,2)]!, g:y@[]!']],
  ['scopes', { 'pom.xml': pom(artifact('a'), needs(artifact('x', `${version('1')}<scope>test</scope>`), artifact('y', `${version('1')}<optional>true</optional>`))), }, ['pom.xml: g:x@1! dev, g:y@1! optional']],
  ['a property, and one that names another', { 'pom.xml': pom(artifact('a'), properties({ v: '${w}.1', w: '2' }) + needs(artifact('x', version('${v}')), artifact('y', version('${gone}')))), }, ['pom.xml: g:x@2.1!, g:y@[${gone}]!']],
  ['properties in a circle', { 'pom.xml': pom(artifact('a'), properties({ v: '${w}', w: '${v}' }) + needs(artifact('x', version('${v}')))), }, ['pom.xml: g:x@[${v}]!']],
  ['the coordinates of the project', { 'pom.xml': pom(artifact('a', version('3')), needs(artifact('x', version('${project.version}')), '<groupId>${pom.groupId}</groupId><artifactId>y</artifactId><version>1</version>')), }, ['pom.xml: g:x@3!, g:y@1!']],
  ['the version of a parent that is not there', { 'pom.xml': pom(`${parent('p')}<artifactId>a</artifactId>`, needs(artifact('x', version('${project.version}')), artifact('y', version('${project.parent.version}')))), }, ['pom.xml: g:x@7!, g:y@7!']],
  ['a parent above with properties and managed versions', { 'pom.xml': pom(artifact('p'), properties({ v: '5' }) + manages(artifact('x', version('${v}'))) + needs(artifact('only-parent', version('1')))), 'sub/pom.xml': pom(`${parent('p')}<artifactId>a</artifactId>`, properties({ v: '6' }) + needs(artifact('x'))), }, ['pom.xml: g:only-parent@1!', 'sub/pom.xml: g:x@6!']],
  ['a parent by its path', { 'build/parent/pom.xml': pom(artifact('p'), manages(artifact('x', version('1')))), 'app/pom.xml': pom(`${parent('p', '<relativePath>../build/parent</relativePath>')}<artifactId>a</artifactId>`, needs(artifact('x'))), }, ['build/parent/pom.xml: ', 'app/pom.xml: g:x@1!']],
  ['a path that leads to another project, and one by its name', { 'pom.xml': pom(artifact('other'), manages(artifact('x', version('1')))), 'parent/pom.xml': pom(artifact('p'), manages(artifact('x', version('2')))), 'app/pom.xml': pom(`${parent('p')}<artifactId>a</artifactId>`, needs(artifact('x'))), }, ['pom.xml: ', 'parent/pom.xml: ', 'app/pom.xml: g:x@2!']],
  ['an empty path: by its name alone', { 'pom.xml': pom('<groupId>h</groupId><artifactId>p</artifactId>', manages(artifact('x', version('1')))), 'app/pom.xml': pom(`${parent('p', '<relativePath/>')}<artifactId>a</artifactId>`, needs(artifact('x'))), }, ['pom.xml: ', 'app/pom.xml: g:x@[]!']],
  ['a bill of materials', { 'bom/pom.xml': pom(artifact('bom'), properties({ v: '4' }) + manages(artifact('x', version('${v}')), artifact('y', version('1')))), 'app/pom.xml': pom(artifact('a'), manages(artifact('bom', `${version('1')}<type>pom</type><scope>import</scope>`), artifact('y', version('2'))) + needs(artifact('x'), artifact('y'))), }, ['bom/pom.xml: ', 'app/pom.xml: g:x@4!, g:y@2!']],
  ['parents in a circle', { 'a/pom.xml': pom(parent('b', '<relativePath>../b</relativePath>') + artifact('a'), needs(artifact('x', version('1')))), 'b/pom.xml': pom(parent('a', '<relativePath>../a</relativePath>') + artifact('b'), needs(artifact('y', version('1')))), }, ['a/pom.xml: g:x@1!', 'b/pom.xml: g:y@1!']],
  ['the same twice, and another version of it', { 'pom.xml': pom(artifact('a'), needs(artifact('x', version('1')), artifact('x', version('1')), artifact('x', version('2')))), }, ['pom.xml: g:x@1!, g:x@2!']],
] as Array<[string, Record<string, string>, string[]]>)('Maven: %s', ([, files, expected]) => {
  expect(resolved(files)).toEqual(expected);
});

const yarn =
  '# yarn lockfile v1\n\na@^1:\n  version "1.0.0"\n  dependencies:\n    b "^2"\n\nb@^2:\n  version "2.0.0"\n\nd@1:\n  version "1.0.0"\n  dependencies:\n    e "1"\n\ne@1:\n  version "1.0.0"\n\no@1:\n  version "1.0.0"\n';
const old = JSON.stringify({
  lockfileVersion: 1,
  dependencies: {
    a: { version: '1.0.0', requires: { b: '2' } },
    b: { version: '2.0.0' },
    d: { version: '1.0.0', dev: true },
  },
});
const manifest = (all: object) => JSON.stringify(all);
// biome-ignore format: one line for each row
test.for([
  ['Yarn 1 beside its manifest', { 'yarn.lock': yarn, 'package.json': manifest({ dependencies: { a: '^1' }, devDependencies: { d: '1' }, optionalDependencies: { o: '1' }, }), }, ['yarn.lock: a@1.0.0!, b@2.0.0, d@1.0.0! dev, e@1.0.0 dev, o@1.0.0! optional']],
  ['Yarn 1 with a workspace', { 'yarn.lock': yarn, 'package.json': manifest({}), 'packages/x/package.json': manifest({ dependencies: { d: '1' } }), }, ['yarn.lock: a@1.0.0 dev, b@2.0.0 dev, d@1.0.0!, e@1.0.0, o@1.0.0 dev']],
  ['Yarn 1 where a workspace needs at run time what another needs for tests', { 'yarn.lock': yarn, 'package.json': manifest({ devDependencies: { d: '1' } }), 'x/package.json': manifest({ dependencies: { d: '1' } }), }, ['yarn.lock: a@1.0.0 dev, b@2.0.0 dev, d@1.0.0!, e@1.0.0, o@1.0.0 dev']],
  ['Yarn 1 alone', { 'yarn.lock': yarn }, ['yarn.lock: a@1.0.0!, b@2.0.0, d@1.0.0!, e@1.0.0, o@1.0.0!']],
  ['Yarn 1 with a manifest elsewhere', { 'x/yarn.lock': yarn, 'y/package.json': manifest({ dependencies: { a: '^1' } }) }, ['x/yarn.lock: a@1.0.0!, b@2.0.0, d@1.0.0!, e@1.0.0, o@1.0.0!', 'y/package.json: a@[^1]!']],
  ['old npm', { 'package-lock.json': old, 'package.json': manifest({ dependencies: { a: '1' }, devDependencies: { d: '1' } }), }, ['package-lock.json: a@1.0.0!, b@2.0.0, d@1.0.0! dev']],
  ['a manifest that a lockfile above covers', { 'pnpm-lock.yaml': 'lockfileVersion: 9\n', 'x/package.json': manifest({ dependencies: { a: '1' } }) }, ['pnpm-lock.yaml: ']],
  ['a manifest beside a lockfile of another kind', { 'Gemfile.lock': 'GEM\n  specs:\n', 'package.json': manifest({ dependencies: { a: '1' } }) }, ['Gemfile.lock: ', 'package.json: a@[1]!']],
  ['a Gemfile below its lockfile', { 'Gemfile.lock': 'GEM\n  specs:\n', 'x/Gemfile': "gem 'a', '1.0'\n" }, ['Gemfile.lock: ', 'x/Gemfile: a@1.0!']],
  ['a Gemfile beside its lockfile', { 'Gemfile.lock': 'GEM\n  specs:\n', Gemfile: "gem 'a', '1.0'\n" }, ['Gemfile.lock: ']],
] as Array<[string, Record<string, string>, string[]]>)(
  'lockfiles and manifests: %s',
  ([, files, expected]) => {
    expect(resolved(files)).toEqual(expected);
  },
);

// biome-ignore format: one line for each row
test.for([
  ['constraints', { 'requirements.txt': '-c constraints.txt\nDjango\nflask==1.0\nx @ https://x.test/x.whl\n', 'constraints.txt': 'django==3.0\nflask==2.0\nx==1\n', }, ['requirements.txt: Django@3.0!, flask@1.0!, x@[]!']],
  ['constraints of what includes a file', { 'requirements.txt': '-r base-requirements.txt\n-c constraints.txt\n', 'base-requirements.txt': 'a\n', 'constraints.txt': 'a==1.0\n', }, ['requirements.txt: ', 'base-requirements.txt: a@1.0!']],
  ['the first of two constraints', { 'requirements.txt': '-c constraints-a.txt\n-c constraints-b.txt\na\n', 'constraints-a.txt': 'a==1.0\n', 'constraints-b.txt': 'a==2.0\n', }, ['requirements.txt: a@1.0!']],
  ['an include that is not there', { 'requirements.txt': '-r gone.txt\na==1\n' }, ['requirements.txt: a@1!', 'requirements.txt include_not_read: It includes gone.txt, which is not in the repository or has a name that is not read.']],
  ['a compiled file', { 'requirements.in': 'a\n', 'requirements.txt': 'a==1.0\n' }, ['requirements.txt: a@1.0!']],
  ['one that was not compiled', { 'requirements.in': 'a\n', 'dev-requirements.txt': 'a==1.0\n' }, ['requirements.in: a@[]!', 'dev-requirements.txt: a@1.0! dev']],
] as Array<[string, Record<string, string>, string[]]>)(
  'requirements of Python: %s',
  ([, files, expected]) => {
    expect(resolved(files)).toEqual(expected);
  },
);

const central =
  '<Project><ItemGroup><PackageVersion Include="A.B" Version="1.2.3"/><PackageVersion Include="Many" Version="1.0"/><PackageVersion Include="Many" Version="2.0"/><PackageVersion Include="Range" Version="[1,2)"/></ItemGroup></Project>';
const project =
  '<Project><ItemGroup><PackageReference Include="a.b"/><PackageReference Include="Own" Version="9.0"/><PackageReference Include="Many"/><PackageReference Include="Range"/><PackageReference Include="None"/></ItemGroup></Project>';
// biome-ignore format: one line for each row
test.for([
  ['beside the project', { 'Directory.Packages.props': central, 'a.csproj': project }, ['Directory.Packages.props: ', 'a.csproj: a.b@1.2.3!, Own@9.0!, Many@1.0!, Many@2.0!, Range@[[1,2)]!, None@[]!']],
  ['above it', { 'Directory.Packages.props': central, 'src/x/a.csproj': project }, ['Directory.Packages.props: ', 'src/x/a.csproj: a.b@1.2.3!, Own@9.0!, Many@1.0!, Many@2.0!, Range@[[1,2)]!, None@[]!']],
  ['the nearest', { 'Directory.Packages.props': central, 'src/Directory.Packages.props': '<Project><ItemGroup><PackageVersion Include="A.B" Version="5.0"/></ItemGroup></Project>', 'src/x/a.csproj': project, }, ['Directory.Packages.props: ', 'src/Directory.Packages.props: ', 'src/x/a.csproj: a.b@5.0!, Own@9.0!, Many@[]!, Range@[]!, None@[]!']],
  ['elsewhere', { 'other/Directory.Packages.props': central, 'src/a.csproj': project }, ['other/Directory.Packages.props: ', 'src/a.csproj: a.b@[]!, Own@9.0!, Many@[]!, Range@[]!, None@[]!']],
] as Array<[string, Record<string, string>, string[]]>)(
  'central versions of .NET: %s',
  ([, files, expected]) => {
    expect(resolved(files)).toEqual(expected);
  },
);

// biome-ignore format: one line for each row
test.for([
  ['package.json', '{"dependencies": {"a": "^1"}}', 'package-lock.json', '{"lockfileVersion": 1}', true],
  ['pyproject.toml', '[project]\ndependencies = ["a"]', 'poetry.lock', '[metadata]', true],
  ['setup.py', "install_requires=['a']", 'uv.lock', 'version = 1', true],
  ['Cargo.toml', '[dependencies]\na = "1"', 'Cargo.lock', 'version = 3', true],
  ['composer.json', '{"require": {"a/b": "1"}}', 'composer.lock', '{"packages": []}', false],
  ['Gemfile', "gem 'a'", 'Gemfile.lock', 'GEM\n', false],
  ['build.gradle', "implementation 'g:a:1'", 'gradle.lockfile', '', false],
  ['a.csproj', '<Project><ItemGroup><PackageReference Include="a" Version="1"/></ItemGroup></Project>', 'packages.lock.json', '{"dependencies": {}}', false],
] as const)('%s is covered by a lockfile beside it, and by one above it or not', ([manifest, text, lock, locked, above]) => {
  const isCovered = (place: string) => resolved({ [`sub/${manifest}`]: text, [`${place}${lock}`]: locked }).every((line) => !line.startsWith(`sub/${manifest}:`));
  expect([isCovered('sub/'), isCovered(''), isCovered('other/')]).toEqual([true, above, false]);
});
