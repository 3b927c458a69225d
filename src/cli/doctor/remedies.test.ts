import { expect, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';
import { examineGit, examineNode } from './machine.ts';
import { remedyFor, systemFamily } from './remedies.ts';

test('a system is known by its platform or by what it was made from', () => {
  expect(systemFamily('darwin', '')).toBe('macos');
  expect(systemFamily('win32', '')).toBe('windows');
  expect(systemFamily('linux', 'NAME="Debian GNU/Linux"\nID=debian\n')).toBe('debian');
  expect(systemFamily('linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe('debian');
  expect(systemFamily('linux', 'ID=alpine\nVERSION_ID=3.22.1\n')).toBe('alpine');
  expect(systemFamily('linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n')).toBe('fedora');
  expect(systemFamily('linux', 'ID=plan9\nVERSION="debian-like"\n')).toBe('other');
  expect(systemFamily('freebsd', '')).toBe('other');
});

test('Node and git have a command for Debian, Alpine, Fedora, macOS and Windows', () => {
  for (const family of ['debian', 'alpine', 'fedora', 'macos', 'windows'] as const) {
    expect(remedyFor('git', family)).toHaveLength(1);
    expect(remedyFor('node', family)).toHaveLength(1);
  }
  expect(remedyFor('git', 'other')).toHaveLength(5);
  // There is none: the sandbox is a matter of Linux.
  expect(remedyFor('bubblewrap', 'macos')).toEqual([]);
});

test('what is missing comes with its command, and what is there without', async () => {
  expect(await examineGit('/no/such/folder', 'alpine')).toEqual({
    name: 'git',
    state: 'bad',
    text: 'not found; scans of repositories need it',
    remedy: ['apk add git'],
  });
  expect(await examineGit(process.env['PATH'], 'alpine')).toMatchObject({ state: 'ok' });
  expect(examineNode('22.1.0', 'macos')).toMatchObject({ state: 'bad', remedy: ['brew install node@24'] });
  expect(examineNode('24.0.0', 'macos')).toEqual({ name: 'Node', state: 'ok', text: 'v24.0.0' });
});

test('"doctor" prints the command under what is missing and ends with 1', async () => {
  const environment = {
    PATH: '/no/such/folder',
    LOREKEEP_DATA_DIR: '/no/such/data',
    LOREKEEP_EMBEDDER: 'fast',
  };
  const { code, out } = await runInProcess(['doctor'], { environment });
  expect(code).toBe(1);
  expect(out).toMatch(/✗ git: not found; scans of repositories need it\n {4}\S+/);
  expect(out).toContain('✓ Lorekeep: 0.0.0');
});
