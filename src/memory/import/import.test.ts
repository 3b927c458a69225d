import { expect, test } from 'vitest';
import { readChroma } from './chroma.ts';
import { readMcpMemory } from './mcp-memory.ts';
import { readMem0 } from './mem0.ts';

test('memories of mem0 keep their text, metadata, owner and times', () => {
  const memory = {
    id: '8b0c-1',
    memory: 'Likes green tea',
    hash: 'abc',
    metadata: { topic: 'drinks' },
    created_at: '2026-01-02T03:04:05.123456-08:00',
    updated_at: null,
    user_id: 'ada',
  };
  const expected = {
    content: 'Likes green tea',
    metadata: { topic: 'drinks', user_id: 'ada' },
    externalId: 'mem0:8b0c-1',
    createdAt: '2026-01-02T11:04:05.123Z',
  };
  expect([...readMem0(JSON.stringify({ results: [memory] }))]).toEqual([expected]);
  expect([...readMem0(JSON.stringify([memory, memory]))]).toEqual([expected, expected]);
  expect([
    ...readMem0(`${JSON.stringify(memory)}\n${JSON.stringify({ ...memory, metadata: null })}\n`),
  ]).toEqual([expected, { ...expected, metadata: { user_id: 'ada' } }]);
  expect(() => [...readMem0('{"entries":[]}')]).toThrow('no export of mem0');
});

test('records of Chroma come from columns or from lines; those without a document are no entries', () => {
  const columns = {
    ids: ['a', 'b', 'c'],
    documents: ['one', null, 'three'],
    metadatas: [{ n: 1 }, null, null],
    embeddings: null,
  };
  const one = { content: 'one', metadata: { n: 1 }, externalId: 'chroma:a' };
  expect([...readChroma(JSON.stringify(columns))]).toEqual([
    one,
    undefined,
    { content: 'three', metadata: {}, externalId: 'chroma:c' },
  ]);
  expect([...readChroma('{"id":"a","text_chunk":"one","metadata":{"n":1},"embedding":[0.1]}\n')]).toEqual([
    one,
  ]);
  expect(() => [...readChroma('{"document":"x"}')]).toThrow('no id');
});

test('the knowledge graph of the MCP memory server becomes one entry for each observation and relation', () => {
  const lines = [
    '{"type":"entity","name":"Ada","entityType":"person","observations":["Writes code","Likes tea"]}',
    '{"type":"entity","name":"Acme","entityType":"company","observations":[]}',
    '{"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}',
  ].join('\n');
  const entries = [...readMcpMemory(lines)];
  expect(entries.map(({ content }) => content)).toEqual([
    'Ada: Writes code',
    'Ada: Likes tea',
    'Acme (company)',
    'Ada works at Acme',
  ]);
  expect(entries[0]!.metadata).toEqual({
    source: 'mcp-memory',
    kind: 'observation',
    entity: 'Ada',
    entityType: 'person',
  });
  expect(new Set(entries.map(({ externalId }) => externalId)).size).toBe(4);
  const graph = {
    entities: [{ name: 'Ada', entityType: 'person', observations: ['Writes code'] }],
    relations: [{ from: 'Ada', to: 'Acme', relationType: 'works_at' }],
  };
  expect([...readMcpMemory(JSON.stringify(graph))]).toEqual([entries[0], entries[3]]);
});
