import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { collectText, killGroup, runGit, spawnGit } from './git-process.ts';

const limits = { fileBytes: 1_048_576, memoryBytes: 1_073_741_824, cpuSeconds: 60 };

/** A folder, and a program in it that runs in place of git. */
function standIn(script: string) {
  const gitDir = mkdtempSync(join(tmpdir(), 'lorekeep-git-'));
  onTestFinished(() => rmSync(gitDir, { recursive: true, force: true }));
  const program = join(gitDir, 'stand-in');
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { gitDir, wrap: [program], limits };
}

test('of what a stream brings the beginning is kept, up to the last byte that is allowed', async () => {
  const collected = async (...chunks: string[]) => {
    const stream = new PassThrough();
    const text = collectText(stream, 5);
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    await new Promise((resolve) => stream.on('end', resolve));
    return text();
  };
  expect(await collected()).toBe('');
  expect(await collected('12', '34')).toBe('1234');
  expect(await collected('12', '345')).toBe('12345');
  expect(await collected('12', '3456', '78')).toBe('12345');
  expect(await collected('123456789')).toBe('12345');
});

test('git runs with the limits of the kernel that were asked for, in blocks and kilobytes, rounded up', async () => {
  const run = async (change: Partial<typeof limits>) => {
    const options = standIn('echo $(ulimit -f) $(ulimit -v) $(ulimit -S -t) $(ulimit -c)');
    return (await runGit([], { ...options, limits: { ...limits, ...change } })).stdout.trim();
  };
  expect(await run({})).toBe('2048 1048576 60 0');
  expect(await run({ fileBytes: 1_048_577, memoryBytes: 1_073_741_825, cpuSeconds: 7 })).toBe(
    '2049 1048577 7 0',
  );
});

test('a command gets its input and none by default, and what it leaves behind is told', async () => {
  const options = standIn('cat; echo problem >&2; exit 3');
  expect(await runGit([], { ...options, input: 'asked' })).toEqual({
    code: 3,
    signal: null,
    stdout: 'asked',
    stderr: 'problem\n',
  });
  expect(await runGit([], options)).toMatchObject({ code: 3, stdout: '' });
  const idle = standIn('exec 0<&-; exit 0');
  expect(await runGit([], { ...idle, input: 'x'.repeat(1_000_000) })).toMatchObject({ code: 0 });
});

test('git runs where it is told to, with its own settings and nothing of our environment', async () => {
  const options = standIn('pwd; env | cut -d= -f1 | sort | tr "\\n" " "; echo; echo "$@"');
  const { stdout } = await runGit(['status'], { ...options, workingFolder: '/', settings: { 'a.b': 'c' } });
  const [folder, names, command] = stdout.trim().split('\n');
  expect(folder).toBe('/');
  expect(
    names!
      .trim()
      .split(' ')
      .filter((name) => /^GIT_|^HOME$|^PATH$|^LC_ALL$/.test(name)),
  ).toEqual([
    'GIT_ALLOW_PROTOCOL',
    'GIT_ASKPASS',
    'GIT_ATTR_NOSYSTEM',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_NOSYSTEM',
    'GIT_DIR',
    'GIT_NO_LAZY_FETCH',
    'GIT_OPTIONAL_LOCKS',
    'GIT_TERMINAL_PROMPT',
    'HOME',
    'LC_ALL',
    'PATH',
  ]);
  expect(names).not.toContain('VITEST');
  expect(command).toMatch(/^git --no-pager --no-replace-objects --literal-pathspecs -c .* -c a\.b=c status$/);
  expect((await runGit([], options)).stdout.split('\n')[0]).toBe(options.gitDir);
});

test('only a process that leads its own group is ended with all that it started', async () => {
  const group = async (ownGroup?: boolean) => {
    const child = spawnGit([], {
      ...standIn('sleep 60 & echo $! ; wait'),
      ...(ownGroup !== undefined && { ownGroup }),
    });
    const text = collectText(child.stdout, 100);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const started = Number(text());
    killGroup(child.pid);
    if (!ownGroup) {
      // In this order: a shell that has nothing left to wait for ends by itself.
      child.kill();
      process.kill(started);
    }
    return new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
  };
  expect([await group(true), await group()]).toEqual(['SIGKILL', 'SIGTERM']);
  expect(() => killGroup(undefined)).not.toThrow();
});
