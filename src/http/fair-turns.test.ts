import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** The event loop as libuv runs it: each turn accepts one connection, reads what has arrived, and then runs what was left for later. */
function serve(connections: number, responses: number, isFair: boolean): number[] {
  const later: Array<() => void> = [];
  const turns = new FairTurns((run) => later.push(run));
  const counts = new Array<number>(connections).fill(0);
  const unread: number[] = [];
  let served = 0;
  for (let turn = 0; served < responses && turn < 10 * responses; turn++) {
    const arrived = unread.splice(0);
    if (turn < connections) {
      if (isFair) turns.arrive();
      unread.push(turn);
    }
    for (const connection of arrived) {
      turns.take(() => {
        counts[connection]!++;
        served++;
        unread.push(connection);
      });
    }
    for (const run of later.splice(0)) run();
  }
  return counts;
}

test('connections that are opened at once are served about as often as each other', () => {
  const unfair = serve(64, 64 * 16, false);
  expect([Math.min(...unfair), Math.max(...unfair)]).toEqual([0, 45]);
  const counts = serve(64, 64 * 16, true);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(12);
  expect(Math.max(...counts)).toBeLessThanOrEqual(24);
});

test('while nobody new comes, a request is begun at once', () => {
  const later: Array<() => void> = [];
  const turns = new FairTurns((run) => later.push(run));
  let begun = 0;
  turns.take(() => begun++);
  expect([begun, later.length]).toEqual([1, 0]);
});

test('every request that waits is begun, in the order in which it came, also when nobody comes any more', () => {
  const later: Array<() => void> = [];
  const turns = new FairTurns((run) => later.push(run));
  const begun: number[] = [];
  turns.arrive();
  for (let i = 0; i < 10; i++) turns.take(() => begun.push(i));
  expect(begun).toEqual([]);
  later.shift()!();
  expect(begun).toEqual([0]);
  later.shift()!();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(later).toEqual([]);
});

test('a request that fails to begin does not keep the next ones from theirs', () => {
  const later: Array<() => void> = [];
  const turns = new FairTurns((run) => later.push(run));
  const begun: number[] = [];
  turns.arrive();
  turns.take(() => {
    throw new Error('broken');
  });
  turns.take(() => begun.push(1));
  expect(() => later.shift()!()).toThrow('broken');
  while (later.length > 0) later.shift()!();
  expect(begun).toEqual([1]);
});

test('the last request in line is begun as well where the one before it fails in a turn in which nobody came', () => {
  const later: Array<() => void> = [];
  const turns = new FairTurns((run) => later.push(run));
  const begun: number[] = [];
  turns.arrive();
  later.shift()!();
  turns.take(() => {
    throw new Error('broken');
  });
  turns.take(() => begun.push(1));
  expect(() => later.shift()!()).toThrow('broken');
  later.shift()!();
  expect(begun).toEqual([1]);
});

test('a server that is watched lets connections in first, and then hands every request to all that listened', () => {
  const later: Array<() => void> = [];
  const server = new EventEmitter() as Server;
  const heard: unknown[] = [];
  server.on('request', (...given) => heard.push(['first', ...given]));
  server.on('request', (...given) => heard.push(['second', ...given]));
  new FairTurns((run) => later.push(run)).watch(server);
  server.emit('request', 'a', 'b');
  expect(heard.splice(0)).toEqual([
    ['first', 'a', 'b'],
    ['second', 'a', 'b'],
  ]);
  server.emit('connection');
  server.emit('request', 'c', 'd');
  expect([heard.length, later.length]).toEqual([0, 1]);
  later.shift()!();
  expect(heard).toEqual([
    ['first', 'c', 'd'],
    ['second', 'c', 'd'],
  ]);
});

test('a turn is asked for once, however many come before it', () => {
  const later: Array<() => void> = [];
  const turns = new FairTurns((run) => later.push(run));
  turns.arrive();
  turns.arrive();
  expect(later).toHaveLength(1);
  later.shift()!();
  expect(later).toHaveLength(1);
  later.shift()!();
  expect(later).toHaveLength(0);
});
