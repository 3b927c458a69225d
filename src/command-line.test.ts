import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../test/support/app.ts';
import { readVersion } from './app/version.ts';
import { main } from './command-line.ts';
import { programIdentity, setProgramIdentity } from './platform/program-identity.ts';
import { isOff, turnOff } from './platform/v8-switches.ts';

test('the command line of the process prints its result to standard output and gives the exit code', async () => {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  expect(await main(['--version'])).toBe(0);
  expect(written.join('')).toContain(readVersion());
});

test('a linked program is known by its identity, and one that is loaded file by file leaves it as it is', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const before = programIdentity();
  onTestFinished(() => {
    vi.restoreAllMocks();
    setProgramIdentity(before as string);
  });
  await main(['--version'], 'stamp');
  expect(programIdentity()).toBe('stamp');
  await main(['--version']);
  expect(programIdentity()).toBe('stamp');
});

test('what a command turned off in V8 is on again behind it, also where it fails', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  turnOff(['wasm-tier-up']);
  expect(await main(['no-such-command'])).toBe(2);
  expect(isOff('wasm-tier-up')).toBe(false);
});

test('a command about stored data says where there is none, and makes no folder for it', async () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const folder = join(temporaryFolder(), 'none');
  // Settings of whoever runs the tests, and those of the tests themselves, are none of the command.
  for (const name of Object.keys(process.env)) if (name.startsWith('LOREKEEP_')) vi.stubEnv(name, undefined);
  vi.stubEnv('LOREKEEP_DATA_DIR', folder);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  expect(await main(['key', 'list'])).toBe(1);
  expect(written.join('')).toContain(folder);
  expect(existsSync(folder)).toBe(false);
});
