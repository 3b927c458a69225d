import { expect, test } from 'vitest';
import { runInProcess } from '../../test/support/in-process-cli.ts';
import { ServiceError } from '../kernel/errors.ts';

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

test('"help COMMAND" is the help of that command', async () => {
  expect((await runInProcess(['help', 'scan'])).out).toContain('--fail-on SEVERITY');
  expect((await runInProcess(['help'])).out).toContain('lorekeep <command>');
});

test('what the service finds wrong with the arguments is wrong usage too', async () => {
  const openApp = async () => ({
    operations: {
      'key.create': async () => {
        throw new ServiceError('validation_failed', undefined, {
          details: [{ path: 'scopes[0]', code: 'invalid_value', message: 'No such scope.' }],
        });
      },
    },
    close: async () => {},
  });
  const environment = { LOREKEEP_DATA_DIR: '/no/such/folder' };
  const { code, said } = await runInProcess(['key', 'create', 'a', '--scopes', 'b'], {
    openApp,
    environment,
  });
  expect(code).toBe(2);
  expect(said).toBe('lorekeep key: scopes[0]: No such scope.\n');
});
