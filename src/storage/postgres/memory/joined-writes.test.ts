import { describe, expect, test } from 'vitest';
import { ReceiptExists } from '../../../kernel/receipt.ts';
import type { EntryToWrite, WriteCommand, WriteOutcome } from '../../../memory/store.ts';
import type { PostgresDatabase } from '../database.ts';
import { JoinedWrites } from './joined-writes.ts';

const entry = (id: string, more: Partial<EntryToWrite> = {}): EntryToWrite => ({
  id,
  content: 'four',
  metadata: {},
  createdAt: 1,
  updatedAt: 1,
  embeddings: [],
  ...more,
});
const command = (entries: EntryToWrite[], more: Partial<WriteCommand> = {}): WriteCommand => ({
  tenantId: 'ten_a',
  namespace: 'notes',
  model: 'm1',
  dims: 2,
  now: 1,
  entries,
  ...more,
});
const receipt = (id: string, answer: (ids: { ids: string[] }) => unknown = (ids) => ids) =>
  ({ id, fingerprint: 'f', expiresAt: 9, answer }) as unknown as NonNullable<WriteCommand['receipt']>;

interface Answers {
  /** What the statement that adds entries does. */
  add?: (writes: number) => unknown;
  /** How many entries the tenant has. */
  held?: number;
  /** Of the receipts that are to be stored, those that are new. */
  stored?: (ids: string[]) => string[];
}

/** A database that notes what it is asked for: so many writes added at once, or one the long way. */
function database({ add, held = 0, stored = (ids) => ids }: Answers = {}) {
  const log: string[] = [];
  let revision = 0;
  const ask = async (sql: string, ...values: unknown[]): Promise<unknown> => {
    if (sql.includes('sum(s.entries)')) {
      log.push('count');
      return { entries: held };
    }
    if (/INSERT INTO receipts/.test(sql)) {
      const ids = values.find(Array.isArray) as string[];
      log.push(`receipts ${ids.join()}`);
      return stored(ids).map((id) => ({ id }));
    }
    if (/DELETE FROM receipts/.test(sql)) {
      log.push(`forget ${String(values[0])}`);
      return 0;
    }
    if (!sql.includes('WITH locked AS')) {
      log.push('long way');
      throw new Error('the long way');
    }
    const writes = Number(values[3]);
    const answer = add ? add(writes) : undefined;
    log.push(`add ${writes} of ${String(values[5])}`);
    if (add && answer === undefined) return undefined;
    if (answer instanceof Error) throw answer;
    revision += writes;
    return { ...row, revision, before: 0 };
  };
  const sql = { all: ask, get: ask, run: ask };
  const whole = {
    ...sql,
    transaction: (work: (inner: object) => unknown) => {
      log.push('begin');
      return work(sql);
    },
  };
  return { log, writes: new JoinedWrites(whole as unknown as PostgresDatabase) };
}

const row = {
  id: 1,
  tenant_id: 'ten_a',
  name: 'notes',
  model: 'm1',
  dims: 2,
  entries: 0,
  bytes: 0,
  settings: '{}',
};
const settled = async (writes: ReadonlyArray<Promise<WriteOutcome>>) =>
  (await Promise.allSettled(writes)).map((each) =>
    each.status === 'rejected' ? String(each.reason.message) : each.value.outcome,
  );
const many = (count: number) => Array.from({ length: count }, (_, i) => entry(`e${i}`));

describe('what arrives while a write is under way', () => {
  const joined = async (...commands: WriteCommand[]) => {
    const { log, writes } = database();
    const outcomes = await settled(
      [command([entry('first')]), ...commands].map((each) => writes.write(each)),
    );
    return { log: log.slice(1), outcomes: outcomes.slice(1) };
  };

  test('is joined into the next', async () => {
    const { log, outcomes } = await joined(command([entry('a')]), command([entry('b'), entry('c')]));
    expect(log).toEqual(['add 2 of 3']);
    expect(outcomes).toEqual(['written', 'written']);
  });

  test('is joined up to 1,024 entries; what is more waits for the one after', async () => {
    const log = async (...sizes: number[]) => (await joined(...sizes.map((n) => command(many(n))))).log;
    expect(await log(1_000, 24)).toEqual(['add 2 of 1024']);
    expect(await log(1_000, 25, 1)).toEqual(['add 1 of 1000', 'add 2 of 26']);
    // One that is larger alone is written alone.
    expect(await log(1_025, 1)).toEqual(['add 1 of 1025', 'add 1 of 1']);
    expect(await log(1, 1_024)).toEqual(['add 1 of 1', 'add 1 of 1024']);
  });

  test('is joined only with what has the same model', async () => {
    const other = command([entry('b')], { model: 'm2' });
    const { log } = await joined(command([entry('a')]), other, command([entry('c')]));
    expect(log).toEqual(['add 1 of 1', 'add 1 of 1', 'add 1 of 1']);
  });

  test.each([
    ['a name of its own', { externalId: 'x' }],
    ['an id to keep', { keepId: 'k' }],
  ])('and may replace something, by %s, is written alone and the long way', async (_, more) => {
    const { log, outcomes } = await joined(
      command([entry('a')]),
      command([entry('b'), entry('c', more)]),
      command([entry('d')]),
    );
    expect(log).toEqual(['add 1 of 1', 'begin', 'long way', 'add 1 of 1']);
    expect(outcomes).toEqual(['written', 'the long way', 'written']);
  });

  test('for another namespace or tenant does not wait', async () => {
    const { log, writes } = database();
    const others = [{ namespace: 'b' }, { tenantId: 'ten_b' }, {}];
    await settled(others.map((more) => writes.write(command([entry('a')], more))));
    expect(log).toEqual(['add 1 of 1', 'add 1 of 1', 'add 1 of 1']);
  });

  test('is written also where all before it is done', async () => {
    const { log, writes } = database();
    await writes.write(command([entry('a')]));
    await writes.write(command([entry('b')]));
    expect(log).toEqual(['add 1 of 1', 'add 1 of 1']);
  });
});

