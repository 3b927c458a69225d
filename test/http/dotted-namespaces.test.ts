import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Lorekeep } from '../../clients/typescript/src/index.ts';
import { createHttpApi } from '../../src/cli/http-api.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { call, startApp, testKey } from '../support/app.ts';

test.each(['.', '..'])(
  'the namespace %s can be looked at and deleted over clients that resolve its dots',
  async (name) => {
    const app = await startApp({}, { embedder: new StubEmbedder() });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const baseUrl = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
    const lore = new Lorekeep({ baseUrl, apiKey: testKey });
    // What a step would lead to instead.
    for (const namespace of [name, 'map', 'facets', 'namespaces'])
      await lore.memory.write({ namespace, entries: [{ content: 'x' }] });
    expect(await lore.namespaces.get(name)).toMatchObject({ name, entries: 1 });
    expect(await lore.namespaces.map(name)).toMatchObject({ namespace: name, total: 1 });
    const api = createHttpApi(baseUrl, testKey);
    expect(await api.call('getNamespace', { params: { name } })).toMatchObject({ name });
    const plain = await fetch(`${baseUrl}/v1/memory/namespaces/${name}%7F`, {
      headers: { Authorization: `Bearer ${testKey}` },
    });
    expect(plain.status).toBe(200);
    expect(await lore.namespaces.delete(name)).toEqual({ name, entries: 1 });
    const left = (await call<{ items: Array<{ name: string }> }>(app, 'GET', '/v1/memory/namespaces')).data
      .items;
    expect(left.map((each) => each.name)).toEqual(['facets', 'map', 'namespaces']);
  },
);

test('a DEL anywhere else in the path is no part of a name', async () => {
  const app = await startApp({}, { embedder: new StubEmbedder() });
  for (const name of ['a%7F', '...%7F', '.%7F%7F', '%7F', '%7F..'])
    expect((await call(app, 'GET', `/v1/memory/namespaces/${name}`)).status).toBe(400);
});
