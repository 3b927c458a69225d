import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChatGpt, readClaude } from './conversations.ts';
import { readCsv } from './csv.ts';
import { readLangChain } from './langchain.ts';
import { mapRecord, parseFieldMap } from './mapped-records.ts';
import { readQdrant } from './qdrant.ts';
import { readSupermemory } from './supermemory.ts';

test('points of Qdrant come from a scroll, a list or lines; the text is the usual or the named field', () => {
  const points = [
    { id: 7, payload: { page_content: 'Tea.', metadata: { user: 'ada' } }, vector: [0.1] },
    { id: 'b-1', payload: { text: 'Coffee.', topic: 'drinks' } },
  ];
  const expected = [
    { content: 'Tea.', metadata: { user: 'ada' }, externalId: 'qdrant:7' },
    { content: 'Coffee.', metadata: { topic: 'drinks' }, externalId: 'qdrant:b-1' },
  ];
  expect([
    ...readQdrant(JSON.stringify({ result: { points, next_page_offset: null }, status: 'ok' })),
  ]).toEqual(expected);
  expect([...readQdrant(JSON.stringify(points))]).toEqual(expected);
  expect([...readQdrant(points.map((point) => JSON.stringify(point)).join('\n'))]).toEqual(expected);
  expect([...readQdrant('{"id":1,"payload":{"body":"x"}}', 'body')]).toMatchObject([{ content: 'x' }]);
  expect([...readQdrant('{"id":1,"payload":{"body":"x"}}')]).toEqual([undefined]);
  expect(() => [...readQdrant('{"a":1}')]).toThrow('no export of Qdrant');
});

test('documents of supermemory keep their title, tags and times', () => {
  const memory = {
    id: 'doc_1',
    content: 'Likes tea',
    title: 'Notes',
    containerTags: ['ada'],
    metadata: { topic: 'drinks' },
    createdAt: '2026-01-02T03:04:05Z',
    status: 'done',
  };
  const expected = {
    content: 'Likes tea',
    metadata: { title: 'Notes', containerTags: ['ada'], topic: 'drinks' },
    externalId: 'supermemory:doc_1',
    createdAt: '2026-01-02T03:04:05.000Z',
  };
  expect([...readSupermemory(JSON.stringify({ memories: [memory], pagination: {} }))]).toEqual([expected]);
  expect([...readSupermemory(JSON.stringify(memory))]).toEqual([expected]);
  expect(() => [...readSupermemory('[1]')]).toThrow('no export of supermemory');
});

test('documents of LangChain are plain, from Python or as dumps writes them', () => {
  const [python] = readLangChain('[{"page_content":"Tea.","metadata":{"a":1}}]');
  const [script] = readLangChain('{"pageContent":"Tea.","metadata":{"a":1}}');
  const [dumped] = readLangChain(
    '{"lc":1,"type":"constructor","id":["langchain","Document"],"kwargs":{"page_content":"Tea.","metadata":{"a":1}}}',
  );
  expect([script, dumped]).toEqual([python, python]);
  expect(python).toMatchObject({ content: 'Tea.', metadata: { a: 1 } });
  expect(() => [...readLangChain('{"text":"x"}')]).toThrow('no list of documents');
});

test('conversations of ChatGPT and Claude become one entry for each message', () => {
  const node = (id: string, role: string, parts: unknown[]) => ({
    id,
    message: { id, author: { role }, content: { content_type: 'text', parts }, create_time: 1_767_323_045.5 },
  });
  const chat = {
    title: 'Drinks',
    id: 'c1',
    mapping: {
      root: { id: 'root', message: null },
      a: node('a', 'user', ['I like tea']),
      b: node('b', 'assistant', ['Noted.', { asset: 1 }]),
      c: node('c', 'system', ['hidden']),
    },
  };
  expect([...readChatGpt(JSON.stringify([chat]))]).toEqual([
    {
      content: 'I like tea',
      metadata: { source: 'chatgpt', author: 'user', conversation: 'c1', title: 'Drinks' },
      externalId: 'chatgpt:a',
      createdAt: '2026-01-02T03:04:05.500Z',
    },
    expect.objectContaining({ content: 'Noted.', externalId: 'chatgpt:b' }),
  ]);
  const claude = {
    uuid: 'c2',
    name: 'Drinks',
    chat_messages: [
      { uuid: 'm1', sender: 'human', text: 'I like tea', created_at: '2026-01-02T03:04:05Z' },
      {
        uuid: 'm2',
        sender: 'assistant',
        text: '',
        content: [{ type: 'text', text: 'Noted.' }],
        created_at: null,
      },
    ],
  };
  expect([...readClaude(JSON.stringify([claude]))]).toMatchObject([
    { content: 'I like tea', metadata: { author: 'user', title: 'Drinks' }, externalId: 'claude:m1' },
    { content: 'Noted.', metadata: { author: 'assistant' }, externalId: 'claude:m2' },
  ]);
  expect(() => [...readClaude(JSON.stringify([chat]))]).toThrow('of Claude');
  expect(() => [...readChatGpt(JSON.stringify([claude]))]).toThrow('of ChatGPT');
});

async function records(chunks: string[]): Promise<object[]> {
  async function* each() {
    yield* chunks;
  }
  return (await Array.fromAsync(readCsv(each()))).filter((row) => row !== undefined);
}

test('CSV: quotes, newlines and carriage returns in fields; wrong rows are named', async () => {
  expect(await records(['\ufeffid,text\r\n1,"a ""b""\n', 'c"\r\n2,plain\n'])).toEqual([
    { id: '1', text: 'a "b"\nc' },
    { id: '2', text: 'plain' },
  ]);
  await expect(records(['a,b\n1\n'])).rejects.toThrow('Row 2 has 1 fields');
  await expect(records(['a\n"x'])).rejects.toThrow('inside of quotes');
});

test('CSV: whatever is written by the rules is read back, however it is cut', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', ' ', '\r', '😀') });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, field), { minLength: 1 }), fc.nat(), async (rows, cut) => {
      const text = `x,y\n${rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n')}\n`;
      const at = cut % text.length;
      expect(await records([text.slice(0, at), text.slice(at)])).toEqual(rows.map(([x, y]) => ({ x, y })));
    }),
  );
});

test('a map says which field becomes what; the rest becomes metadata only when asked', () => {
  const record = { body: 'Tea.', key: 'k1', when: '2026-01-02', tag: 'drinks', other: 'x', empty: '' };
  const map = parseFieldMap(['content=body', 'externalId=key', 'createdAt=when', 'metadata.topic=tag']);
  expect(mapRecord(record, map, 1)).toEqual({
    content: 'Tea.',
    metadata: { topic: 'drinks' },
    externalId: 'k1',
    createdAt: '2026-01-02T00:00:00.000Z',
  });
  const rest = parseFieldMap(['content=body', 'metadata.*']);
  expect(mapRecord(record, rest, 1)?.metadata).toEqual({
    key: 'k1',
    when: '2026-01-02',
    tag: 'drinks',
    other: 'x',
  });
  expect(mapRecord({ body: ' ' }, rest, 1)).toBeUndefined();
  expect(mapRecord({ text: 'x' }, rest, 3)).toBeUndefined();
  expect(() => mapRecord({ text: 'x' }, rest, 3, { isRow: true })).toThrow('Record 3 has no field "body"');
  expect(() => parseFieldMap(['colour=x'])).toThrow('There is no target "colour"');
});
