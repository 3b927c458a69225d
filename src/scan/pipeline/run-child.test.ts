import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { childCommand } from './child-command.ts';
import { describeEnd } from './child-end.ts';
import { readOutcome } from './child-messages.ts';
import type { ChildTask } from './child-protocol.ts';

async function heard(text: string, hasListener = true) {
  const told: unknown[] = [];
  const outcome = await readOutcome(Readable.from([Buffer.from(text)]) as never, {
    onProgress: ({ percent }) => told.push(percent),
    ...(hasListener && { onCrash: ({ path }) => told.push(path) }),
  });
  return { told, outcome };
}
const line = (message: object) => `${JSON.stringify(message)}\n`;

test('messages are handed on as they come, and the last outcome is it', async () => {
  const text = [
    { progress: { percent: 1 } },
    { crash: { path: 'a' } },
    { outcome: { status: 'failed' } },
    { progress: { percent: 9 } },
    { outcome: { status: 'completed' } },
  ]
    .map(line)
    .join('');
  expect(await heard(text)).toEqual({ told: [1, 'a', 9], outcome: { status: 'completed' } });
  expect(await heard(text, false)).toEqual({ told: [1, 9], outcome: { status: 'completed' } });
});

test('half a message and an empty line say nothing', async () => {
  expect(await heard('\n{"outcome": {"sta')).toEqual({ told: [], outcome: undefined });
  expect(await heard(`null\n${line({ outcome: { status: 'failed' } })}{"out`)).toEqual({
    told: [],
    outcome: { status: 'failed' },
  });
});

test('a hundred crashes are told', async () => {
  const crashes = (count: number) =>
    Array.from({ length: count }, (_, i) => line({ crash: { path: `${i}` } })).join('');
  expect((await heard(crashes(100))).told).toHaveLength(100);
  expect((await heard(crashes(101))).told).toHaveLength(100);
});

// biome-ignore format: one line for each row
test.for([
  ['a code', 1, null, '', 'engine_failed', false],
  ['no code', null, null, '', 'engine_failed', false],
  ['a kill', null, 'SIGKILL', '', 'worker_lost', true],
  ['a kill that a shell tells of', 137, null, '', 'worker_lost', true],
  ['a polite kill that a shell tells of', 143, null, '', 'worker_lost', true],
  ['its limit of CPU time', null, 'SIGXCPU', '', 'scan_timeout', false],
  ['the same, told by a shell', 152, null, '', 'scan_timeout', false],
  ['a fault of its own', null, 'SIGSEGV', '', 'engine_failed', false],
  ['a code beside that of a signal', 128, null, '', 'engine_failed', false],
  ['too little memory', 134, null, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', 'out_of_memory', false],
  ['a kill for want of memory', null, 'SIGKILL', 'OOM', 'out_of_memory', false],
] as const)('a process that ends by %s', ([, code, signal, stderr, errorCode, killed]) => {
  const failure = describeEnd(code, signal, stderr);
  expect([failure.errorCode, failure.killed]).toEqual([errorCode, killed]);
  expect((failure.cause as Error).message).toBe(`analysing process ended with ${signal ?? code}: ${stderr}`);
});

test('of what it wrote 2,000 characters are kept', () => {
  const kept = (length: number) =>
    (describeEnd(1, null, 'x'.repeat(length)).cause as Error).message.split(': ')[1]!.length;
  expect([kept(2000), kept(2001)]).toEqual([2000, 2000]);
});

const task = (change: object = {}) =>
  ({
    source: { kind: 'fetched' },
    gitDir: '/scratch/repository',
    limits: { memoryBytes: 3 * 1024 ** 3 + 1, scanMs: 100_000 },
    ...change,
  }) as ChildTask;

test('the process gets half of the memory for its heap, its limits in kilobytes and seconds, and its folder as its name', () => {
  const command = childCommand(task(), { sandboxRoot: '/root' });
  expect(command.slice(0, 2)).toEqual(['/bin/sh', '-c']);
  // Twice 100 seconds, and three times a quarter of them.
  expect(command.slice(3, 6)).toEqual(['sh', '3145729', '275']);
  expect(command[6]).toBe(process.execPath);
  expect(command[7]).toBe('--max-old-space-size=1536');
  expect(command.slice(-2)[0]).toMatch(/child-main\.ts$/);
  expect(command.at(-1)).toBe('/scratch/repository');
  const short = childCommand(task({ limits: { memoryBytes: 1024 ** 3, scanMs: 1 } }), {
    sandboxRoot: '/root',
  });
  expect(short.slice(4, 6)).toEqual(['1048576', '61']);
});

test.for([
  ['what was fetched', {}, [], ['/scratch/repository']],
  ['a folder', { source: { kind: 'folder', path: '/here' } }, ['/here'], ['/scratch/repository']],
  [
    'with advisories and a cache',
    { advisoryIndexFile: '/data/index', cacheFile: '/cache/a/results' },
    ['/data'],
    ['/scratch/repository', '/cache/a'],
  ],
] as const)('a sandbox shows the process itself and %s', ([, change, more, writable]) => {
  const seen: unknown[] = [];
  const sandbox = {
    kind: 'bubblewrap',
    wrap: (folders: object) => {
      seen.push(folders);
      return ['bwrap', '--x'];
    },
    nodeFlags: () => ['--flag-of-sandbox'],
  } as never;
  const command = childCommand(task(change), { sandbox, sandboxRoot: '/scratch/root' });
  expect(command.slice(6, 9)).toEqual(['bwrap', '--x', process.execPath]);
  expect(command).toContain('--flag-of-sandbox');
  const [folders] = seen as [{ readOnly: string[]; root: string; writable: string[] }];
  expect(folders.readOnly.slice(7)).toEqual(more);
  expect(folders.readOnly.slice(1, 7).map((path) => path.split('/').at(-1))).toEqual([
    'src',
    'dist',
    'rules',
    'grammars',
    'node_modules',
    'package.json',
  ]);
  expect([folders.root, folders.writable]).toEqual(['/scratch/root', writable]);
});
