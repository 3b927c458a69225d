import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPool, useTestDatabase } from '../../../../test/support/postgres.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { firstStartLock } from '../bootstrap-lock.ts';
import { ControlConnection } from '../control-connection.ts';
import { PostgresDatabase } from '../database.ts';
import { asServiceError, isConnectionLoss, isRetryable } from '../database-errors.ts';
import { connect, DatabaseUnusable, migrate, readMigrations } from '../migrate.ts';

const postgres = useTestDatabase();

/** However busy the machine is. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 600_000, interval: 50 });

async function open() {
  const database = await postgres.open();
  onTestFinished(() => database.close());
  return database;
}

function control(node: string, idleMs = 0) {
  const warned: string[] = [];
  const log = { warn: (_: object, message: string) => void warned.push(message) };
  const connection = new ControlConnection({ url: postgres.url(), node, log, selfTestMs: 600_000, idleMs });
  onTestFinished(() => connection.close());
  return { connection, warned };
}

describe('the connection between nodes', () => {
  test('carries messages to all others, each to the listeners of its topic', async () => {
    const [a, b] = [control('a'), control('b')];
    await a.connection.open();
    await b.connection.open();
    expect([a.connection.hears, b.connection.hears]).toEqual([true, true]);
    const heard: string[] = [];
    a.connection.listen('news', (text) => heard.push(`a ${text}`));
    const stop = b.connection.listen('news', (text) => heard.push(`b1 ${text}`));
    b.connection.listen('news', (text) => heard.push(`b2 ${text}`));
    b.connection.listen('other', (text) => heard.push(`other ${text}`));
    a.connection.tell('news', 'one');
    await eventually(() => expect(heard).toEqual(['b1 one', 'b2 one']));
    stop();
    // 7,000 bytes are told, one more is not.
    a.connection.tell('news', 'x'.repeat(7_001));
    a.connection.tell('news', 'x'.repeat(7_000));
    a.connection.tell('other', '');
    await eventually(() => expect(heard).toHaveLength(4));
    expect(heard.slice(2)).toEqual([`b2 ${'x'.repeat(7_000)}`, 'other ']);
    expect([...a.warned, ...b.warned]).toEqual([]);
  });

  test('lets one node lead, and another when that one is gone', async () => {
    const [a, b] = [control('a'), control('b')];
    expect(a.connection.leads).toBe(false);
    await a.connection.open();
    // Who led in an earlier test may still be about to go.
    await eventually(async () => {
      await a.connection.stand();
      expect(a.connection.leads).toBe(true);
    });
    await b.connection.open();
    expect([a.connection.leads, b.connection.leads]).toEqual([true, false]);
    await b.connection.stand();
    expect(b.connection.leads).toBe(false);
    await a.connection.stand();
    expect(a.connection.leads).toBe(true);
    await a.connection.close();
    expect(a.connection.leads).toBe(false);
    await eventually(async () => {
      await b.connection.stand();
      expect(b.connection.leads).toBe(true);
    });
    // Nobody is told any more, and nothing fails.
    a.connection.tell('news', 'late');
  });

  test('lets another node lead when the one that does stands still without closing anything', async () => {
    // Long enough for a busy machine to see it lead, and without the next sign of life it is over.
    const [frozen, other] = [control('frozen', 500), control('other')];
    await eventually(async () => {
      await frozen.connection.open();
      await frozen.connection.stand();
      expect(frozen.connection.leads).toBe(true);
    });
    await other.connection.open();
    await eventually(async () => {
      await other.connection.stand();
      expect(other.connection.leads).toBe(true);
    });
    await eventually(() => expect(frozen.connection.leads).toBe(false));
  });

  test('never lets a command lead, and lets a node resign', async () => {
    const log = { warn: () => {} };
    const command = new ControlConnection({
      url: postgres.url(),
      node: 'c',
      log,
      selfTestMs: 600_000,
      mayLead: false,
    });
    onTestFinished(() => command.close());
    await command.open();
    const [a, b] = [control('a'), control('b')];
    await a.connection.open();
    await b.connection.open();
    await eventually(async () => {
      await command.stand();
      await a.connection.stand();
      expect([command.leads, a.connection.leads]).toEqual([false, true]);
    });
    await a.connection.resign();
    expect(a.connection.leads).toBe(false);
    await b.connection.stand();
    expect(b.connection.leads).toBe(true);
  });

  test('passes over what is no message of a node', async () => {
    const [a, b] = [control('a'), control('b')];
    await b.connection.open();
    const heard: string[] = [];
    b.connection.listen('news', (text) => heard.push(text));
    const database = await open();
    for (const payload of ['no JSON', '{}', '{"from":"a","topic":"news"}', ''])
      await database.get("SELECT pg_notify('lorekeep', $1)", payload);
    await a.connection.open();
    a.connection.tell('news', 'end');
    await eventually(() => expect(heard).toEqual(['', 'end']));
    expect(new Set(b.warned)).toEqual(new Set(['a notification could not be read']));
  });

  test('is made again when it was lost, and says so', async () => {
    const { connection, warned } = control('a');
    await connection.open();
    const other = control('b');
    await other.connection.open();
    const database = await open();
    await database.get(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'lorekeep-control' AND datname = current_database()",
    );
    await eventually(() => expect(warned[0]).toBe('the control connection to the database was lost'));
    const heard: string[] = [];
    connection.listen('news', (text) => heard.push(text));
    await eventually(() => {
      other.connection.tell('news', 'again');
      expect(heard).toContain('again');
    });
  });

  test('without notifications leads nothing, and says what to do', async () => {
    const warned: string[] = [];
    const log = { warn: (_: object, message: string) => void warned.push(message) };
    // Nothing arrives in no time at all.
    const deaf = new ControlConnection({ url: postgres.url(), node: 'deaf', log, selfTestMs: 0 });
    onTestFinished(() => deaf.close());
    await deaf.open();
    expect([deaf.hears, deaf.leads]).toEqual([false, false]);
    expect(warned).toEqual([
      expect.stringContaining('Set LOREKEEP_DATABASE_DIRECT_URL to the database itself'),
    ]);
  });

  test('that was closed is not made again, and one that cannot be made says why', async () => {
    const { connection, warned } = control('a');
    await connection.open();
    await connection.close();
    await sleep(300);
    expect([warned, connection.leads]).toEqual([[], false]);
    const log = { warn: () => {} };
    const nowhere = new ControlConnection({ url: 'postgres://127.0.0.1:1/none', node: 'n', log });
    onTestFinished(() => nowhere.close());
    await expect(nowhere.open()).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a database that cannot be used', () => {
  test.each([
    [
      'postgres://127.0.0.1:1/none',
      'The database cannot be opened: nothing listens there. Is Postgres running?',
    ],
    ['postgres://host:port:more/none', 'LOREKEEP_DATABASE_URL is no URL.'],
  ])('%s is explained', async (url, message) => {
    await expect(connect(url)).rejects.toThrow(message);
    await expect(connect(url)).rejects.toBeInstanceOf(DatabaseUnusable);
  });

  test('because it does not exist is explained', async () => {
    const url = postgres.url().replace(/lorekeep_test_[0-9a-f]+/, 'lorekeep_nowhere');
    await expect(connect(url)).rejects.toThrow(/lorekeep_nowhere.*Create it first: CREATE DATABASE/);
  });

  test('because a newer version has changed it is refused, unless that one lets older ones read', async () => {
    const database = await open();
    const newest = readMigrations().at(-1)!.number;
    await migrate(postgres.url());
    await database.run("INSERT INTO schema_migrations (number, name) VALUES ($1, 'x')", newest + 1);
    const before = await database.get('SELECT oldest_reader FROM cluster');
    onTestFinished(async () => {
      const again = new pg.Client({ connectionString: postgres.url() });
      await again.connect();
      await again.query('DELETE FROM schema_migrations WHERE number > $1', [newest]);
      await again.query('UPDATE cluster SET oldest_reader = $1', [before!['oldest_reader']]);
      await again.end();
    });
    await database.run('UPDATE cluster SET oldest_reader = $1', newest);
    await expect(migrate(postgres.url())).resolves.toBeUndefined();
    await database.run('UPDATE cluster SET oldest_reader = $1', newest + 1);
    await expect(migrate(postgres.url())).rejects.toThrow(
      `(schema ${newest + 1}, this one knows ${newest}). Start that version.`,
    );
  });

  test('because a migration fails is as it was before', async () => {
    const database = await open();
    const number = readMigrations().at(-1)!.number + 1;
    const broken = { number, name: 'broken', sql: 'CREATE TABLE broken_one (id int); SELECT nonsense' };
    await expect(migrate(postgres.url(), [...readMigrations(), broken])).rejects.toThrow(
      'Migration broken failed; the data is as it was before.',
    );
    expect(await database.get("SELECT to_regclass('broken_one') AS found")).toEqual({ found: null });
    const last = await database.get('SELECT max(number)::int AS last FROM schema_migrations');
    expect(last!['last']).toBe(number - 1);
  });
});

test('who fills an empty database is alone', async () => {
  const database = await open();
  const order: string[] = [];
  const first = firstStartLock.hold(database, async () => {
    order.push('first');
    const isFree = await database.transaction((sql) => firstStartLock.tryToTake(sql));
    expect(isFree).toBe(false);
    order.push('first done');
    return 1;
  });
  await eventually(() => expect(order[0]).toBe('first'));
  expect(await firstStartLock.hold(database, async () => order.push('second'))).toBe(3);
  expect(await first).toBe(1);
  expect(order).toEqual(['first', 'first done', 'second']);
});

describe('a transaction', () => {
  const conflict = (code: string) => Object.assign(new Error('conflict'), { code });

  test.each([
    ['40001', 4, 5, true],
    ['40P01', 1, 2, true],
    ['40001', 9, 5, false],
    ['23505', 1, 1, false],
  ])('that fails with %s %i times is tried %i times', async (code, failures, attempts, succeeds) => {
    const database = await open();
    let tried = 0;
    const running = database.transaction(async (sql) => {
      await sql.run("INSERT INTO tenants VALUES ('ten_1', 'one', 0)");
      if (++tried <= failures) throw conflict(code);
      return 'done';
    });
    if (succeeds) expect(await running).toBe('done');
    else await expect(running).rejects.toMatchObject({ code });
    expect(tried).toBe(attempts);
    expect(await database.all('SELECT id FROM tenants')).toHaveLength(succeeds ? 1 : 0);
    expect(database.load).toMatchObject({ waiting: 0 });
    expect(database.load.idle).toBe(database.load.open);
  });

  test('and statements say how many rows they changed, and nothing more after the end', async () => {
    const database = await open();
    expect(await database.run("INSERT INTO tenants VALUES ('a', 'a', 0), ('b', 'b', 0)")).toBe(2);
    expect(await database.run("DELETE FROM tenants WHERE id = 'none'")).toBe(0);
    expect(await database.transaction((sql) => sql.run('DELETE FROM tenants'))).toBe(2);
    expect(await database.get('SELECT $1::bigint AS n, $2::text AS t', 12, 'x')).toEqual({ n: 12, t: 'x' });
    expect(await database.withClient(async (client) => (await client.query('SELECT 1 AS one')).rows)).toEqual(
      [{ one: 1 }],
    );
    await expect(database.withClient(() => Promise.reject(conflict('57P01')))).rejects.toBeInstanceOf(
      ServiceError,
    );
    await database.close();
    await database.close();
    for (const late of [
      database.get('SELECT 1'),
      database.transaction(async () => 1),
      database.withClient(async () => 1),
    ])
      await expect(late).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

test.each<[string, string | undefined, boolean, boolean]>([
  ['53100', 'storage_full', false, false],
  ['57014', 'The database took too long to answer.', false, false],
  ['ECONNREFUSED', 'nothing was written', false, false],
  ['57P03', 'nothing was written', false, false],
  ['25006', 'nothing was written', false, false],
  ['08006', 'may have been stored or not', true, false],
  ['ECONNRESET', 'may have been stored or not', true, false],
  ['53200', 'may have been stored or not', true, false],
  ['40001', undefined, false, true],
  ['40P01', undefined, false, true],
  ['23505', undefined, false, false],
])('a failure with the code %s', (code, meaning, isLoss, mayBeRepeated) => {
  const error = failure(code);
  const found = asServiceError(error) as ServiceError;
  if (meaning === undefined) expect(found).toBe(error);
  else expect(`${found.code} ${found.message}`).toContain(meaning);
  expect([isConnectionLoss(error), isRetryable(error)]).toEqual([isLoss, mayBeRepeated]);
});

test('what is known already, and what is no error at all, stays what it is', () => {
  const known = new ServiceError('overloaded');
  for (const error of [known, 'text', undefined, null]) expect(asServiceError(error)).toBe(error);
  expect(isConnectionLoss(new Error('Client was closed and is not queryable'))).toBe(true);
  expect(isConnectionLoss({ message: 'Client was closed' })).toBe(false);
});

describe('a transaction that stands still', () => {
  test('is ended by the database, so that a node that froze or was cut off locks nobody out', async () => {
    const frozen = openPool(postgres.url(), { idleTransactionMs: 50 });
    const other = await open();
    onTestFinished(() => frozen.close());
    const locked = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const standing = frozen.transaction(async (sql) => {
      await sql.run('UPDATE cluster SET epoch = epoch + 1');
      locked.resolve();
      await goesOn.promise;
      await sql.run('UPDATE cluster SET epoch = epoch + 1');
    });
    await locked.promise;
    expect(await other.run('UPDATE cluster SET epoch = 7')).toBe(1);
    goesOn.resolve();
    await expect(standing).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await other.get('SELECT epoch FROM cluster')).toEqual({ epoch: 7 });
    // Every connection has a limit, whoever opens it.
    const usual = new PostgresDatabase({
      url: postgres.url(),
      poolSize: 1,
      statementTimeoutMs: 60_000,
      onLost: () => {},
    });
    onTestFinished(() => usual.close());
    expect(await usual.get("SELECT current_setting('idle_in_transaction_session_timeout') AS limit")).toEqual(
      {
        limit: '10s',
      },
    );
  });
});
