import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/git-folder.ts';
import { environmentWith } from '../../../test/support/process.ts';
import type { Invocation } from '../command.ts';
import { listOption, textOption } from '../command.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { paint, plain, processTerminal, type Terminal, table } from '../terminal.ts';

const quiet: Terminal = { out: () => {}, say: () => {}, interactive: false, colour: false };

test('columns are as wide as their widest cell, and the last one is not filled up', () => {
  expect(
    table([
      ['a', 'bbb', 'c'],
      ['aaa', 'b'],
      ['a', 'b', 'ccc'],
    ]),
  ).toBe('a    bbb  c\naaa  b\na    b    ccc');
});

test('control characters of others are shown, tabs as spaces', () => {
  expect(plain('a\u0000\u001f\u007f\u009f\u00a0\tz')).toBe('a\\x00\\x1f\\x7f\\x9f\u00a0  z');
});

test.each([
  ['bold', 1, 22],
  ['dim', 2, 22],
  ['red', 31, 39],
  ['green', 32, 39],
  ['yellow', 33, 39],
  ['cyan', 36, 39],
] as const)('%s is switched on by %i and off by %i, where colours are shown', (style, on, off) => {
  expect(paint({ ...quiet, colour: true }, style, 'x')).toBe(`\u001b[${on}mx\u001b[${off}m`);
  expect(paint(quiet, style, 'x')).toBe('x');
});

test.each([
  ['120', 120],
  ['1', 1],
  ['0', undefined],
  ['-5', undefined],
  ['12.5', undefined],
  ['wide', undefined],
  [undefined, undefined],
])('COLUMNS=%s is a width of %s', (text, columns) => {
  const stream = process.stdout as { columns?: number | undefined };
  const before = [stream.columns, process.env['COLUMNS']] as const;
  stream.columns = undefined;
  if (text === undefined) delete process.env['COLUMNS'];
  else process.env['COLUMNS'] = text;
  expect(processTerminal().columns).toBe(columns);
  stream.columns = before[0];
  if (before[1] === undefined) delete process.env['COLUMNS'];
  else process.env['COLUMNS'] = before[1];
});

test('a closed pipe is passed over, any other failure of it is a result that is lost', async () => {
  const before = process.stdout.listenerCount('error');
  const terminal = processTerminal();
  expect(process.stdout.listenerCount('error')).toBe(before + 1);
  const listener = process.stdout.listeners('error').at(-1) as (error: object) => void;
  listener({ code: 'EPIPE' });
  expect(await terminal.lost?.()).toBeUndefined();
  const full = { code: 'ENOSPC' };
  listener(full);
  listener({ code: 'EIO' });
  expect(await terminal.lost?.()).toBe(full);
});

test.skipIf(process.platform !== 'linux')(
  'where the disk is full a command says so with its own code for errors, and a scan does not call it a violated policy',
  () => {
    const program = join(import.meta.dirname, '..', '..', 'main.ts');
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [program, ...args], {
        cwd: temporaryFolder(),
        env: environmentWith({}),
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
        encoding: 'utf8',
      });
    const scan = run('scan', '--format', 'json');
    expect([scan.status, scan.stderr.trim()]).toEqual([
      3,
      'lorekeep scan: the output could not be written: ENOSPC: no space left on device, write',
    ]);
    expect(run('rules', 'list').status).toBe(1);
  },
);

test.each([
  [0, 10, undefined, `Copying ${'░'.repeat(30)} 0 %`],
  [5, 10, undefined, `Copying ${'█'.repeat(15)}${'░'.repeat(15)} 50 %`],
  [999, 1000, 'last file', `Copying ${'█'.repeat(30)} 99 %  last file`],
  [12, 10, undefined, `Copying ${'█'.repeat(30)} 100 %`],
  [7, 0, undefined, 'Copying 7'],
  [7, undefined, undefined, 'Copying 7'],
])('%i of %s is shown on one line', (done, total, note, line) => {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const bar = createProgressBar({ ...quiet, interactive: true }, 'Copying');
  bar.update(done, total, note);
  bar.end();
  createProgressBar(quiet, 'Copying').update(done, total);
  write.mockRestore();
  expect(written).toEqual([`\r\u001b[K${line}`, '\r\u001b[K']);
});

test('options are read as they were given', () => {
  const invocation = { options: { a: 'x', b: true, c: ['1,2', ' 3 ,'], d: 'y, z' } } as unknown as Invocation;
  expect(['a', 'b', 'c', 'e'].map((name) => textOption(invocation, name))).toEqual([
    'x',
    undefined,
    undefined,
    undefined,
  ]);
  expect(['c', 'd', 'e'].map((name) => listOption(invocation, name))).toEqual([
    ['1', '2', '3'],
    ['y', 'z'],
    undefined,
  ]);
});
