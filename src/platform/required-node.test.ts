import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** The program on a Node that calls itself so. */
function startOn(version: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,Object.defineProperty(process,"version",{value:"${version}"})`,
      join(source, 'main.ts'),
      '--version',
    ],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('an older Node is told which one is needed', () => {
  const { status, stdout, stderr } = startOn('v20.20.2');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^lorekeep: needs Node 24 or newer; this is v20\.20\.2\./);
});

test.each(['v24.0.0', 'v100.1.0'])('%s is new enough', (version) => {
  expect(startOn(version)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test('what is loaded before the check imports no names that an older Node does not have', () => {
  for (const name of ['main.ts', 'platform/own-modules.ts', 'platform/compile-cache-folder.ts'])
    expect(readFileSync(join(source, name), 'utf8')).not.toMatch(/^import \{.*\} from 'node:module'/m);
});
