import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/support/postgres.ts';
import { startRelay } from '../../../../test/support/postgres-relay.ts';
import { ControlConnection } from '../control-connection.ts';

const postgres = useTestDatabase();
const selfTestMs = 600_000;

/** Through something that can be stopped and started again. */
async function openThroughRelay() {
  const relay = await startRelay(postgres.url());
  onTestFinished(() => relay.stop().catch(() => undefined));
  const { connection, warned } = control(relay.url);
  await connection.open();
  // Who led in an earlier test may still be about to go.
  await vi.waitFor(
    async () => {
      await connection.stand();
      expect(connection.leads).toBe(true);
    },
    { timeout: 600_000 },
  );
  return { relay, connection, warned };
}

function control(url: string) {
  const warned: string[] = [];
  const log = { warn: (_: object, message: string) => void warned.push(message) };
  const connection = new ControlConnection({ url, node: 'a', log, selfTestMs });
  onTestFinished(() => connection.close());
  return { connection, warned };
}

/** Waits for what sockets bring, while timers stand still. */
async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setImmediate(resolve));
}

/** Timers move by hand, and say for how long they were set. */
function stoppedTimers(): number[] {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const set: number[] = [];
  const real = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms: number,
    ...rest: unknown[]
  ) => {
    set.push(ms);
    return (real as (...all: unknown[]) => NodeJS.Timeout)(run, ms, ...rest);
  }) as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
  return set;
}

const lost = 'the control connection to the database was lost';
/** What an attempt to connect may take. */
const attemptMs = 5_000;

describe('a connection between nodes that is lost', () => {
  test('is tried again after a tenth of a second, then twice as long each time, five seconds at most', async () => {
    const { relay, connection, warned } = await openThroughRelay();
    const timers = stoppedTimers();
    await relay.stop();
    await until(() => timers.length > 0);
    for (const ms of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
      expect(timers.splice(0)).toEqual([ms]);
      vi.advanceTimersByTime(ms - 1);
      expect(timers).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(timers.splice(0)).toEqual([attemptMs]);
      await until(() => timers.length > 0);
    }
    // It is told when it is lost, not for every attempt.
    expect(warned).toEqual([lost]);
    expect([connection.leads, connection.hears]).toEqual([false, true]);
  });

  test('is not tried again once it was closed', async () => {
    const { relay, connection } = await openThroughRelay();
    const timers = stoppedTimers();
    await relay.stop();
    await until(() => timers.length > 0);
    await connection.close();
    vi.advanceTimersByTime(60_000);
    expect(timers).toEqual([100]);
  });

  test('is made once when the database is back, leads again, and waits a tenth of a second at the next loss', async () => {
    const { relay, connection, warned } = await openThroughRelay();
    const timers = stoppedTimers();
    const waits = () => timers.filter((ms) => ms !== attemptMs && ms !== selfTestMs);
    await relay.stop();
    await until(() => waits().length === 1);
    expect(connection.leads).toBe(false);
    vi.advanceTimersByTime(100);
    await until(() => waits().length === 2);
    await relay.start();
    const before = relay.connections;
    vi.advanceTimersByTime(200);
    await until(() => connection.leads);
    // One that stays, and one for the notification to itself.
    expect(relay.connections - before).toBe(2);
    expect(waits()).toEqual([100, 200]);
    await relay.stop();
    await until(() => waits().length === 3);
    expect(waits()).toEqual([100, 200, 100]);
    expect(warned).toEqual([lost, lost]);
    await relay.start();
  });

  test('while it is being made fails, and is not used', async () => {
    // All that comes after the server is ready for the first time is withheld.
    let ready = 0;
    const relay = await startRelay(postgres.url(), (type, bytes) => {
      if (type === 'Z') ready++;
      return ready > 1 ? undefined : bytes;
    });
    const { connection, warned } = control(relay.url);
    const opening = connection.open();
    opening.catch(() => undefined);
    await vi.waitFor(() => expect(ready).toBeGreaterThan(1), { timeout: 600_000 });
    await relay.stop();
    await expect(opening).rejects.toThrow();
    expect([connection.leads, warned]).toEqual([false, []]);
  });

  test('that cannot be made at first is an error, and nobody tries again', async () => {
    const timers = stoppedTimers();
    const { connection, warned } = control('postgres://127.0.0.1:1/none');
    await expect(connection.open()).rejects.toThrow('ECONNREFUSED');
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    expect([timers, warned]).toEqual([[attemptMs], []]);
  });

  test('that was closed while it was being made is closed', async () => {
    const { connection } = control(postgres.url());
    const opening = connection.open();
    await connection.close();
    await expect(opening).rejects.toThrow('The connection ended while it was being made.');
    expect(connection.leads).toBe(false);
  });
});
