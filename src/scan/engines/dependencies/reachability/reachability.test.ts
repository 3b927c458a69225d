import { expect, test } from 'vitest';
import { high, indexOf, lock, scan, tree } from '../../../../../test/support/dependency-scan.ts';

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
  expect(by('MAL-2026-1').package!.reachable).toBeUndefined();
  expect(by('MAL-2026-1').description).not.toContain('one step lower');
  const { 'server.js': _, ...withoutCode } = tree;
  const unknown = (await scan(withoutCode, { advisories })).findings.find(({ package: each }) =>
    each!.vulnIds.includes('GHSA-c'),
  )!;
  expect(unknown.severity).toBe('high');
  expect(unknown.package!.reachable).toBeUndefined();
});

/** The usage of one package, whose every version is affected, next to this code. */
async function reachable(
  ecosystem: string,
  name: string,
  files: Record<string, string>,
  more: { specific?: object; unread?: string[] } = {},
) {
  const { specific = {}, unread = [] } = more;
  const type = ecosystem === 'PyPI' || ecosystem === 'Packagist' ? 'ECOSYSTEM' : 'SEMVER';
  const advisories = indexOf({ id: 'X-1', ecosystem, name, type, events: [{ introduced: '0' }], specific });
  const { findings } = await scan(files, { advisories }, unread);
  expect(findings).toHaveLength(1);
  const { description, package: found } = findings[0]!;
  return {
    reachable: found!.reachable,
    place: /first in ([^\s,]+:\d+)/.exec(description)?.[1],
    description,
  };
}

const npm = lock({
  '': { dependencies: { a: '1' } },
  'node_modules/a': { version: '1.0.0' },
});

test.each([
  ['a static import', "import { x } from 'a';", true],
  ['an import of a part', "import x from 'a/deep/x.js';", true],
  ['a bare import', "import 'a';", true],
  ['a re-export of everything', "export * from 'a';", true],
  ['a re-export of names', "export { x as y } from 'a';", true],
  ['require', "const a = require('a');", true],
  ['an import while running', 'const a = await import(`a`);', true],
  ['an import in code that never runs', "function f() { return require('a'); }", true],
  ['require.resolve', "const where = require.resolve('a/package.json');", true],
  ['the protocol of Deno', "import x from 'npm:a@1.0.0/x';", true],
  ['an import of the old TypeScript', "import a = require('a');", true],
  ['a comment', "// import 'a'\nimport 'b';", false],
  ['a text', "import 'b'; const help = \"import 'a'\";", false],
  ['a module of Node with the same name', "import 'node:a'; import 'b';", false],
  ['a file of the project', "import './a'; import 'b';", false],
  ['another package with a longer name', "import 'a-b'; import '@x/a';", false],
])('npm: %s', async (_, code, expected) => {
  const found = await reachable('npm', 'a', { 'package-lock.json': npm, 'src/index.ts': code });
  expect(found.reachable).toBe(expected);
  expect(found.place).toBe(expected ? 'src/index.ts:1' : undefined);
});

test('what another package finds by its name is not called unused', async () => {
  const files = (name: string) => ({
    'package-lock.json': lock({
      '': { dependencies: { orm: '1', [name]: '1' } },
      'node_modules/orm': { version: '1.0.0', peerDependenciesMeta: { found: { optional: true } } },
      [`node_modules/${name}`]: { version: '1.0.0' },
    }),
    'index.js': "import 'orm';\n",
  });
  for (const name of ['found', 'pg', 'eslint-plugin-x', '@types/x'])
    expect((await reachable('npm', name, files(name))).reachable, name).toBeUndefined();
  expect((await reachable('npm', 'lost', files('lost'))).reachable).toBe(false);
});

test('an alias is imported by the name that the project gave it', async () => {
  const files = {
    'package-lock.json': lock({
      '': { dependencies: { mine: 'npm:a@1' } },
      'node_modules/mine': { name: 'a', version: '1.0.0' },
    }),
  };
  expect(await reachable('npm', 'a', { ...files, 'x.js': "import 'mine';" })).toMatchObject({
    reachable: true,
  });
  expect(await reachable('npm', 'a', { ...files, 'x.js': "import 'b';" })).toMatchObject({
    reachable: false,
  });
  const cargo = {
    'Cargo.toml': '[package]\nname = "p"\n[dependencies]\nmine = { package = "a", version = "1" }\n',
    'Cargo.lock':
      '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+x"\n\n[[package]]\nname = "p"\nversion = "0.1.0"\ndependencies = ["a"]\n',
  };
  const rust = await reachable('crates.io', 'a', { ...cargo, 'src/main.rs': 'use mine::x;\nfn main() {}\n' });
  expect(rust).toMatchObject({ reachable: true, place: 'src/main.rs:1' });
});

