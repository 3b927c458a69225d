import { expect, test } from 'vitest';
import { readerFor, readers } from './index.ts';

const loaded = new Map(await Promise.all(readers.map(async (each) => [each, await each.load()] as const)));

/** `name@version:line` with `!` for direct and the scope where it is not runtime; `→` and what it needs. */
function read(path: string, text: string): string[] {
  const { dependencies } = loaded.get(readerFor(path)!)!(text, path, []);
  return dependencies.map((each) => {
    const scope = each.scope === 'runtime' ? '' : ` ${each.scope}`;
    const needs = each.needs.map((index) => dependencies[index]!.name).join(' ');
    const source = each.source ? ` (${each.source})` : '';
    const version = each.version || (each.requirement ? `[${each.requirement}]` : '');
    return `${each.name}@${version}:${each.line}${each.direct ? '!' : ''}${scope}${source}${needs ? ` → ${needs}` : ''}`;
  });
}

const json = (value: unknown): string => JSON.stringify(value, null, 1);

test.each<[path: string, text: string, expected: string[]]>([
  [
    'package-lock.json',
    json({
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { a: '^1', alias: 'npm:real@2' }, devDependencies: { d: '1' } },
        'node_modules/a': { version: '1.0.0', dependencies: { b: '^1' } },
        'node_modules/a/node_modules/b': { version: '1.5.0' },
        'node_modules/b': { version: '2.0.0' },
        'node_modules/alias': { name: 'real', version: '2.0.0' },
        'node_modules/d': { version: '1.0.0', dev: true, dependencies: { b: '2' } },
        'node_modules/ws': { resolved: 'packages/ws', link: true },
        'packages/ws': { dependencies: { b: '2' } },
        'node_modules/g': { version: '0.1.0', resolved: 'git+ssh://git@example.org/g.git#abc' },
      },
    }),
    [
      'a@1.0.0:13! → b',
      'b@1.5.0:19',
      'b@2.0.0:22!',
      'real@2.0.0:25!',
      'd@1.0.0:29! dev → b',
      'g@0.1.0:45 (git)',
    ],
  ],
  [
    'npm-shrinkwrap.json',
    json({
      lockfileVersion: 1,
      dependencies: {
        a: { version: '1.0.0', requires: { b: '^1', c: '1' }, dependencies: { b: { version: '1.5.0' } } },
        b: { version: '2.0.0' },
        c: { version: 'git+https://example.org/c.git#1' },
      },
    }),
    ['a@1.0.0:4! → b c', 'b@2.0.0:16!', 'c@:19 (git)', 'b@1.5.0:11'],
  ],
  [
    'yarn.lock',
    '# yarn lockfile v1\n\n"@s/a@^1.0.0", "@s/a@~1.1":\n  version "1.1.0"\n  dependencies:\n    b "^2.0.0"\n\nb@^2.0.0:\n  version "2.0.0"\n\nx@npm:y@1:\n  version "1.0.0"\n',
    ['@s/a@1.1.0:3! → b', 'b@2.0.0:8', 'y@1.0.0:11!'],
  ],
  [
    'sub/yarn.lock',
    '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.2.0\n  resolution: "a@npm:1.2.0"\n  dependencies:\n    b: "npm:^2.0.0"\n  linkType: hard\n\n"b@npm:^2.0.0":\n  version: 2.0.0\n  resolution: "b@npm:2.0.0"\n\n"root@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "root@workspace:."\n  dependencies:\n    a: "npm:^1.0.0"\n  linkType: soft\n',
    ['a@1.2.0:4! → b', 'b@2.0.0:11'],
  ],
  [
    'pnpm-lock.yaml',
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: ^1\n        version: 1.0.0(p@3.0.0)\n    devDependencies:\n      d:\n        specifier: 1\n        version: 1.10.0\npackages:\n  '@s/b@2.0.0':\n    resolution: {integrity: sha512-x}\n  a@1.0.0:\n    resolution: {integrity: sha512-y}\n  d@1.10.0:\n    resolution: {integrity: sha512-z}\nsnapshots:\n  a@1.0.0(p@3.0.0):\n    dependencies:\n      '@s/b': 2.0.0\n",
    ['@s/b@2.0.0:13', 'a@1.0.0:15! → @s/b', 'd@1.10.0:17! dev'],
  ],
  [
    'v5/pnpm-lock.yaml',
    'lockfileVersion: 5.4\nspecifiers:\n  a: ^1\ndependencies:\n  a: 1.0.0_p@3.0.0\npackages:\n  /a/1.0.0_p@3.0.0:\n    dependencies:\n      /@s/b: 2.0.0\n      c: 3.0.0\n    dev: false\n  /c/3.0.0:\n    dev: false\n',
    ['a@1.0.0:7! → c', 'c@3.0.0:12'],
  ],
  [
    'bun.lock',
    '{\n "lockfileVersion": 1,\n "workspaces": { "": { "dependencies": { "a": "1" }, }, },\n "packages": {\n  "a": ["a@1.0.0", "", { "dependencies": { "b": "^1" } }, "sha"],\n  "b": ["b@2.0.0", "", {}, "sha"],\n  "a/b": ["b@1.0.0", "", {}, "sha"],\n }\n}',
    ['a@1.0.0:5! → b', 'b@2.0.0:6 dev', 'b@1.0.0:7'],
  ],
  [
    'deno.lock',
    json({
      version: '4',
      specifiers: { 'npm:a@1': '1.0.0' },
      npm: { 'a@1.0.0': { dependencies: ['b__c'] }, 'b__c@2.0.0_p@1.0.0': {} },
    }),
    ['a@1.0.0:7! → b__c', 'b__c@2.0.0:12'],
  ],
  [
    'package.json',
    json({
      dependencies: { a: '1.2.3', b: '^1', c: 'github:o/c', d: 'file:../d' },
      devDependencies: { e: '~2' },
    }),
    ['a@1.2.3:3!', 'b@[^1]:4!', 'c@[github:o/c]:5! (git)', 'd@[file:../d]:6! (file)', 'e@[~2]:9! dev'],
  ],
  [
    'requirements.txt',
    '# comment\nDjango==3.2.1 ; python_version > "3"\nrequests[socks]>=2,<3 \\\n  --hash=sha256:ab\n-e git+https://example.org/x.git#egg=thing\n--index-url https://example.org\n-r base.txt\nflask @ https://example.org/f.whl\nnumpy\n',
    ['Django@3.2.1:2!', 'requests@[>=2,<3]:3!', 'thing@:5! (git)', 'flask@:8! (url)', 'numpy@:9!'],
  ],
  [
    'requirements/compiled.txt',
    'a==1.0 \\\n    --hash=sha256:ab\n    # via -r requirements.in\nb==2.0\n    # via\n    #   a\n    #   C[extra]\n    # The following is unsafe:\nc==3.0  # via a, the-project (pyproject.toml)\nd==4.0\n',
    ['a@1.0:1! → b c', 'b@2.0:4', 'c@3.0:9! → b', 'd@4.0:10!'],
  ],
  [
    'Pipfile.lock',
    json({
      _meta: {},
      default: { a: { version: '==1.0', index: 'pypi' }, b: { version: '==2.0' } },
      develop: { c: { git: 'x' } },
    }),
    ['a@1.0:4!', 'b@2.0:8', 'c@:13 dev (git)'],
  ],
  [
    'poetry.lock',
    '[[package]]\nname = "a"\nversion = "1.0"\ngroups = ["main"]\n\n[package.dependencies]\nB = ">=2"\n\n[[package]]\nname = "b"\nversion = "2.0"\ngroups = ["dev"]\n',
    ['a@1.0:1! → b', 'b@2.0:9 dev'],
  ],
  [
    'pdm.lock',
    '[[package]]\nname = "a"\nversion = "1.0"\ngroups = ["default"]\ndependencies = ["b>=1"]\n\n[[package]]\nname = "b"\nversion = "2.0"\n',
    ['a@1.0:1! → b', 'b@2.0:7'],
  ],
  [
    'uv.lock',
    'version = 1\n[[package]]\nname = "app"\nversion = "0"\nsource = { virtual = "." }\ndependencies = [{ name = "a" }]\n\n[package.dev-dependencies]\ndev = [{ name = "c" }]\n\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "x" }\ndependencies = [{ name = "b" }]\n\n[[package]]\nname = "b"\nversion = "2.0"\nsource = { registry = "x" }\n\n[[package]]\nname = "c"\nversion = "3.0"\nsource = { registry = "x" }\n',
    ['a@1.0:11! → b', 'b@2.0:17', 'c@3.0:22! dev'],
  ],
  [
    'pylock.dev.toml',
    'lock-version = "1.0"\n[[packages]]\nname = "a"\nversion = "1.0"\n[[packages]]\nname = "b"\nvcs = { url = "x" }\n',
    ['a@1.0:2', 'b@:5 (git)'],
  ],
  [
    'pyproject.toml',
    '[project]\ndependencies = ["a==1.0", "b>=1,<2"]\n[tool.poetry.dependencies]\npython = "^3.9"\nc = "^1.2"\nd = { git = "x" }\n',
    ['a@1.0:2!', 'b@[>=1,<2]:2!', 'c@[^1.2]:5!', 'd@:6! (git)'],
  ],
  [
    'go.mod',
    'module example.org/m\n\ngo 1.21.0\n\ntoolchain go1.22.3\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/c/d v1.1.0 // indirect\n\tgithub.com/e/f v1.0.0\n\tgithub.com/x/y v1.0.0\n)\nreplace github.com/a/b => github.com/fork/b v1.0.1\nreplace github.com/e/f => ../f\nexclude github.com/x/y v1.0.0\n',
    [
      'github.com/fork/b@v1.0.1:8!',
      'github.com/c/d@v1.1.0:9',
      'github.com/e/f@v1.0.0:10! (file)',
      'stdlib@1.22.3:5!',
    ],
  ],
  [
    'go.sum',
    'github.com/a/b v1.0.0 h1:x=\ngithub.com/a/b v1.2.0/go.mod h1:x=\ngithub.com/a/b v1.1.0 h1:x=\n',
    ['github.com/a/b@v1.1.0:3'],
  ],
  [
    'Cargo.lock',
    'version = 3\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "a 1.0.0",\n]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+x"\ndependencies = ["b"]\n\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = "git+x"\n',
    ['a@1.0.0:10! → b', 'b@2.0.0:16 (git)'],
  ],
  [
    'Cargo.toml',
    '[dependencies]\na = "1.2"\nb = { version = "=1.0.0", optional = true }\n[dev-dependencies]\nc = { path = "../c" }\n',
    ['a@[1.2]:2!', 'b@1.0.0:3! optional', 'c@:5! dev (file)'],
  ],
  [
    'gradle.lockfile',
    '# comment\norg.a:b:1.0=compileClasspath,runtimeClasspath\norg.c:d:2.0=testCompileClasspath\nempty=x\n',
    ['org.a:b@1.0:2', 'org.c:d@2.0:3 dev'],
  ],
  [
    'gradle/verification-metadata.xml',
    '<verification-metadata>\n<components>\n<component group="g" name="n" version="1"><artifact name="x"/></component>\n</components></verification-metadata>',
    ['g:n@1:3'],
  ],
  [
    'gradle/libs.versions.toml',
    '[versions]\nv = "1.0"\nr = { strictly = "[2.0,3.0[" }\n[libraries]\na = { module = "g:a", version.ref = "v" }\nb = "g:b:2.0"\nc = { group = "g", name = "c", version = "3.0" }\nd = { module = "g:d" }\n',
    ['g:a@1.0:5!', 'g:b@2.0:6!', 'g:c@3.0:7!'],
  ],
  [
    'build.gradle',
    'def v = "1.5"\ndependencies {\n  implementation "g:a:$v"\n  testImplementation(\'g:b:2.0\')\n  api "g:c:${unknown}"\n  implementation "g:d:1.+"\n}\n',
    ['g:a@1.5:3!', 'g:b@2.0:4! dev', 'g:d@[1.+]:6!'],
  ],
  [
    'composer.lock',
    json({
      packages: [{ name: 'v/a', version: 'v1.0.0', require: { 'v/b': '^1', php: '>=8' }, license: ['MIT'] }],
      'packages-dev': [{ name: 'v/b', version: '1.1.0' }],
    }),
    ['v/a@v1.0.0:4! → v/b', 'v/b@1.1.0:17 dev'],
  ],
  [
    'Gemfile.lock',
    'GIT\n  remote: x\n  revision: y\n  specs:\n    g (0.1)\n\nGEM\n  remote: https://example.org/\n  specs:\n    a (1.0)\n      b (~> 2.0)\n    b (2.1-x86_64-linux)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  a (~> 1)\n  g!\n\nCHECKSUMS\n  a (1.0) sha256=x\n',
    ['g@0.1:5! (git)', 'a@1.0:10! → b', 'b@2.1:12'],
  ],
  [
    'Gemfile',
    "source 'x'\ngem 'a', '~> 1.0'\ngroup :test do\n  gem \"b\", '1.2.3'\nend\ngem 'c', git: 'x'\n",
    ['a@[~> 1.0]:2!', 'b@1.2.3:4! dev', 'c@:6! (git)'],
  ],
  [
    'packages.lock.json',
    json({
      version: 1,
      dependencies: {
        'net8.0': {
          A: { type: 'Direct', resolved: '1.0.0', dependencies: { B: '2.0.0' } },
          b: { type: 'Transitive', resolved: '2.0.0' },
          P: { type: 'Project' },
        },
      },
    }),
    ['A@1.0.0:5! → b', 'b@2.0.0:12'],
  ],
  [
    'packages.config',
    '<?xml version="1.0"?>\n<packages>\n  <package id="A" version="1.0.0" />\n  <package id="B" version="2.0" developmentDependency="true" />\n</packages>',
    ['A@1.0.0:3!', 'B@2.0:4! dev'],
  ],
  [
    'src/App.csproj',
    '<Project Sdk="x">\n<PropertyGroup><V>1.2.3</V></PropertyGroup>\n<ItemGroup>\n<PackageReference Include="A" Version="$(V)" />\n<PackageReference Include="B"><Version>[1.0,2.0)</Version></PackageReference>\n<PackageReference Include="C" />\n</ItemGroup></Project>',
    ['A@1.2.3:4!', 'B@[[1.0,2.0)]:5!', 'C@:6!'],
  ],
  [
    'bin/app.deps.json',
    json({
      targets: {
        net8: { 'app/1.0.0': { dependencies: { A: '1.0.0' } }, 'A/1.0.0': { dependencies: { B: '2.0.0' } } },
      },
      libraries: {
        'app/1.0.0': { type: 'project' },
        'A/1.0.0': { type: 'package' },
        'B/2.0.0': { type: 'package' },
      },
    }),
    ['A@1.0.0:20! → B', 'B@2.0.0:23'],
  ],
  [
    'mix.lock',
    '%{\n  "a": {:hex, :a, "1.0.0", "h", [:mix], [{:b, "~> 2.0", [hex: :b, repo: "hexpm"]}], "hexpm", "x"},\n  "b": {:hex, :b, "2.0.0", "h", [:mix], [], "hexpm", "x"},\n  "c": {:git, "https://example.org/c.git", "rev", []},\n}\n',
    ['a@1.0.0:2! → b', 'b@2.0.0:3', 'c@:4! (git)'],
  ],
  [
    'pubspec.lock',
    'packages:\n  a:\n    dependency: "direct main"\n    source: hosted\n    version: "1.10.0"\n  b:\n    dependency: "direct dev"\n    source: git\n    version: "2.0.0"\n  flutter:\n    dependency: "direct main"\n    source: sdk\n    version: "0.0.0"\n',
    ['a@1.10.0:2!', 'b@2.0.0:6! dev (git)'],
  ],
  [
    'conan.lock',
    json({ version: '0.5', requires: ['zlib/1.3.1#rev%1.0'], build_requires: ['cmake/3.1@u/c'] }),
    ['zlib@1.3.1:4', 'cmake@3.1:7 dev'],
  ],
  [
    'Podfile.lock',
    'PODS:\n  - A (1.0):\n    - B/Core (~> 2.0)\n  - B/Core (2.1.0)\n\nDEPENDENCIES:\n  - A (~> 1)\n\nCOCOAPODS: 1.0\n',
    ['A@1.0:2! → B', 'B@2.1.0:4'],
  ],
  [
    'Package.resolved',
    json({
      pins: [
        { identity: 'nio', location: 'https://github.com/apple/swift-nio.git', state: { version: '2.0.0' } },
        { location: 'git@github.com:o/p.git', state: { branch: 'main' } },
      ],
      version: 2,
    }),
    ['github.com/apple/swift-nio@2.0.0:3', 'github.com/o/p@:10 (git)'],
  ],
  [
    '.github/workflows/ci.yml',
    'jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4.1.0\n      - uses: "o/r/sub@v44"\n      - uses: o/p@0123456789012345678901234567890123456789 # v1.2.3\n      - run: |\n          uses: not/this@v1.0.0\n      - uses: ./local\n',
    ['actions/checkout@v4.1.0:4! dev', 'o/r@[44]:5! dev', 'o/p@v1.2.3:6! dev'],
  ],
  [
    '.github/workflows/folded.yml',
    'jobs:\n  a:\n    steps:\n      - name: >-\n          a long name\n        uses: o/a@v1.0.0\n      - uses: >-\n          o/b@v2.0.0\n        with: {}\n',
    ['o/a@v1.0.0:6! dev', 'o/b@v2.0.0:8! dev'],
  ],
  [
    'bom.json',
    json({
      bomFormat: 'CycloneDX',
      metadata: { component: { 'bom-ref': 'root' } },
      components: [
        { 'bom-ref': 'x', purl: 'pkg:npm/%40s/a@1.0.0', licenses: [{ expression: 'MIT' }] },
        { purl: 'pkg:maven/g/n@2' },
      ],
      dependencies: [{ ref: 'root', dependsOn: ['x'] }],
    }),
    ['@s/a@1.0.0:9!', 'g:n@2:18'],
  ],
  [
    'app.spdx.json',
    json({
      spdxVersion: 'SPDX-2.3',
      packages: [
        { SPDXID: 'p', externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:pypi/a@1.0' }] },
      ],
    }),
    ['a@1.0:4'],
  ],
  [
    'app.spdx',
    [
      'SPDXVersion: SPDX-2.3',
      'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-app',
      'PackageName: app',
      'SPDXID: SPDXRef-app',
      'PackageComment: <text>',
      'PackageName: not a package',
      '</text>',
      'PackageName: A',
      'SPDXID: SPDXRef-a',
      'PackageLicenseDeclared: MIT',
      'ExternalRef: PACKAGE-MANAGER purl pkg:pypi/a@1.0',
      'PackageName: b',
      'SPDXID: SPDXRef-b',
      'ExternalRef: SECURITY cpe23Type cpe:2.3:a:b:b:2',
      'ExternalRef: PACKAGE_MANAGER purl pkg:pypi/b@2.0',
      'Relationship: SPDXRef-app DEPENDS_ON SPDXRef-a',
      'Relationship: SPDXRef-a DEPENDS_ON SPDXRef-b',
    ].join('\n'),
    ['a@1.0:8! → b', 'b@2.0:12'],
  ],
])('%s is read', (path, text, expected) => {
  expect(read(path, text)).toEqual(expected);
});

test('every reader has a case above or among the shapes of lockfiles, or is a POM', () => {
  expect(readers).toHaveLength(45);
});

test('what lies in an unpacked package is nobody’s manifest', () => {
  expect(readerFor('node_modules/a/package.json')).toBeUndefined();
  expect(readerFor('vendor/bundle/ruby/Gemfile.lock')).toBeUndefined();
});
