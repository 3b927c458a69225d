import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/app.ts';
import { PostgresAllowances } from '../allowances.ts';
import { firstStartLock } from '../bootstrap-lock.ts';
import type { PostgresDatabase, Sql } from '../database.ts';
import { Epoch } from '../epoch.ts';
import { purgeDropped, trimHistory } from '../memory/upkeep-writes.ts';
import { readNodeId } from '../node-id.ts';
import { NodeRegistry } from '../node-registry.ts';

/** With a clock that only moves by hand. */
async function withClock(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Answers each statement with what `answer` gives for it, and remembers them. */
function database(answer: (sql: string, values: unknown[]) => unknown) {
  const asked: Array<[sql: string, ...values: unknown[]]> = [];
  const ask = async (sql: string, ...values: unknown[]) => {
    asked.push([sql, ...values]);
    return answer(sql, values);
  };
  const sql = { all: ask, get: ask, run: ask };
  const whole = { ...sql, transaction: (work: (inner: object) => unknown) => work(sql) };
  return { asked, database: whole as unknown as PostgresDatabase, sql: sql as unknown as Sql };
}

describe('the epoch of what nodes remember', () => {
  test('counts for two seconds after the last look', () =>
    withClock(async () => {
      const epoch = new Epoch(database(() => ({ epoch: '3', oldest_reader: '2' })).database, () => {});
      expect([epoch.isCurrent, epoch.value, epoch.oldestReader]).toEqual([false, -1, 0]);
      await epoch.look();
      expect([epoch.isCurrent, epoch.value, epoch.oldestReader]).toEqual([true, 3, 2]);
      vi.advanceTimersByTime(1_999);
      expect(epoch.isCurrent).toBe(true);
      vi.advanceTimersByTime(1);
      expect(epoch.isCurrent).toBe(false);
    }));

  test('is read every second until it is stopped; a look that fails is told', () =>
    withClock(async () => {
      const failures: unknown[] = [];
      let isAway = false;
      const { asked, database: db } = database(() => {
        if (isAway) throw new Error('away');
        return { epoch: '1', oldest_reader: '0' };
      });
      const epoch = new Epoch(db, (error) => failures.push(error));
      epoch.start();
      await vi.advanceTimersByTimeAsync(999);
      expect(asked).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toHaveLength(1);
      isAway = true;
      await vi.advanceTimersByTimeAsync(1_000);
      expect([asked.length, failures.length]).toEqual([2, 1]);
      await epoch.stop();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(asked).toHaveLength(2);
    }));

  test('that is another one, also a lower one, makes nodes forget; the same one does not', async () => {
    let value = 5;
    const epoch = new Epoch(
      database(() => ({ epoch: String(value), oldest_reader: '0' })).database,
      () => {},
    );
    let changes = 0;
    epoch.onChange(() => changes++);
    await epoch.look();
    await epoch.look();
    expect(changes).toBe(1);
    value = 4;
    await epoch.look();
    expect([changes, epoch.value]).toEqual([2, 4]);
  });

  test('is read once for all who look at the same time', async () => {
    const { asked, database: db } = database(() => undefined);
    const epoch = new Epoch(db, () => {});
    await Promise.all([epoch.look(), epoch.look()]);
    expect([asked.length, epoch.value, epoch.oldestReader]).toEqual([1, -1, 0]);
  });

  test('rises with a change, which is complete when others were told', async () => {
    const { asked, database: db } = database(() => ({ epoch: '8' }));
    const epoch = new Epoch(db, () => {});
    const announced: number[] = [];
    epoch.announceBy(async (value) => void announced.push(value));
    expect(await epoch.change(async () => 'done')).toBe('done');
    expect([epoch.value, announced]).toEqual([8, [8]]);
    expect(asked.map(([sql]) => sql)).toEqual(['UPDATE cluster SET epoch = epoch + 1 RETURNING epoch']);
  });
});

describe('the list of nodes', () => {
  const row = (id: string, rest: object = {}) => ({
    id,
    url: null,
    draining: false,
    is_own: true,
    age: '2',
    at: 1_000_000,
    ...rest,
  });
  function registry(rows: () => object[], behind: () => unknown = () => undefined) {
    const { asked, database: db } = database((sql) => {
      if (sql.startsWith('INSERT')) return { started_at: '2026-01-01' };
      return sql.startsWith('SELECT 1') ? behind() : rows();
    });
    const listeners: Array<() => void> = [];
    const failures: unknown[] = [];
    const epoch = { value: 7, onChange: (listener: () => void) => listeners.push(listener) };
    const skews: unknown[] = [];
    const clock = { now: () => 1_000_000 };
    const nodes = new NodeRegistry({
      clock,
      onSkew: (...skew) => skews.push(skew),
      database: db,
      epoch: epoch as unknown as Epoch,
      node: 'a',
      url: undefined,
      version: '1',
      onFailure: (error) => failures.push(error),
    });
    const beats = () => asked.filter(([sql]) => sql.startsWith('WITH own')).length;
    return { asked, nodes, listeners, beats, failures, clock, skews };
  }

  test('is known for six seconds after the last beat, and a node beats every two', () =>
    withClock(async () => {
      let rows = [row('a', { age: '1' }), row('b', { url: 'http://b', draining: true })];
      const { nodes, beats, listeners } = registry(() => rows);
      expect([nodes.live, nodes.lastCount, nodes.isOldest]).toEqual([[], 1, false]);
      await nodes.start();
      expect(nodes.live).toEqual([
        { id: 'a', draining: false },
        { id: 'b', draining: true, url: 'http://b' },
      ]);
      expect([nodes.lastCount, nodes.isOldest, nodes.replaced, beats()]).toEqual([2, true, false, 1]);
      await vi.advanceTimersByTimeAsync(1_999);
      expect(beats()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(beats()).toBe(2);
      listeners[0]!();
      expect(beats()).toBe(3);
      await nodes.stop();
      await vi.advanceTimersByTimeAsync(5_999);
      expect([nodes.live.length, nodes.isOldest, beats()]).toEqual([2, true, 3]);
      await vi.advanceTimersByTimeAsync(1);
      expect([nodes.live, nodes.isOldest, nodes.lastCount]).toEqual([[], false, 2]);
      rows = [row('a', { age: '1', is_own: false })];
      await nodes.beat();
      expect([nodes.replaced, nodes.isOldest]).toEqual([true, false]);
      rows = [row('a'), row('b', { age: '1' })];
      await nodes.beat();
      expect([nodes.replaced, nodes.isOldest]).toEqual([false, false]);
    }));

  test('a node whose clock is more than a minute off is not on time, and is again when it was set', async () => {
    let at = 1_000_000;
    const { nodes, skews } = registry(() => [row('a', { at })]);
    expect(nodes.isOnTime).toBe(true);
    for (const [ahead, isOnTime] of [
      [60_000, true],
      [-60_000, true],
      [60_001, false],
      [-60_001, false],
      [0, true],
    ] as const) {
      at = 1_000_000 - ahead;
      await nodes.beat();
      expect([ahead, nodes.isOnTime]).toEqual([ahead, isOnTime]);
    }
    expect(skews).toEqual([
      [60_001, true],
      [0, false],
    ]);
  });

  test('a beat that fails is told, and a node that never started leaves nothing', () =>
    withClock(async () => {
      let isAway = false;
      const { nodes, failures, asked } = registry(() => {
        if (isAway) throw new Error('away');
        return [];
      });
      await nodes.drain();
      await nodes.stop();
      expect(asked).toEqual([]);
      await nodes.start();
      isAway = true;
      await vi.advanceTimersByTimeAsync(2_000);
      expect(failures).toHaveLength(1);
      isAway = false;
      await nodes.drain();
      expect(asked.at(-1)!.slice(1)).toEqual(['a', '2026-01-01', 7, true]);
      await nodes.stop();
      expect(asked.at(-1)![0]).toMatch(/^DELETE FROM nodes/);
    }));

  test('a change is seen by all where none is behind, or after two seconds', () =>
    withClock(async () => {
      let behind = 2;
      const { nodes, asked } = registry(
        () => [],
        () => (behind-- > 0 ? {} : undefined),
      );
      const seen = nodes.acknowledged(9);
      await vi.advanceTimersByTimeAsync(50);
      await seen;
      expect(asked.map(([, ...values]) => values)).toEqual([
        ['a', 9],
        ['a', 9],
        ['a', 9],
      ]);
      behind = Number.POSITIVE_INFINITY;
      let isOver = false;
      const late = nodes.acknowledged(9).then(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(1_975);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(25);
      await late;
      expect(asked).toHaveLength(3 + 80);
    }));
});

describe('the first start of a database', () => {
  const held = (takenAt: number) => {
    let asked = 0;
    return database(() => ({ taken: ++asked >= takenAt }));
  };

  test('waits for another one up to a hundred times, a tenth of a second each', () =>
    withClock(async () => {
      const { asked, database: db } = held(100);
      const done = firstStartLock.hold(db, async () => 'done');
      await vi.advanceTimersByTimeAsync(99 * 100 - 1);
      expect(asked).toHaveLength(99);
      await vi.advanceTimersByTimeAsync(1);
      expect(await done).toBe('done');
    }));

  test('does not wait for a move', () =>
    withClock(async () => {
      const { asked, database: db } = held(101);
      const done = expect(firstStartLock.hold(db, async () => 'done')).rejects.toThrow('"lorekeep move"');
      await vi.advanceTimersByTimeAsync(20_000);
      await done;
      expect(asked).toHaveLength(100);
    }));
});

test('a node keeps its name: the configured one, or the one that its folder remembers', () => {
  const folder = temporaryFolder();
  expect(readNodeId(folder, 'mine')).toBe('mine');
  const made = readNodeId(folder, undefined);
  expect(made).toMatch(/^node-[0-9a-f]{12}$/);
  expect(readNodeId(folder, undefined)).toBe(made);
  expect(readFileSync(join(folder, 'node-id'), 'utf8')).toBe(`${made}\n`);
  expect(statSync(join(folder, 'node-id')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'node-id'), '\n');
  expect(readNodeId(folder, undefined)).toMatch(/^node-[0-9a-f]{12}$/);
  const other = temporaryFolder();
  mkdirSync(join(other, 'node-id'));
  expect(() => readNodeId(other, undefined)).toThrow('EISDIR');
});

test('what is left of a limit is asked of the database, for as many nodes as there were last', async () => {
  const { asked, database: db } = database(() => ({ granted: '2', tokens: '0.5' }));
  const allowances = new PostgresAllowances(db, { lastCount: 3 });
  expect(allowances.nodes).toBe(3);
  expect(await allowances.lease('key_a', 60, 3)).toEqual({ granted: 2, left: 0.5 });
  expect(asked[0]!.slice(1)).toEqual(['key_a', 60, 3]);
});

describe('upkeep of memory in steps', () => {
  test.each([
    [1, 2, 1, false],
    [2, 2, 1, true],
    [2, 2, 0, false],
    [3, 2, 1, false],
  ])(
    'of %s namespaces with a history, %s at a time, %s rows trimmed each: more is left: %s',
    async (count, limit, changed, more) => {
      const { asked, sql } = database((text) => {
        if (text.startsWith('WITH old'))
          return Array.from({ length: count }, (_, i) => ({ namespace_id: String(i), revision: '9' }));
        return text.startsWith('SELECT s.model_id') ? { model_id: '1', settings: '{}' } : changed;
      });
      expect(await trimHistory(sql, 100, limit)).toBe(more);
      expect(asked[0]!.slice(1)).toEqual([100, limit]);
      expect(asked.filter(([text]) => text.startsWith('DELETE'))).toHaveLength(2 * count);
    },
  );

  test('a namespace that is gone meanwhile is passed over', async () => {
    const { asked, sql } = database((text) =>
      text.startsWith('WITH old') ? [{ namespace_id: '1', revision: '9' }] : undefined,
    );
    expect(await trimHistory(sql, 100, 1)).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test.each([
    [undefined, 0, false, undefined],
    ['4', 10, true, undefined],
    ['4', 9, true, 'DELETE FROM memory_namespaces WHERE id = $1'],
  ])(
    'a dropped namespace %s, of which %s of 10 entries go: more may be left: %s',
    async (id, removed, more, last) => {
      const { asked, sql } = database((text) => {
        if (text.startsWith('SELECT id')) return id === undefined ? undefined : { id };
        return text.startsWith('WITH gone') ? { removed: String(removed) } : 1;
      });
      expect(await purgeDropped(sql, 10)).toBe(more);
      const ran = asked.filter(([text]) => text.startsWith('DELETE'));
      expect(ran.at(-1)?.[0]).toBe(last);
      for (const [, value] of ran) expect(value).toBe(4);
    },
  );
});