describe('writes that cannot be added in one statement', () => {
  const two = [command([entry('a')]), command([entry('b')])];
  const tried = async (add: () => unknown) => {
    const { log, writes } = database({ add });
    const outcomes = await settled([...two, ...two].map((each) => writes.write(each)));
    return { log, outcomes };
  };

  test('go the long way one by one where the namespace is not there', async () => {
    const { log } = await tried(() => undefined);
    expect(log).toEqual([
      'add 1 of 1',
      ...['begin', 'long way'],
      'add 3 of 3',
      ...['begin', 'long way', 'begin', 'long way', 'begin', 'long way'],
    ]);
  });

  test('and where a model is not known yet', async () => {
    const unknown = Object.assign(new Error('null value'), { code: '23502', table: 'memory_vectors' });
    const { log } = await tried(() => unknown);
    expect(log.filter((each) => each === 'long way')).toHaveLength(4);
  });

  test.each([
    ['another fault', { code: '40001', table: 'memory_vectors' }],
    ['a column of another table', { code: '23502', table: 'memory_entries' }],
    ['no fault of the database', {}],
  ])('fail together by %s', async (_, fields) => {
    const { log, outcomes } = await tried(() => Object.assign(new Error('broken'), fields));
    expect(log).toEqual(['add 1 of 1', 'add 3 of 3']);
    expect(outcomes).toEqual(['broken', 'broken', 'broken', 'broken']);
  });
});

describe('a limit of entries', () => {
  const limited = async (held: number, added: number, ...limits: Array<number | undefined>) => {
    const { log, writes } = database({ held });
    const commands = limits.map((maxEntries) =>
      command(many(added), maxEntries === undefined ? {} : { maxEntries }),
    );
    // The first is alone; the others are joined.
    await settled([command(many(1)), ...commands].map((each) => writes.write(each)));
    return log.slice(1);
  };

  test('is not looked at where there is none', async () => {
    expect(await limited(1e9, 1, undefined)).toEqual(['add 1 of 1']);
  });

  test('that is far away is only counted, for all that is joined, and the lowest counts', async () => {
    expect(await limited(0, 1, 1_000, undefined, 100)).toEqual(['count', 'add 3 of 3']);
    expect((await limited(0, 1, 1_000, 50, 1_000))[1]).toBe('begin');
    // Up to four fifths of it; as many as 32 such writes at once must fit as well.
    expect(await limited(799, 1, 1_000)).toEqual(['count', 'add 1 of 1']);
    expect((await limited(800, 1, 1_000))[1]).toBe('begin');
    expect(await limited(680, 10, 1_000)).toEqual(['count', 'add 1 of 10']);
    expect((await limited(681, 10, 1_000))[1]).toBe('begin');
  });
});

describe('receipts', () => {
  test('are stored with the entries, in one transaction', async () => {
    const { log, writes } = database();
    const outcome = await settled([writes.write(command([entry('a')], { receipt: receipt('r1') }))]);
    expect(outcome).toEqual(['written']);
    expect(log).toEqual(['begin', expect.stringContaining('receipts '), 'add 1 of 1']);
  });

  test('that are there already make their write fail, and only theirs', async () => {
    const { log, writes } = database({ stored: (ids) => ids.filter((id) => id !== 'old') });
    const first = writes.write(command([entry('x')]));
    const outcomes = await Promise.allSettled([
      writes.write(command([entry('a')], { receipt: receipt('old') })),
      writes.write(command([entry('b')], { receipt: receipt('new') })),
      writes.write(command([entry('c')])),
    ]);
    await first;
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect((outcomes[0] as PromiseRejectedResult).reason).toBeInstanceOf(ReceiptExists);
    expect(log.at(-1)).toBe('add 2 of 2');
  });

  test('that are all there already: nothing is added', async () => {
    const { log, writes } = database({ stored: () => [] });
    const [only] = await Promise.allSettled([
      writes.write(command([entry('a')], { receipt: receipt('old') })),
    ]);
    expect((only as PromiseRejectedResult).reason).toBeInstanceOf(ReceiptExists);
    expect(log.some((each) => each.startsWith('add'))).toBe(false);
  });

  test('are taken back where the write goes the long way, which stores them itself', async () => {
    const { log, writes } = database({ add: () => undefined });
    await settled([writes.write(command([entry('a')], { receipt: receipt('r1') }))]);
    expect(log.slice(2)).toEqual(['add 1 of 1', 'forget r1', 'begin', 'long way']);
  });

  test('of which the answer cannot be said fail alone, and nothing else is asked', async () => {
    const { log, writes } = database();
    const failing = receipt('r1', () => {
      throw new Error('no answer');
    });
    const write = writes.write(command([entry('a')], { receipt: failing }));
    await expect(write).rejects.toThrow('no answer');
    expect(log).toEqual([]);
  });

  test('remember the ids of what is written', async () => {
    const answered: unknown[] = [];
    const { writes } = database();
    const noting = receipt('r1', (ids) => answered.push(ids));
    await writes.write(command([entry('a'), entry('b')], { receipt: noting }));
    expect(answered).toEqual([{ ids: ['a', 'b'] }]);
  });
});
