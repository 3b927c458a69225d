import { expect, test } from 'vitest';
import { Deadline, fromHere, graceMs } from './deadline.ts';

function clock(cpuMs: number, wallMs: number) {
  return { cpuMs: () => cpuMs, wallMs: () => wallMs };
}

const limits = { scanMs: 60_000, scanWallMs: 240_000 };

test('a busy machine does not end a scan: CPU time decides, and the wall only far beyond it', () => {
  expect(new Deadline(limits, { time: clock(59_999, 239_999) }).look()).toBeUndefined();
  expect(new Deadline(limits, { time: clock(60_000, 60_000) }).look()).toBe(
    'The scan reached its limit of 60 s of CPU time (scan.limits.scanMs).',
  );
  expect(new Deadline(limits, { time: clock(1_000, 240_000) }).look()).toBe(
    'The scan reached its limit of 240 s (scan.limits.scanWallMs).',
  );
});

test('what was reached stays reached, and looking rarely finds it all the same', () => {
  let cpuMs = 0;
  const deadline = new Deadline(limits, { time: { cpuMs: () => cpuMs, wallMs: () => 0 } });
  expect(deadline.reached).toBeUndefined();
  cpuMs = 60_000;
  const seen = Array.from({ length: 100 }, () => deadline.reached);
  expect(seen.at(-1)).toContain('scan.limits.scanMs');
  cpuMs = 0;
  expect(deadline.look()).toContain('scan.limits.scanMs');
});

test('what there is may be put together after the limit, for a bounded time', () => {
  const late = clock(60_000 + graceMs(60_000) - 1, 0);
  expect(new Deadline(limits, { time: late, withGrace: true }).look()).toBeUndefined();
  const over = clock(60_000 + graceMs(60_000), 0);
  expect(new Deadline(limits, { time: over, withGrace: true }).look()).toContain('scan.limits.scanMs');
});

test('work that is done again gets its CPU time back, once over', () => {
  let cpuMs = 0;
  const deadline = new Deadline(limits, { time: { cpuMs: () => cpuMs, wallMs: () => 0 } });
  cpuMs = 50_000;
  deadline.repay(40_000);
  cpuMs = 99_999;
  expect(deadline.look()).toBeUndefined();
  deadline.repay(40_000);
  cpuMs = 119_999;
  expect(deadline.look()).toBeUndefined();
  cpuMs = 120_000;
  expect(deadline.look()).toContain('scan.limits.scanMs');
});

test('what the process used before the scan began does not count', () => {
  let used = 1_000_000;
  const deadline = new Deadline(limits, { time: fromHere({ cpuMs: () => used, wallMs: () => used }) });
  expect(deadline.look()).toBeUndefined();
  used += 60_000;
  expect(deadline.look()).toContain('scan.limits.scanMs');
});
