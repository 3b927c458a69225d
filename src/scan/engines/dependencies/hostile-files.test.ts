import { expect, test } from 'vitest';
import { createDependenciesEngine } from './dependencies-engine.ts';
import type { Dependency } from './dependency.ts';
import type { ManifestFacts } from './facts.ts';

const tools = { hashSecret: (value: string) => value };

/** What the engine reads of one file and what it says about it; facts go through JSON, as in a real scan. */
async function read(
  path: string,
  text: string,
): Promise<{ packages: string[]; reasons: string[]; messages: string[] }> {
  const engine = createDependenciesEngine();
  await engine.prepare!([path]);
  const { facts, notes = [] } = engine.analyse(
    { path, text, bytes: Buffer.from(text), tree: undefined },
    tools,
  );
  const kept = facts ? (JSON.parse(JSON.stringify(facts)) as ManifestFacts) : undefined;
  const conclusion = kept ? engine.conclude!([{ path, facts: kept }], tools) : undefined;
  const all = [...notes, ...(conclusion?.notes ?? [])].filter(
    ({ reason }) => reason !== 'advisories_missing',
  );
  const label = ({ name, version, source }: Dependency) => `${name}@${version}${source ? ` ${source}` : ''}`;
  return {
    packages: (kept?.dependencies ?? []).map(label),
    reasons: all.map(({ reason }) => reason),
    messages: all.map(({ message }) => message),
  };
}

test('a key that stands twice in JSON is said, with its lines; the last value counts, as for the package manager', async () => {
  const text = [
    '{"lockfileVersion": 3, "packages": {',
    '  "node_modules/a": {"version": "9.9.9"},',
    '  "node_modules/b": {"version": "1.0.0", "version": "2.0.0"},',
    '  "node_modules/a": {"version": "1.0.0"}',
    '}}',
  ].join('\n');
  const { packages, reasons, messages } = await read('package-lock.json', text);
  expect(packages).toEqual(['a@1.0.0', 'b@2.0.0']);
  expect(reasons).toEqual(['duplicate_key']);
  expect(messages[0]).toBe(
    'Keys stand twice: "version" (lines 3 and 3), "node_modules/a" (lines 2 and 4). The last value was read, the others were not.',
  );
});

test.each([
  ['composer.lock', '{"packages": [], "packages": [{"name": "a/b", "version": "1.0.0"}]}'],
  ['Pipfile.lock', '{"default": {"a": {"version": "==1.0"}, "a": {"version": "==2.0"}}}'],
  ['bun.lock', '{"lockfileVersion": 1, "packages": {"a": ["a@1.0.0"], "a": ["a@2.0.0"],},}'],
  ['deno.lock', '{"version": "4", "npm": {"a@1.0.0": {}, "a@1.0.0": {}}}'],
  ['packages.lock.json', '{"version": 1, "dependencies": {"net8.0": {}, "net8.0": {}}}'],
  ['bom.json', '{"bomFormat": "CycloneDX", "components": [], "components": []}'],
  ['pnpm-lock.yaml', "lockfileVersion: '9.0'\npackages:\n  a@1.0.0: {}\n  a@1.0.0: {}\n"],
  ['pubspec.lock', 'packages:\n  a:\n    version: "1.0.0"\n  a:\n    version: "2.0.0"\n'],
])('duplicate keys of %s are said', async (path, text) => {
  expect((await read(path, text)).reasons).toContain('duplicate_key');
});

test('duplicate keys in TOML make a file that no tool reads', async () => {
  const text = '[[package]]\nname = "a"\nname = "b"\nversion = "1.0.0"\n';
  expect(await read('poetry.lock', text)).toMatchObject({ packages: [], reasons: ['not_parsed'] });
});

test('a thousand duplicates are counted, not listed', async () => {
  const keys = Array.from({ length: 1_001 }, () => '"node_modules/a": {"version": "1.0.0"}').join(',');
  const { messages } = await read('package-lock.json', `{"lockfileVersion": 3, "packages": {${keys}}}`);
  expect(messages[0]).toContain('and 995 more');
  expect(messages[0]!.length).toBeLessThan(500);
});

test.each([
  ['package-lock.json', '{"lockfileVersion": 3, "packages": {'],
  ['package-lock.json', '{"lockfileVersion": 3}}'],
  ['yarn.lock', '\u0000\u0001'],
  ['pnpm-lock.yaml', 'packages: {a'],
  ['Cargo.lock', '[[package]'],
  ['composer.lock', '[]'],
  ['Package.resolved', 'pins'],
])('%s cut off or of another kind was not parsed, and what it locks is not known', async (path, text) => {
  const { packages, reasons } = await read(path, text);
  expect(packages).toEqual([]);
  expect(reasons).toEqual(['not_parsed']);
});

test('a manifest that is cut off is malformed for its tool as well', async () => {
  const { packages, reasons } = await read('pom.xml', '<project><dependencies>');
  expect([packages, reasons]).toEqual([[], ['malformed']]);
});

