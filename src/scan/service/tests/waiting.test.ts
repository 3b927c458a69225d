import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Signals } from '../../../kernel/signals.ts';
import type { ScanRecord, ScanStatus } from '../../model/scan-record.ts';
import { ScanWatch } from '../scan-watch.ts';
import { isFinished, waitForScan } from '../wait-for-scan.ts';

const progress = { phase: 'analysing', percent: 5, filesDone: 1, filesTotal: 20 } as const;
const record = (status: ScanStatus) => ({ scanId: 's', status }) as ScanRecord;

/** Two nodes that hear each other. */
function twoNodes() {
  const heard: Array<(text: string) => void> = [];
  const signals = (self: number): Signals => ({
    tell: (_, text) => heard.filter((_each, at) => at !== self).forEach((listener) => void listener(text)),
    listen: (_, listener) => {
      heard[self] = listener;
      return () => {};
    },
  });
  return [new ScanWatch(signals(0)), new ScanWatch(signals(1))] as const;
}

test('who listens hears of progress and of status, until told to stop', () => {
  const watch = new ScanWatch();
  const events: string[] = [];
  const stop = watch.listen('s', (event) => events.push(event));
  watch.progressed('s', progress);
  expect(watch.progress('s')).toEqual(progress);
  watch.changed('s', true);
  expect(watch.progress('s')).toEqual(progress);
  watch.changed('s', false);
  expect(watch.progress('s')).toBeUndefined();
  watch.changed('other', false);
  stop();
  watch.changed('s', false);
  expect(events).toEqual(['progress', 'status', 'status']);
});

test('another node hears the same, and remembers progress only of what somebody there waits for', () => {
  const [one, two] = twoNodes();
  const events: string[] = [];
  one.progressed('s', progress);
  expect(two.progress('s')).toBeUndefined();
  two.listen('s', (event) => events.push(event));
  one.progressed('s', progress);
  expect(two.progress('s')).toEqual(progress);
  one.changed('s', true);
  expect(two.progress('s')).toEqual(progress);
  one.changed('s', false);
  expect(two.progress('s')).toBeUndefined();
  expect(events).toEqual(['progress', 'status', 'status']);
});

test.for([
  ['pending', false],
  ['running', false],
  ['completed', true],
  ['failed', true],
] as const)('%s is finished: %s', ([status, finished]) => {
  expect(isFinished(record(status))).toBe(finished);
});

function waiting(looks: Array<ScanRecord | undefined | Error>, lookEveryMs = 60_000) {
  const watch = new ScanWatch();
  const stop = new AbortController();
  let count = 0;
  const look = async () => {
    const found = looks[Math.min(count++, looks.length - 1)];
    if (found instanceof Error) throw found;
    return found;
  };
  return {
    watch,
    stop,
    looks: () => count,
    end: waitForScan({ watch, scanId: 's', look, stop: stop.signal, lookEveryMs }),
  };
}

test('a scan that is finished or gone is not waited for', async () => {
  expect(await waiting([record('failed')]).end).toEqual(record('failed'));
  expect(await waiting([undefined]).end).toBeUndefined();
  await expect(waiting([new Error('away')]).end).rejects.toThrow('away');
});

test('a change of status makes it look again, progress does not', async () => {
  const { watch, end, looks } = waiting([record('running'), record('completed')]);
  await sleep(1);
  watch.progressed('s', progress);
  await sleep(1);
  expect(looks()).toBe(1);
  watch.changed('s', false);
  expect(await end).toEqual(record('completed'));
  watch.changed('s', false);
  expect(looks()).toBe(2);
});

test('it looks now and then without being told, and stops when it has to', async () => {
  expect(await waiting([record('running'), record('running'), record('completed')], 1).end).toEqual(
    record('completed'),
  );
  const { end, stop } = waiting([record('running')]);
  await sleep(1);
  stop.abort();
  expect(await end).toEqual(record('running'));
});

test('whoever stops listening is forgotten by itself, not with the others', () => {
  const [one, two] = twoNodes();
  const events: string[] = [];
  const first = two.listen('s', () => events.push('first'));
  const second = two.listen('s', () => events.push('second'));
  first();
  one.progressed('s', progress);
  expect(two.progress('s')).toEqual(progress);
  second();
  expect(events).toEqual(['second']);
  one.changed('s', false);
  one.progressed('s', progress);
  // Nobody here waits for it any more.
  expect(two.progress('s')).toBeUndefined();
});

test('what is over is not looked at again, whoever calls', async () => {
  const { watch, end, stop, looks } = waiting([record('completed')], 1);
  await end;
  await sleep(5);
  stop.abort();
  watch.changed('s', false);
  await sleep(1);
  expect(looks()).toBe(1);
});
