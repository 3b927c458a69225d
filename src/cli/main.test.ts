import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { runInProcess } from '../../test/support/in-process-cli.ts';
import { listenForCommands } from '../control/server.ts';
import { ServiceError } from '../kernel/errors.ts';
import { createLogger } from '../telemetry/logger.ts';

test('one argument too many is wrong usage, not ignored', async () => {
  for (const args of [
    ['serve', 'x'],
    ['doctor', 'x'],
    ['verify', 'x'],
    ['backup', 'x', 'y'],
    ['key', 'revoke', 'x', 'y'],
  ]) {
    const { code, said } = await runInProcess(args);
    expect(code).toBe(2);
    expect(said).toContain(`"${args.at(-1)}" is one argument too many.`);
  }
});

test('a misspelt data folder is neither made nor found to be whole', async () => {
  const surroundings = { hasData: async () => false, environment: { LOREKEEP_DATA_DIR: '/no/such/folder' } };
  for (const args of [
    ['verify'],
    ['backup', '/no/such/backup'],
    ['key', 'list'],
    ['memory', 'search', 'a', 'b'],
  ]) {
    const { code, said } = await runInProcess(args, surroundings);
    expect(code).toBe(1);
    expect(said).toContain('there is no data in /no/such/folder');
  }
});

test('a command that begins a data folder says where, since a service may have another one', async () => {
  const operations = { 'key.create': async () => ({ id: 'key_a', key: 'key_a_b' }) };
  const openApp = async () => ({ operations, close: async () => {} }) as never;
  const environment = { LOREKEEP_DATA_DIR: '/no/such/folder' };
  for (const hasData of [true, false]) {
    const { code, out, said } = await runInProcess(['key', 'create', 'app', '--scopes', 'memory:read'], {
      hasData: async () => hasData,
      openApp,
      environment,
    });
    expect([code, out]).toEqual([0, 'key_a_b\n']);
    expect(said.includes('there was no data in /no/such/folder; it begins there')).toBe(!hasData);
  }
});

test('a command waits for a service that is starting, and asks no other owner of the folder', async () => {
  const folder = temporaryFolder();
  const inUse = Object.assign(new Error('Another Lorekeep is using it.'), { code: 'DATA_FOLDER_IN_USE' });
  const openApp = () => Promise.reject(inUse);
  const environment = { LOREKEEP_DATA_DIR: folder };
  const asked = runInProcess(['tenant', 'list', '--json'], { openApp, environment });
  const mask = vi.spyOn(process, 'umask').mockReturnValue(0o022);
  const operations = { 'tenant.list': async () => [{ name: 'two', createdAt: 0 }] };
  const control = await listenForCommands(folder, operations as never, createLogger('silent'));
  mask.mockRestore();
  const { said, out } = await asked;
  expect([said, out]).toEqual(['', expect.stringContaining('two')]);
  await control?.close();
});

test('a misspelt action is recognised, and only the usage of the action that was meant is printed', async () => {
  for (const [args, meant] of [
    [['memory', 'gte', 'a'], 'get'],
    [['scans', 'shwo', 'a'], 'show'],
    [['key', 'rotat', 'a'], 'rotate'],
    [['tenant', 'crate', 'a'], 'create'],
  ] as const) {
    const { code, said } = await runInProcess([...args]);
    expect(code).toBe(2);
    expect(said).toContain(`there is no action "${args[1]}"; did you mean "${meant}"?`);
  }
  expect((await runInProcess(['mem'])).said).toContain('did you mean "memory"?');
  expect((await runInProcess(['scans'])).said).toContain(
    'say list, show, findings, finding, triage, undo or search.',
  );
  expect((await runInProcess(['memory', 'zzz'])).said).toContain('namespaces or model.');
  const { said } = await runInProcess(['memory', 'list', 'a', '--jsn']);
  expect(said.match(/^usage: .*$/gm)).toEqual([expect.stringContaining('memory list')]);
});

test('"help COMMAND" is the help of that command', async () => {
  expect((await runInProcess(['help', 'scan'])).out).toContain('--fail-on SEVERITY');
  expect((await runInProcess(['help'])).out).toContain('lorekeep <command>');
});

test('a scope that does not exist is wrong usage, and what is wrong is said once', async () => {
  const unknown = await runInProcess(['key', 'create', 'a', '--scopes', 'memory:read,all']);
  expect(unknown.code).toBe(2);
  expect(unknown.said).toContain('there is no scope "all"; there are memory:read, ');
  const details = [{ path: 'name', code: 'invalid', message: 'Is taken.' }];
  const refuse = async () => {
    throw new ServiceError('validation_failed', undefined, { details });
  };
  const openApp = async () => ({ operations: { 'tenant.create': refuse }, close: async () => {} });
  const environment = { LOREKEEP_DATA_DIR: '/no/such/folder' };
  const { said } = await runInProcess(['tenant', 'create', 'a'], { openApp, environment });
  expect(said).toBe('lorekeep tenant: name: Is taken.\n');
});