test('packages that need one another in a circle are read once each', async () => {
  const locked = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '1', a: '1' } },
    'node_modules/b': { version: '1.0.0', dependencies: { a: '1' } },
  };
  const text = JSON.stringify({ lockfileVersion: 3, packages: locked });
  expect(await read('package-lock.json', text)).toMatchObject({
    packages: ['a@1.0.0', 'b@1.0.0'],
    reasons: [],
  });
  const poetry = ['a', 'b']
    .map(
      (name) =>
        `[[package]]\nname = "${name}"\nversion = "1"\n[package.dependencies]\n${name === 'a' ? 'b' : 'a'} = "*"\n`,
    )
    .join('\n');
  expect((await read('poetry.lock', poetry)).packages).toEqual(['a@1', 'b@1']);
});

test('parents and includes that name themselves end', async () => {
  const pom =
    '<project><parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version><relativePath>pom.xml</relativePath></parent>' +
    '<artifactId>a</artifactId><properties><v>${v}</v></properties>' +
    '<dependencies><dependency><groupId>x</groupId><artifactId>y</artifactId><version>${v}</version></dependency></dependencies></project>';
  await expect(read('pom.xml', pom)).resolves.toBeDefined();
  await expect(read('requirements.txt', '-r requirements.txt\na==1.0\n')).resolves.toBeDefined();
});

test('a lockfile with more packages than any real one is cut, and says so', async () => {
  const lines = Array.from({ length: 100_001 }, (_, i) => `g:a${i}:1.0=runtimeClasspath`);
  const { packages, reasons } = await read('gradle.lockfile', lines.join('\n'));
  expect(packages).toHaveLength(100_000);
  expect(reasons).toEqual(['budget_exceeded']);
});

test('an alias is judged as the package behind it', async () => {
  const v3 = { 'node_modules/alias': { name: 'real', version: '1.0.0' } };
  expect(
    (await read('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: v3 }))).packages,
  ).toEqual(['real@1.0.0']);
  const v1 = { lockfileVersion: 1, dependencies: { alias: { version: 'npm:real@1.0.0' } } };
  expect((await read('package-lock.json', JSON.stringify(v1))).packages).toEqual(['real@1.0.0']);
  const yarn =
    '"alias@npm:real@^1":\n  version "1.0.0"\n  resolved "https://registry.example/real/-/real-1.0.0.tgz#0"\n';
  expect((await read('yarn.lock', yarn)).packages).toEqual(['real@1.0.0']);
});

test('what comes from git or from a file says so, and is not checked by its name', async () => {
  const packages = {
    'node_modules/a': {
      version: '1.0.0',
      resolved: 'git+ssh://git@example.org/a.git#0123456789012345678901234567890123456789',
    },
    'node_modules/b': { version: '1.0.0', resolved: 'file:../b' },
  };
  expect(
    (await read('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))).packages,
  ).toEqual(['a@1.0.0 git', 'b@1.0.0 file']);
  const cargo = '[[package]]\nname = "c"\nversion = "1.0.0"\nsource = "git+https://example.org/c#0123"\n';
  expect((await read('Cargo.lock', cargo)).packages).toEqual(['c@1.0.0 git']);
});

test('a package named like a part of every object is a package', async () => {
  const text =
    '{"lockfileVersion": 3, "packages": {"node_modules/__proto__": {"version": "1.0.0"}, "node_modules/constructor": {"version": "1.0.0", "dependencies": {"__proto__": "1", "toString": "1"}}}}';
  expect(await read('package-lock.json', text)).toMatchObject({
    packages: ['__proto__@1.0.0', 'constructor@1.0.0'],
    reasons: [],
  });
  expect((await read('poetry.lock', '[[package]]\nname = "__proto__"\nversion = "1"\n')).packages).toEqual([
    '__proto__@1',
  ]);
  expect(({} as Record<string, unknown>)['version']).toBeUndefined();
});

test('packages of an inventory that cannot be judged are counted by kind', async () => {
  const components = [
    { type: 'library', name: 'musl', purl: 'pkg:apk/openwrt/musl@1.2.4-r1' },
    { type: 'library', name: 'bash', purl: 'pkg:rpm/suse/bash@5.1' },
    { type: 'library', name: 'bash', purl: 'pkg:rpm/suse/bash@5.2' },
    { type: 'library', name: 'libc6', purl: 'pkg:swid/acme/libc6@2.35' },
    { type: 'library', name: 'unknown' },
    { type: 'file', name: '/etc/passwd' },
    { type: 'library', name: 'a', purl: 'pkg:npm/a@1.0.0' },
  ];
  const { packages, reasons, messages } = await read(
    'image.cdx.json',
    JSON.stringify({ bomFormat: 'CycloneDX', components }),
  );
  expect(packages).toEqual(['a@1.0.0']);
  expect(reasons).toEqual(['unsupported_ecosystem', 'no_package_url']);
  expect(messages[0]).toBe(
    'Packages of these kinds are not checked: apk of openwrt (1), rpm of suse (2), swid (1).',
  );
});
