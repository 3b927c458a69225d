import { expect, test } from 'vitest';
import { runInProcess } from '../../test/support/in-process-cli.ts';

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