test('what is not read is not denied: unread files, tools, other people’s code and what only settings name', async () => {
  const other = { 'package-lock.json': npm, 'src/index.ts': "import 'b';" };
  expect((await reachable('npm', 'a', other)).reachable).toBe(false);
  expect((await reachable('npm', 'a', other, { unread: ['src/huge.js'] })).reachable).toBeUndefined();
  expect((await reachable('npm', 'a', other, { unread: ['pages/x.astro'] })).reachable).toBeUndefined();
  expect(
    (await reachable('npm', 'a', other, { unread: ['a.py', 'b.png', 'node_modules/x.js'] })).reachable,
  ).toBe(false);
  const copied = { ...other, 'vendor/lib.js': "require('a');" };
  expect((await reachable('npm', 'a', copied)).reachable).toBeUndefined();
  const tool = lock({
    '': { devDependencies: { a: '1' } },
    'node_modules/a': { version: '1.0.0', dev: true },
  });
  expect((await reachable('npm', 'a', { ...other, 'package-lock.json': tool })).reachable).toBeUndefined();
  const python = {
    'pyproject.toml': '[project]\nname = "p"\ndependencies = ["whitenoise==5.0"]\n',
    'app/settings.py': "import os\nMIDDLEWARE = ['whitenoise.middleware.WhiteNoiseMiddleware']\n",
  };
  expect((await reachable('PyPI', 'whitenoise', python)).reachable).toBeUndefined();
  const unlisted = { ...python, 'app/settings.py': "import os\ninstall = ['whitenoise']\n" };
  expect((await reachable('PyPI', 'whitenoise', unlisted)).reachable).toBe(false);
});

test('only a Python distribution whose modules are known is ever called unused; a plain list of requirements says nothing', async () => {
  const project = (name: string) => ({
    'pyproject.toml': `[project]\nname = "p"\ndependencies = ["${name}==5.0"]\n`,
    'a.py': 'import os\n',
  });
  expect((await reachable('PyPI', 'PyYAML', project('PyYAML'))).reachable).toBe(false);
  expect((await reachable('PyPI', 'unheard-of', project('unheard-of'))).reachable).toBeUndefined();
  const yaml = {
    ...project('PyYAML'),
    'b.py': 'import os\ntry:\n    from yaml import load\nexcept ImportError:\n    pass\n',
  };
  expect(await reachable('PyPI', 'PyYAML', yaml)).toMatchObject({ reachable: true, place: 'b.py:3' });
  const namespace = { ...project('protobuf'), 'b.py': 'from google import protobuf\n' };
  expect((await reachable('PyPI', 'protobuf', namespace)).reachable).toBe(true);
  const late = {
    ...project('requests'),
    'b.py': "import importlib\nm = importlib.import_module('requests.api')\n",
  };
  expect((await reachable('PyPI', 'requests', late)).reachable).toBe(true);
  const frozen = { 'requirements.txt': 'PyYAML==5.0\n', 'a.py': 'import os\n' };
  expect((await reachable('PyPI', 'PyYAML', frozen)).reachable).toBeUndefined();
});

const goModule = 'module m\n\ngo 1.20\n\nrequire golang.org/x/net v0.7.0\n';
const parse = {
  ecosystem_specific: { imports: [{ path: 'golang.org/x/net/html', symbols: ['Parse', 'Tokenizer.Next'] }] },
};

test.each([
  ['a function that is named', 'import "golang.org/x/net/html"\nfunc f() { html.Parse() }', true],
  ['another name of the package', 'import h "golang.org/x/net/html"\nfunc f() { h.Parse() }', true],
  ['a package merged into the file', 'import . "golang.org/x/net/html"\nfunc f() { Parse() }', undefined],
  ['a method, by its name', 'import "golang.org/x/net/html"\nfunc f(t *html.Tokenizer) { t.Next() }', true],
  [
    'a method that only an interface may call',
    'import "golang.org/x/net/html"\nfunc f() { html.EscapeString() }',
    undefined,
  ],
  ['another package of the module', 'import "golang.org/x/net/idna"\nfunc f() { idna.Parse() }', false],
  [
    'the same name of another package',
    'import ("golang.org/x/net/idna"; "url")\nfunc f() { url.Parse(); idna.X() }',
    false,
  ],
])('Go: %s', async (_, code, expected) => {
  const files = { 'go.mod': goModule, 'main.go': `package main\n${code}\n` };
  const found = await reachable('Go', 'golang.org/x/net', files, { specific: parse });
  expect(found.reachable).toBe(expected);
  if (expected === false) expect(found.description).toContain('uses nothing of what the advisory names');
});

const crates = (more: string) =>
  `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+x"\n\n[[package]]\nname = "p"\nversion = "0.1.0"\ndependencies = ["a"${more}]\n`;

