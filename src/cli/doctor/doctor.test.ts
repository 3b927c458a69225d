import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/app.ts';
import { runInProcess } from '../../../test/support/in-process-cli.ts';
import { configSchema } from '../../config/schema.ts';
import { openNativeKernels } from '../../memory/embedding/transformer/native/native-kernels.ts';
import { examineDisk, examineGit, examineNode } from './machine.ts';
import { examineAdvisories, examineKernels, examineModel, examineService } from './service.ts';

test.each([
  ['24.0.0', 'ok'],
  ['25.1.0', 'ok'],
  ['23.9.9', 'bad'],
  ['3.24.0', 'bad'],
])('Node %s is %s', (version, state) => {
  const found = examineNode(version, 'debian');
  expect(found).toMatchObject({ name: 'Node', state });
  expect(found.text).toContain(`v${version}`);
  expect('remedy' in found).toBe(state === 'bad');
});

test('a git that is not there is missed, with what installs it', async () => {
  expect(await examineGit('/no/such/folder', 'debian')).toEqual({
    name: 'git',
    state: 'bad',
    text: 'not found; scans of repositories need it',
    remedy: ['sudo apt-get install git'],
  });
  expect(await examineGit(process.env['PATH'], 'debian')).toMatchObject({ name: 'git', state: 'ok' });
});

test('the disk of a folder that does not exist yet is that of the one above it', async () => {
  const config = configSchema.parse({ dataDir: `${temporaryFolder()}/not/yet` });
  const found = await examineDisk(config);
  expect(found.name).toBe('disk');
  expect(found.text).toMatch(/^\d+\.\d GB free for .*\/not\/yet$/);
  const free = Number.parseFloat(found.text);
  expect(found.state).toBe(free > 1 ? 'ok' : free > 0.1 ? 'note' : 'bad');
});

test('a service that does not run, advisories that are not there and a model elsewhere are notes', async () => {
  const dataDir = temporaryFolder();
  const config = configSchema.parse({
    dataDir,
    embedder: 'openai',
    embedding: { url: 'http://127.0.0.1:1', model: 'm' },
  });
  expect(await examineService(config)).toEqual({ name: 'service', state: 'note', text: 'not running' });
  expect(await examineAdvisories(config, { XDG_CACHE_HOME: dataDir })).toEqual({
    name: 'advisories',
    state: 'note',
    text: 'none; dependencies are listed but not checked. Run "lorekeep advisories sync"',
  });
  expect(await examineModel(config)).toEqual({
    name: 'embedding model',
    state: 'note',
    text: 'openai at http://127.0.0.1:1; not contacted from here',
  });
});

test('the model of the package is loaded and asked', async () => {
  const config = configSchema.parse({ dataDir: temporaryFolder(), embedder: 'fast' });
  expect(await examineModel(config)).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/, \d+ dimensions$/),
  });
});

test('the kernels of the models are native where there are any, and WebAssembly where they are switched off', async () => {
  const native = openNativeKernels();
  expect(await examineKernels(configSchema.parse({}))).toEqual({
    name: 'model kernels',
    state: 'ok',
    text: native.instructions ? `native, ${native.instructions}` : `WebAssembly. ${native.reason}`,
  });
  expect(await examineKernels(configSchema.parse({ embedding: { nativeKernels: false } }))).toEqual({
    name: 'model kernels',
    state: 'ok',
    text: 'WebAssembly. embedding.nativeKernels switches the native ones off.',
  });
});

test('settings are listed, secrets masked, and one bad check is the exit code', async () => {
  const dataDir = temporaryFolder();
  const environment = {
    LOREKEEP_DATA_DIR: dataDir,
    LOREKEEP_EMBEDDER: 'fast',
    LOREKEEP_API_KEYS: 'key_one,key_two',
    PATH: process.env['PATH'],
    XDG_CACHE_HOME: dataDir,
  };
  const run = (state: 'ok' | 'bad', ...args: string[]) =>
    runInProcess(['doctor', ...args], {
      environment,
      examineDatabase: async () => [{ state, text: 'the database\u0007' }],
    });
  const good = await run('ok');
  expect(good.code).toBe(0);
  expect(good.out).toMatch(/^apiKeys +\(2 set, hidden\)$/m);
  expect(good.out).not.toContain('key_one');
  expect(good.out).toMatch(new RegExp(`^dataDir +${dataDir}$`, 'm'));
  expect(good.out).toMatch(/ +\(not set\)$/m);
  expect(good.out).toMatch(/^port +8080$/m);
  expect(good.out).toContain('✓ Lorekeep: 0.0.0\n');
  expect(good.out).toContain('! service: not running\n');
  expect(good.out).toContain('✓ database: the database\\x07\n');
  const bad = await run('bad', '--json');
  expect(bad.code).toBe(1);
  const report = JSON.parse(bad.out) as {
    settings: Record<string, unknown>;
    checks: Array<{ name: string; state: string }>;
  };
  expect(report.settings['apiKeys']).toBe('(2 set, hidden)');
  expect(report.checks.map(({ name }) => name)).toEqual([
    'Lorekeep',
    'Node',
    'git',
    'sandbox',
    'disk',
    'advisories',
    'embedding model',
    'model kernels',
    'service',
    'database',
  ]);
  expect((await run('bad')).out).toContain('✗ database: the database');
});
