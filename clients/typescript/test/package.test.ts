import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, testKey } from '../../../test/support/app.ts';
import { startService } from '../../../test/support/process.ts';

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

test('it has no dependency, and its types stay below 74 kB', () => {
  const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).toMatchObject({ type: 'module', sideEffects: false, engines: { node: '>=18' } });
  expect(statSync(join(client, 'src/types.ts')).size).toBeLessThan(74_000);
});

/** Every runtime on the path: Node 18 or newer, Bun, Deno; each with what it needs to run a file. */
function findRuntimes(): Array<[string, string[]]> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const found = ['node', 'bun', 'deno'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const installed = new Set(found.filter((file) => existsSync(file)).map((file) => realpathSync(file)));
  return [...installed].flatMap((file): Array<[string, string[]]> => {
    const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 60_000 });
    if (status !== 0 || /^v(?:\d|1[0-7])\./.test(stdout)) return [];
    return [[file, stdout.startsWith('deno') ? ['run', '-A'] : []]];
  });
}

test('its tarball is at most 36 kB, and what it unpacks to works on every runtime here and has types', async () => {
  const folder = temporaryFolder();
  const run = (command: string, args: string[], cwd = folder, environment: Record<string, string> = {}) => {
    const env = { ...process.env, ...environment };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
    expect([command, status, status === 0 ? '' : stdout + stderr]).toEqual([command, 0, '']);
    return stdout;
  };
  run(process.execPath, [join(root, 'scripts/build-client.ts'), folder], root);
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  // 30 kB were meant for the 43 operations of the first contract; half of it are the types of the operations, of which there are more now.
  expect(statSync(join(folder, tarball!)).size).toBeLessThanOrEqual(36_864);
  run('tar', ['-xzf', tarball!]);
  writeFileSync(
    join(folder, 'use.mjs'),
    `import { Lorekeep } from './package/dist/index.js';
    const lore = new Lorekeep();
    const { ids } = await lore.memory.write({ namespace: 'a', entries: [{ content: 'Ada prefers tea.' }] });
    const [hit] = await lore.memory.search({ namespace: 'a', query: 'tea', filter: { path: '/metadata/x', op: 'exists', value: false } });
    const wrong = await lore.memory.get('mem_none').catch((error) => error);
    await lore.memory.delete(ids[0]);
    console.log(hit.id === ids[0], wrong.code);`,
  );
  const service = await startService({ LOREKEEP_DATA_DIR: temporaryFolder(), LOREKEEP_API_KEYS: testKey });
  onTestFinished(async () => void (await service.stop()));
  const environment = { LOREKEEP_URL: service.base, LOREKEEP_API_KEY: testKey };
  const runtimes = findRuntimes();
  expect(runtimes.length).toBeGreaterThan(0);
  for (const [command, args] of runtimes)
    expect(run(command, [...args, 'use.mjs'], folder, environment)).toBe('true entry_not_found\n');
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