test.each([
  ['a path', 'fn main() { a::run(); }', true],
  ['a use', 'use a::{run as go, other};', true],
  ['a method', 'use a::X; fn f(x: X) { x.run(); }', true],
  ['inside a macro', 'fn main() { println!("{}", a::run()); }', true],
  ['another function', 'use a::other; fn f() { other(); }', false],
])('Rust: the function that the advisory names, by %s', async (_, code, expected) => {
  const specific = { ecosystem_specific: { affects: { functions: ['a::X::run'] } } };
  const files = { 'Cargo.lock': crates(''), 'src/main.rs': code };
  expect((await reachable('crates.io', 'a', files, { specific })).reachable).toBe(expected);
});

test('what the code uses in another way but a used package may use too is not denied', async () => {
  const specific = { ecosystem_specific: { affects: { functions: ['a::run'] } } };
  const shared = `${crates(', "b"')}\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = "registry+x"\ndependencies = ["a"]\n`;
  const files = (code: string) => ({ 'Cargo.lock': shared, 'src/main.rs': code });
  const both = 'use a::other; use b::x;';
  expect((await reachable('crates.io', 'a', files(both), { specific })).reachable).toBeUndefined();
  expect((await reachable('crates.io', 'a', files('use a::other;'), { specific })).reachable).toBe(false);
  const drop = { ecosystem_specific: { affects: { functions: ['a::X::drop'] } } };
  expect(
    (await reachable('crates.io', 'a', files('use a::X;'), { specific: drop })).reachable,
  ).toBeUndefined();
});

test('a package of PHP is known by its namespaces, and denied only where nothing of it is always loaded', async () => {
  const locked = (autoload: object) =>
    JSON.stringify({ packages: [{ name: 'v/yaml', version: '1.0.0', autoload }] });
  const plain = { 'psr-4': { 'V\\Yaml\\': 'src' } };
  const files = (code: string, autoload: object = plain) => ({
    'composer.json': '{"require":{"v/yaml":"^1"}}',
    'composer.lock': locked(autoload),
    'a.php': `<?php\n${code}\n`,
  });
  expect((await reachable('Packagist', 'v/yaml', files('use V\\{Yaml\\Parser};'))).reachable).toBe(true);
  expect((await reachable('Packagist', 'v/yaml', files('new \\V\\Yaml\\Parser();'))).reachable).toBe(true);
  expect((await reachable('Packagist', 'v/yaml', files('use W\\Yaml;'))).reachable).toBe(false);
  const loaded = { ...plain, files: ['functions.php'] };
  expect((await reachable('Packagist', 'v/yaml', files('use W\\Yaml;', loaded))).reachable).toBeUndefined();
});

test.each([
  [
    'Maven',
    'org.yaml:snakeyaml',
    { 'gradle.lockfile': 'org.yaml:snakeyaml:1.0=x\n' },
    'A.java',
    'import org.yaml.snakeyaml.Yaml;',
  ],
  [
    'Maven',
    'org.yaml:snakeyaml',
    { 'gradle.lockfile': 'org.yaml:snakeyaml:1.0=x\n' },
    'A.kt',
    'import org.yaml.snakeyaml.Yaml',
  ],
  [
    'RubyGems',
    'rack-test',
    { 'Gemfile.lock': 'GEM\n  specs:\n    rack-test (1.0)\n\nDEPENDENCIES\n  rack-test\n' },
    'a.rb',
    "require 'rack/test'",
  ],
  [
    'NuGet',
    'Newtonsoft.Json',
    { 'packages.config': '<packages><package id="Newtonsoft.Json" version="1.0.0"/></packages>' },
    'a.cs',
    'using Json = Newtonsoft.Json.Linq;',
  ],
])(
  '%s: an import proves use, and its absence proves nothing (%s)',
  async (ecosystem, name, manifest, file, code) => {
    expect(
      (await reachable(ecosystem, name, { ...manifest, [file]: code } as Record<string, string>)).reachable,
    ).toBe(true);
    const other = code.replace(/yaml|rack|Newtonsoft/gi, 'other');
    expect(
      (await reachable(ecosystem, name, { ...manifest, [file]: other } as Record<string, string>)).reachable,
    ).toBeUndefined();
  },
);

test('a place beside the manifest is told before others', async () => {
  const files = {
    'b/package-lock.json': npm,
    'a/index.js': "require('a');",
    'b/src/index.js': "// first\nrequire('a');",
  };
  expect((await reachable('npm', 'a', files)).place).toBe('b/src/index.js:2');
});

test('a place in the product is told before one in its tests', async () => {
  const files = {
    'package-lock.json': npm,
    'a/test/x.js': "require('a');",
    'src/index.js': "// first\nrequire('a');",
  };
  expect((await reachable('npm', 'a', files)).place).toBe('src/index.js:2');
});
