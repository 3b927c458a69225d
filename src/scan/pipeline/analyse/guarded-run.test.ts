import { expect, test } from 'vitest';
import type { EngineCrash } from '../../model/engine-crash.ts';
import { Deadline } from './deadline.ts';
import { GuardedRun } from './guarded-run.ts';

const guarded = (step: EngineCrash['step'] = 'file', deadline?: object) => {
  const crashes: EngineCrash[] = [];
  const run = new GuardedRun('code', step, (crash) => crashes.push(crash), deadline as never);
  return { run, crashes };
};
const fail = (message: string) => () => {
  throw new TypeError(message);
};

test('what works is handed on, and nothing is noted', async () => {
  const { run, crashes } = guarded();
  expect(run.attempt({ path: 'a' }, () => 1)).toBe(1);
  expect(run.attemptInTime({ path: 'a' }, () => 2)).toBe(2);
  expect(await run.attemptLater({ path: 'a' }, async () => 3)).toBe(3);
  expect([run.notes, crashes]).toEqual([[], []]);
});

test('a crash is noted with the step and the rule, told, and ends nothing else', async () => {
  const { run, crashes } = guarded('file');
  expect(run.attempt({ path: 'a' }, fail('one'))).toBeUndefined();
  expect(run.attempt({ path: 'a', rule: 'r' }, fail('two'))).toBeUndefined();
  expect(await run.attemptLater({ path: 'b' }, async () => fail('three')())).toBeUndefined();
  expect(crashes.map(({ engine, step, path, rule }) => [engine, step, path, rule])).toEqual([
    ['code', 'file', 'a', undefined],
    ['code', 'file', 'a', 'r'],
    ['code', 'file', 'b', undefined],
  ]);
  expect(run.notes.map(({ path, reason }) => [path, reason])).toEqual([
    ['a', 'engine_error'],
    ['a', 'engine_error'],
    ['b', 'engine_error'],
  ]);
  expect(run.notes[0]!.message).toMatch(/^The engine crashed on this file: TypeError.* at .*\.$/);
  expect(run.notes[1]!.message).toMatch(/^The engine crashed on this file, in the rule r: TypeError.*\.$/);
  const concluding = guarded('conclusion' as EngineCrash['step']);
  concluding.run.attempt({ path: 'a' }, fail('x'));
  expect(concluding.run.notes[0]!.message).toMatch(/^The engine crashed while concluding: /);
});

test('the same note is there once, and no more than a hundred are', () => {
  const { run, crashes } = guarded();
  const same = fail('same');
  for (let i = 0; i < 3; i++) run.attempt({ path: 'a' }, same);
  expect([run.notes.length, crashes.length]).toEqual([1, 3]);
  for (let i = 0; i < 200; i++) run.attempt({ path: `f${i}` }, same);
  expect([run.notes.length, crashes.length]).toEqual([100, 203]);
});

test('behind the deadline nothing runs, and the note says why', () => {
  const { run } = guarded('file', { reached: 'Too late.', look: () => 'Too late now.' });
  let ran = 0;
  expect(run.attempt({ path: 'a' }, () => ++ran)).toBeUndefined();
  expect(run.attemptInTime({ path: 'b' }, () => ++ran)).toBeUndefined();
  expect(ran).toBe(0);
  expect(run.notes).toEqual([
    { path: 'a', reason: 'time_limit', message: 'Too late.' },
    { path: 'b', reason: 'time_limit', message: 'Too late now.' },
  ]);
});

test('in front of the deadline work runs once', () => {
  const { run } = guarded('file', new Deadline({ scanMs: 60_000, scanWallMs: 60_000 }));
  let ran = 0;
  expect(run.attemptInTime({ path: 'a' }, () => ++ran)).toBe(1);
  expect(run.attemptInTime({ path: 'a' }, fail('x'))).toBeUndefined();
  expect([ran, run.notes.length]).toEqual([1, 1]);
});

/** A machine that gives a share of a processor: what each attempt takes of CPU time is that share of the wall. */
function sharedMachine(share: number) {
  const started = performance.now();
  const wallMs = () => performance.now() - started;
  return { wallMs, cpuMs: () => share * wallMs() };
}

function spin(cpuMs: number, time: { cpuMs(): number }): void {
  const from = time.cpuMs();
  while (time.cpuMs() - from < cpuMs);
}

test.each([0.5, 0.2])(
  'work that fits into its CPU time ends on a machine that gives %s of a processor',
  (share) => {
    const time = sharedMachine(share);
    const deadline = new Deadline({ scanMs: 200, scanWallMs: 600_000 }, { time });
    const { run } = guarded('conclusion' as EngineCrash['step'], deadline);
    const work = () => {
      spin(140, time);
      return 'done';
    };
    expect([run.attemptInTime({ path: 'a' }, work), run.notes]).toEqual(['done', []]);
  },
);

test.each([1, 0.5])('work without an end is given up on a machine that gives %s of a processor', (share) => {
  const time = sharedMachine(share);
  const deadline = new Deadline({ scanMs: 50, scanWallMs: 60_000 }, { time });
  const { run } = guarded('conclusion' as EngineCrash['step'], deadline);
  expect(run.attemptInTime({ path: 'a' }, () => spin(Number.POSITIVE_INFINITY, time))).toBeUndefined();
  expect(run.notes).toEqual([
    { path: 'a', reason: 'time_limit', message: expect.stringContaining('scan.limits.scanMs') },
  ]);
});

test('the limit on the wall ends work on any machine', () => {
  const time = sharedMachine(0.01);
  const deadline = new Deadline({ scanMs: 1_000, scanWallMs: 100 }, { time });
  const { run } = guarded('conclusion' as EngineCrash['step'], deadline);
  expect(run.attemptInTime({ path: 'a' }, () => spin(Number.POSITIVE_INFINITY, time))).toBeUndefined();
  expect(run.notes).toMatchObject([{ message: expect.stringContaining('scan.limits.scanWallMs') }]);
});
