import { expect, onTestFinished, test } from 'vitest';
import { createIndexFactory } from '../../src/memory/index/index-factory.ts';
import { call } from '../support/app.ts';
import { openPool } from '../support/postgres.ts';
import { openCluster } from './nodes.ts';

const secret = 'xyzzyplugh';

test('after an erasure no raw byte of what was deleted is in the files of the tables, and what cannot be checked is listed', async () => {
  const cluster = await openCluster();
  const indexes = await createIndexFactory(1);
  const nodes = [await cluster.node({}, { indexes }), await cluster.node({}, { indexes })];
  const pool = openPool(cluster.database.url);
  onTestFinished(() => pool.close());
  const inFiles = async (text: string): Promise<string[]> => {
    await pool.run('CHECKPOINT');
    const rows = await pool.all(
      `SELECT relname::text AS name FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relnamespace IN
         ('public'::regnamespace, 'pg_toast'::regnamespace) AND relname NOT LIKE 'pg_toast_1%_index'
         AND coalesce(position(convert_to($1, 'UTF8') IN pg_read_binary_file(pg_relation_filepath(oid), 0, 100000000, true)), 0) > 0`,
      text,
    );
    return rows.map((row) => String(row['name']));
  };

  const entries = Array.from({ length: 2_500 }, (_, i) => ({ content: `kept entry ${i}` }));
  for (let i = 0; i < entries.length; i += 250)
    expect(
      await call(nodes[0]!, 'POST', '/v1/memory/entries', {
        payload: { namespace: 'notes', entries: entries.slice(i, i + 250) },
      }),
    ).toMatchObject({ status: 200 });
  const { data } = await call<{ ids: string[] }>(nodes[0]!, 'POST', '/v1/memory/entries', {
    payload: {
      namespace: 'notes',
      entries: [{ content: `${secret} is a secret`, metadata: { who: secret } }],
    },
  });
  await call(nodes[0]!, 'POST', '/v1/memory/entries', {
    payload: { namespace: `${secret}-space`, entries: [{ content: 'x' }] },
  });
  const search = { payload: { namespace: 'notes', query: secret, limit: 3 } };
  for (const node of nodes)
    expect((await call<unknown[]>(node, 'POST', '/v1/memory/search', search)).status).toBe(200);
  expect((await inFiles(secret)).sort()).toContain('memory_entries');
  // The first node leaves a snapshot that knows the words of the entry; the second has them in memory.
  await nodes[0]!.close();
  expect(await pool.get('SELECT 1 AS one FROM memory_snapshot_parts LIMIT 1')).toEqual({ one: 1 });

  await call(nodes[1]!, 'DELETE', `/v1/memory/entries/${data.ids[0]}`);
  await call(nodes[1]!, 'DELETE', `/v1/memory/namespaces/${secret}-space`);
  const erased = (await nodes[1]!.operations['memory.erase']!(
    { absent: [secret, 'kept entry 17'] },
    () => {},
  )) as {
    traces: Array<{ file: string; text: string }>;
    beyond: string[];
  };
  expect(erased.traces).toContainEqual({ file: 'memory_entries.content', text: 'kept entry 17' });
  expect(erased.traces.filter(({ text }) => text === secret)).toEqual([]);
  expect(erased.beyond.join(' ')).toMatch(/write-ahead log.*backups/);
  expect(await inFiles(secret)).toEqual([]);
  await nodes[1]!.close();
  expect(await inFiles(secret)).toEqual([]);
});

test('nodes that run while another one erases load again what they have in memory', async () => {
  const cluster = await openCluster();
  const nodes = [await cluster.node(), await cluster.node()];
  const payload = { namespace: 'notes', entries: [{ content: 'entry one' }] };
  await call(nodes[0]!, 'POST', '/v1/memory/entries', { payload });
  const search = { payload: { namespace: 'notes', query: 'entry' } };
  await call(nodes[1]!, 'POST', '/v1/memory/search', search);
  const loaded = async () => {
    const { body } = await nodes[1]!.server.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer key_test' },
    });
    return Number(/^lorekeep_memory_indexes (\d+)/m.exec(body)![1]);
  };
  expect(await loaded()).toBe(1);
  await nodes[0]!.operations['memory.erase']!({ absent: [] }, () => {});
  await expect.poll(loaded, { timeout: 20_000 }).toBe(0);
  expect((await call<unknown[]>(nodes[1]!, 'POST', '/v1/memory/search', search)).data).toHaveLength(1);
});
