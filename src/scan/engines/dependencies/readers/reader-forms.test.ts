import { expect, test } from 'vitest';
import { readerFor, readers } from './index.ts';

const loaded = new Map(await Promise.all(readers.map(async (each) => [each, await each.load()] as const)));

/** `name@version:line`, `!` for direct, the scope where it is not runtime, in brackets where it comes from, `as` other names, and what it needs. */
function read(path: string, text: string): string[] {
  const { dependencies } = loaded.get(readerFor(path)!)!(text, path, []);
  return dependencies.map((each) =>
    [
      `${each.name}@${each.version || `[${each.requirement ?? ''}]`}:${each.line}${each.direct ? '!' : ''}`,
      ...(each.scope === 'runtime' ? [] : [each.scope]),
      ...(each.source ? [`(${each.source})`] : []),
      ...(each.importedAs ? [`as ${each.importedAs.join(' ')}`] : []),
      ...(each.licences ? [`under ${each.licences.join(' ')}`] : []),
      ...(each.needs.length > 0
        ? [`→ ${each.needs.map((at) => dependencies[at]!.name + dependencies[at]!.version).join(' ')}`]
        : []),
    ].join(' '),
  );
}

const json = (value: unknown) => JSON.stringify(value, null, 1);
// biome-ignore format: one line for each row
test.for([
  ['scopes and places of npm', 'package-lock.json', json({ lockfileVersion: 3, packages: { '': { dependencies: { a: '1' }, optionalDependencies: { o: '1' }, peerDependencies: { p: '1' } }, 'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { x: '1', y: '1' } }, 'node_modules/a/node_modules/x': { version: '1.1.0', dependencies: { y: '1' } }, 'node_modules/x': { version: '1.2.0' }, 'node_modules/y': { version: '1.3.0', devOptional: true }, 'node_modules/o': { version: '1.0.0', optional: true }, 'node_modules/f': { version: '1.0.0', resolved: 'file:f.tgz' }, 'node_modules/@s/n': { version: '1.0.0', dev: true } } }), ['a@1.0.0:15! under MIT → x1.1.0 y1.3.0', 'x@1.1.0:23 → y1.3.0', 'x@1.2.0:29', 'y@1.3.0:32 dev', 'o@1.0.0:36! optional', 'f@1.0.0:40 (file)', '@s/n@1.0.0:44 dev']],
  ['aliases and addresses of old npm', 'package-lock.json', json({ lockfileVersion: 1, dependencies: { a: { version: 'npm:real@1.0.0', requires: { c: '1' } }, b: { version: 'https://x.test/b.tgz' }, c: { version: '1.0.0', resolved: 'git+ssh://x', optional: true }, d: {} } }), ['real@1.0.0:4! as a → c1.0.0', 'b@[]:10! (url)', 'c@1.0.0:13 optional (git)']],
  ['aliases and workspaces of pnpm', 'pnpm-lock.yaml', "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      alias: {specifier: npm:real@1, version: real@1.0.0}\n    optionalDependencies:\n      o: {specifier: '1', version: 1.0.0}\n  x:\n    devDependencies:\n      o: {specifier: '1', version: 1.0.0}\n      d: {specifier: '1', version: 1.0.0}\npackages:\n  real@1.0.0: {resolution: {integrity: x}}\n  o@1.0.0: {resolution: {integrity: x}}\n  d@1.0.0: {resolution: {tarball: https://x.test/d.tgz}}\nsnapshots:\n  real@1.0.0: {optionalDependencies: {o: 1.0.0}}\n", ['real@1.0.0:13! as alias → o1.0.0', 'o@1.0.0:14! optional', 'd@1.0.0:15! dev']],
  ['optional needs and patches of Yarn', 'yarn.lock', '# yarn lockfile v1\n\n"a@^1", a@~1.0:\n  version "1.0.0"\n  resolved "https://r.test/a.tgz"\n  optionalDependencies:\n    b "^2"\n  dependencies:\n    c "1"\n\nb@^2:\n  version "2.0.0"\n\nc@1:\n  version "1.0.0"\n  engines:\n    node "1"\n\nlocal@file:../x:\n  version "0.0.0"\n', ['a@1.0.0:3! → b2.0.0 c1.0.0', 'b@2.0.0:11', 'c@1.0.0:14', 'local@0.0.0:19! (file)']],
  ['what is inside of what, in Bun', 'bun.lock', '{"lockfileVersion": 1, "workspaces": {"": {"dependencies": {"@s/a": "1", "z": "1"}, "devDependencies": {"d": "1", "z": "1"}, "optionalDependencies": {"d": "1"}}},\n"packages": {"@s/a": ["@s/a@1.0.0", "", {"dependencies": {"b": "1"}}, "x"],\n"@s/a/b": ["b@1.0.0", "", {"dependencies": {"c": "1"}}, "x"],\n"b": ["b@2.0.0", "", {}, "x"],\n"c": ["c@1.0.0", "", {}, "x"],\n"d": ["d@1.0.0", "", {}, "x"],\n"z": ["y@1.0.0", "", {}, "x"]}}', ['@s/a@1.0.0:2! → b1.0.0', 'b@1.0.0:3 → c1.0.0', 'b@2.0.0:4 dev', 'c@1.0.0:5', 'd@1.0.0:6! optional', 'y@1.0.0:7! as z']],
  ['packages of Composer', 'composer.lock', json({ packages: [{ name: 'a/b', version: 'v1.0.0', license: ['MIT'], require: { 'c/d': '^1', php: '>=7' }, autoload: { 'psr-4': { 'A\\': 'src' }, 'psr-0': { B: '' } } }, { name: 'c/d', version: '1.2' }], 'packages-dev': [{ name: 'e/f', version: 'dev-main', source: { type: 'git' } }] }), ['a/b@v1.0.0:4! as A\\ under MIT → c/d1.2', 'c/d@1.2:23', 'e/f@dev-main:29! dev']],
  ['a graph of Conan', 'conan.lock', json({ graph_lock: { nodes: { 0: { ref: 'app/1.0', path: 'conanfile.py', requires: ['1'], build_requires: ['3'] }, 1: { ref: 'zlib/1.2.11#rev', requires: ['2'] }, 2: { pref: 'm4/1.4:x' }, 3: { ref: 'cmake/3.0', context: 'build' } } } }), ['zlib@1.2.11:14! → m41.4', 'm4@1.4:20', 'cmake@3.0:23! dev']],
  ['requirements of every form', 'requirements.txt', 'a==1.0 # c\nb[x,y]>=1 ; python_version<"3"\n-e git+https://x.test/g.git@v1#egg=g\n-e ./local\n--hash=x\nc===1.0\nd~=1.0\nhttps://x.test/e-1.0.whl\nf @ file:///f\n  g == 2.0  \n', ['a@1.0:1!', 'b@[>=1]:2!', 'g@[]:3! (git)', 'c@1.0:6!', 'd@[~=1.0]:7!', 'f@[]:9! (url)', 'g@2.0:10!']],
  ['an inventory by tags', 'a.spdx', 'SPDXVersion: SPDX-2.3\nPackageName: root\nSPDXID: SPDXRef-r\nPackageComment: <text>PackageName: no\nPackageName: no</text>\nPackageName: a\nSPDXID: SPDXRef-a\nExternalRef: PACKAGE-MANAGER purl pkg:npm/a@1.0.0\nPackageLicenseConcluded: MIT\nRelationship: SPDXRef-r DEPENDS_ON SPDXRef-a\nFileName: x\nPackageVersion: 9\n', ['a@1.0.0:6! under MIT']],
  ['checksums of Gradle', 'gradle/verification-metadata.xml', '<verification-metadata><components>\n<component group="g" name="a" version="1"/>\n<component group="g" name="b"/>\n<component name="c" version="1"/>\n</components></verification-metadata>', ['g:a@1:2']],
  ['a Gemfile', 'Gemfile', "source 'x'\ngem 'a', '1.0'\ngem \"b\", '~> 1.0', '>= 1.0.2'\ngroup :test do\n  gem 'c'\nend\ngem 'd', git: 'https://x.test/d'\n# gem 'e'\n", ['a@1.0:2!', 'b@[~> 1.0, >= 1.0.2]:3!', 'c@[]:5! dev', 'd@[]:7! (git)']],
  ['Go with replacements', 'go.mod', 'module m\n\ngo 1.20\n\nrequire (\n\ta.test/x v1.0.0\n\tb.test/y v1.0.0 // indirect\n)\nrequire c.test/z v1.0.0\nreplace a.test/x => d.test/w v2.0.0\nreplace b.test/y => ../y\nexclude c.test/z v0.9.0\n', ['d.test/w@v2.0.0:6! as a.test/x', 'b.test/y@v1.0.0:7 (file) as b.test/y', 'c.test/z@v1.0.0:9!']],
  ['a lockfile of Cargo', 'Cargo.lock', 'version = 3\n\n[[package]]\nname = "root"\nversion = "0.1.0"\ndependencies = ["a 1.0.0", "b"]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://x"\n\n[[package]]\nname = "a"\nversion = "2.0.0"\nsource = "registry+https://x"\n\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = "git+https://x"\ndependencies = ["a 2.0.0"]\n', ['a@1.0.0:8!', 'a@2.0.0:13', 'b@1.0.0:18! (git) → a2.0.0']],
  ['a lockfile of Bundler', 'Gemfile.lock', 'GIT\n  remote: https://x\n  specs:\n    g (0.1)\n\nGEM\n  remote: https://rubygems.org/\n  specs:\n    a (1.0)\n      b (~> 2.0)\n    b (2.1-x86_64-linux)\n\nDEPENDENCIES\n  a\n  g!\n', ['g@0.1:4! (git)', 'a@1.0:9! → b2.1', 'b@2.1:11']],
  ['a lockfile of uv', 'uv.lock', 'version = 1\n\n[[package]]\nname = "app"\nversion = "0.1.0"\nsource = { virtual = "." }\ndependencies = [{ name = "a" }]\n\n[package.optional-dependencies]\nx = [{ name = "d" }]\n\n[package.dev-dependencies]\ndev = [{ name = "c" }]\n\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "https://pypi.org/simple" }\ndependencies = [{ name = "b" }]\n\n[[package]]\nname = "b"\nversion = "2.0"\nsource = { registry = "https://pypi.org/simple" }\n\n[[package]]\nname = "c"\nversion = "3.0"\nsource = { git = "https://x" }\n\n[[package]]\nname = "d"\nversion = "4.0"\nsource = { registry = "https://pypi.org/simple" }\n', ['a@1.0:15! → b2.0', 'b@2.0:21', 'c@3.0:26! dev (git)', 'd@4.0:31! optional']],
] as Array<[string, string, string, string[]]>)('%s', ([, path, text, expected]) => {
  expect(read(path, text)).toEqual(expected);
});
