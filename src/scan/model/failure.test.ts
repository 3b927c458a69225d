import { expect, test } from 'vitest';
import { isKill, killedFromOutside, ScanFailure } from './failure.ts';
import { atMost, severities } from './finding.ts';

test.for([
  [new ScanFailure('cancelled', 'x'), { status: 'failed', errorCode: 'cancelled', error: 'x' }],
  [
    new ScanFailure('repo_not_found', 'x', { network: true }),
    { status: 'failed', errorCode: 'repo_not_found', error: 'x', network: true },
  ],
  [
    killedFromOutside(),
    {
      status: 'failed',
      errorCode: 'worker_lost',
      error: 'A process of the scan was killed from outside; the machine may be short of memory.',
      killed: true,
    },
  ],
] as const)('%s is told as it is', ([failure, expected]) => {
  expect(failure.toOutcome()).toEqual(expected);
  expect(failure.name).toBe('ScanFailure');
});

test.for([
  ['SIGKILL', true],
  ['SIGTERM', true],
  ['SIGSEGV', false],
  ['SIGXCPU', false],
  [null, false],
] as const)('%s is a kill: %s', ([signal, expected]) => {
  expect(isKill(signal)).toBe(expected);
});

test('a severity is at most as high as its limit', () => {
  for (const [i, severity] of severities.entries())
    for (const [j, limit] of severities.entries())
      expect(atMost(severity, limit)).toBe(severities[Math.max(i, j)]);
});
