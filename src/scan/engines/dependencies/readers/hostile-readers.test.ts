import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MalformedFile } from '../../../formats/malformed-file.ts';
import { readerFor, readers } from './index.ts';

const loaded = new Map(await Promise.all(readers.map(async (each) => [each, await each.load()] as const)));

const names = [
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'deno.lock',
  'package.json',
  'requirements.txt',
  'Pipfile.lock',
  'poetry.lock',
  'pdm.lock',
  'uv.lock',
  'pylock.toml',
  'pyproject.toml',
  'go.mod',
  'go.sum',
  'paket.lock',
  'build.sbt.lock',
  'rebar.lock',
  'manifest.toml',
  'setup.py',
  'setup.cfg',
  'environment.yml',
  'app.spdx.yml',
  'sbom.json',
  'Cargo.lock',
  'Cargo.toml',
  'pom.xml',
  'gradle.lockfile',
  'verification-metadata.xml',
  'libs.versions.toml',
  'build.gradle',
  'composer.lock',
  'composer.json',
  'Gemfile.lock',
  'Gemfile',
  'packages.lock.json',
  'packages.config',
  'a.csproj',
  'a.deps.json',
  'mix.lock',
  'pubspec.lock',
  'conan.lock',
  'Podfile.lock',
  'Package.resolved',
  'action.yml',
  'bom.json',
  'a.spdx.json',
];

const bombs: Array<[what: string, text: string]> = [
  ['nothing', ''],
  ['deep brackets', '['.repeat(200_000)],
  ['deep objects', '{"a":'.repeat(100_000)],
  ['deep tags', '<a>'.repeat(100_000)],
  ['deep keys', Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['anchors', `a: ${'&a '.repeat(100_000)}`],
  ['dashes', '- '.repeat(200_000)],
  ['quotes', '"\\'.repeat(200_000)],
  [
    'entities',
    `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><project>&c;</project>`,
  ],
  ['one long line', `a@${'^1.0.0, a@'.repeat(50_000)}:`],
  ['equals', 'a='.repeat(100_000)],
  ['table headers', '[[package]]\n'.repeat(20_000)],
  ['dotted keys', `${'a.'.repeat(20_000)}b = 1`],
  [
    'prototype',
    '{"__proto__": {"polluted": true}, "dependencies": {"__proto__": {"version": "1.0.0"}}, "packages": {"node_modules/__proto__": {"version": "1.0.0"}}}',
  ],
  [
    'nulls',
    '{"packages": null, "dependencies": [null], "lockfileVersion": {}, "components": 3, "pins": [1, null]}',
  ],
  ['binary', String.fromCharCode(...Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 65_536))],
];

test.each(bombs)('no reader hangs or breaks on %s', (_, text) => {
  for (const name of names) {
    const reader = readerFor(name)!;
    try {
      loaded.get(reader)!(text, name, []);
    } catch (error) {
      expect(error, `${reader.id}`).toBeInstanceOf(MalformedFile);
    }
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('whatever a file holds, a reader gives dependencies or says that the file is malformed', () => {
  const line = fc.constantFrom(
    '[[package]]',
    'name = "a"',
    'version = "1"',
    '  a:',
    '    b: 1',
    '- c',
    '"a@^1":',
    '  version "1"',
    'require (',
    ')',
    '{',
    '}',
    '"packages": {',
    '<project>',
    '</project>',
    'GEM',
    '  specs:',
    '    a (1)',
    ':',
    '"',
    "'",
    '&a',
    '*a',
    '? x',
    '|',
    '\t',
    '==',
    ',',
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(line, { maxLength: 30 }), (name, lines) => {
      try {
        const { dependencies } = loaded.get(readerFor(name)!)!(lines.join('\n'), name, []);
        for (const each of dependencies) {
          expect(each.name.length).toBeGreaterThan(0);
          expect(each.needs.every((index) => index >= 0 && index < dependencies.length)).toBe(true);
        }
        expect(JSON.parse(JSON.stringify(dependencies))).toEqual(dependencies);
      } catch (error) {
        if (!(error instanceof MalformedFile)) throw error;
      }
    }),
    { numRuns: 1_500, seed: 8 },
  );
});
