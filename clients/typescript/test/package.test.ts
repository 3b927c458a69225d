import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/app.ts';

const client = join(import.meta.dirname, '..');
const root = join(client, '..', '..');

async function bundle(entry: string): Promise<string> {
  const built = await rolldown({ input: entry, cwd: client, logLevel: 'silent' });
  const { output } = await built.generate({ format: 'esm', minify: true });
  await built.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

test('the whole client is at most 6 kB gzipped and imports nothing', async () => {
  const code = await bundle('src/index.ts');
  expect(code).not.toMatch(/\bimport\b\s*[{*"'a-z]/);
  expect(gzipSync(code).length).toBeLessThanOrEqual(6_144);
});

test('it has no dependency, and its types stay below 60 kB', () => {
  const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).toMatchObject({ type: 'module', sideEffects: false, engines: { node: '>=18' } });
  expect(statSync(join(client, 'src/types.ts')).size).toBeLessThan(60_000);
});

test('its tarball is at most 30 kB, and what it unpacks to works and has types', () => {
  const folder = temporaryFolder();
  const run = (command: string, args: string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    expect([command, status, status === 0 ? '' : stdout + stderr]).toEqual([command, 0, '']);
    return stdout;
  };
  run(process.execPath, [join(root, 'scripts/build-client.ts'), folder], root);
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  expect(statSync(join(folder, tarball!)).size).toBeLessThanOrEqual(30_720);
  run('tar', ['-xzf', tarball!]);
  writeFileSync(
    join(folder, 'use.mjs'),
    "import { Lorekeep } from './package/dist/index.js'; console.log(typeof new Lorekeep({ apiKey: 'key_a' }).memory.search);",
  );
  expect(run(process.execPath, ['use.mjs'])).toBe('function\n');
  expect(readFileSync(join(folder, 'package/dist/memory.d.ts'), 'utf8')).not.toContain(".ts'");
  writeFileSync(
    join(folder, 'use.ts'),
    `import { Lorekeep } from './package/dist/index.js';
    const hits = await new Lorekeep().memory.search({ namespace: 'a', query: 'b' });
    export const score: number = hits[0]!.score;
    // @ts-expect-error: it is a number
    export const text: string = hits[0]!.score;`,
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
    '--module',
    'nodenext',
  ];
  run(join(root, 'node_modules/.bin/tsc'), [...options, '--types', '', 'use.ts']);
});
