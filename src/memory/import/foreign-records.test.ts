import { expect, test } from 'vitest';
import { parseJsonExactly } from '../../kernel/json/exact-parse.ts';
import { readChroma } from './chroma.ts';
import { readChatGpt, readClaude } from './conversations.ts';
import { type ForeignRecord, idOf, namedAfter, timeOf } from './foreign-entry.ts';
import { readLangChain } from './langchain.ts';
import { mapRecord, parseFieldMap } from './mapped-records.ts';
import { readMcpMemory } from './mcp-memory.ts';
import { readMem0 } from './mem0.ts';
import { readQdrant } from './qdrant.ts';
import { readSupermemory } from './supermemory.ts';

const hash = (text: string) => expect.stringMatching(new RegExp(`^${text}:[0-9a-f]{32}$`));
const at = '2026-01-02T03:04:05.000Z';

type Reader = (text: string) => Iterable<ForeignRecord>;

test.each<[name: string, read: Reader, file: unknown, expected: unknown[]]>([
  [
    'mem0, a list of results',
    readMem0,
    { results: [{ id: 'a', memory: 'x' }] },
    [{ content: 'x', metadata: {}, externalId: 'mem0:a' }],
  ],
  [
    'mem0, a memory without text',
    readMem0,
    { results: [{ id: 'a' }, { id: 'b', memory: 'x' }] },
    [undefined, { content: 'x', metadata: {}, externalId: 'mem0:b' }],
  ],
  [
    'mem0, memories',
    readMem0,
    { memories: [{ id: 'a', data: 'x' }, 3] },
    [{ content: 'x', metadata: {}, externalId: 'mem0:a' }],
  ],
  [
    'mem0, with all that it may have',
    readMem0,
    [
      {
        id: 'a',
        memory: 'x',
        metadata: { k: 1 },
        user_id: 'u',
        agent_id: null,
        created_at: at,
        updated_at: '2026-01-03',
      },
    ],
    [
      {
        content: 'x',
        metadata: { k: 1, user_id: 'u' },
        externalId: 'mem0:a',
        createdAt: at,
        updatedAt: '2026-01-03T00:00:00.000Z',
      },
    ],
  ],
  [
    'Chroma, columns',
    readChroma,
    { ids: ['a', 'b', 'c'], documents: ['x', null], metadatas: [{ k: 1 }] },
    [{ content: 'x', metadata: { k: 1 }, externalId: 'chroma:a' }, undefined, undefined],
  ],
  [
    'Chroma, records',
    readChroma,
    [
      { id: 'a', document: 'x' },
      { id: 'b', text_chunk: 'y', metadata: { k: 1 } },
    ],
    [
      { content: 'x', metadata: {}, externalId: 'chroma:a' },
      { content: 'y', metadata: { k: 1 }, externalId: 'chroma:b' },
    ],
  ],
  [
    'ChatGPT',
    readChatGpt,
    [
      {
        id: 'c',
        title: 'T',
        mapping: {
          1: {
            id: 'n1',
            message: {
              author: { role: 'user' },
              content: { parts: ['x', { image: 1 }, 'y'] },
              create_time: 1767323045,
            },
          },
          2: { id: 'n2', message: { id: 'm2', author: { role: 'assistant' }, content: { parts: ['z'] } } },
          3: { id: 'n3', message: { author: { role: 'system' }, content: { parts: ['hidden'] } } },
          4: { id: 'n4', message: { author: { role: 'user' }, content: { parts: [] } } },
          5: { id: 'n5', message: null },
          6: 7,
        },
      },
      {
        conversation_id: 'd',
        mapping: { 1: { id: 'n', message: { author: { role: 'user' }, content: { parts: ['q'] } } } },
      },
    ],
    [
      {
        content: 'x\ny',
        metadata: { source: 'chatgpt', author: 'user', conversation: 'c', title: 'T' },
        externalId: 'chatgpt:n1',
        createdAt: at,
      },
      {
        content: 'z',
        metadata: { source: 'chatgpt', author: 'assistant', conversation: 'c', title: 'T' },
        externalId: 'chatgpt:m2',
      },
      {
        content: 'q',
        metadata: { source: 'chatgpt', author: 'user', conversation: 'd' },
        externalId: 'chatgpt:n',
      },
    ],
  ],
  [
    'Claude',
    readClaude,
    {
      uuid: 'c',
      name: 'T',
      chat_messages: [
        { uuid: 'a', sender: 'human', text: 'x', created_at: at },
        { uuid: 'b', sender: 'assistant', text: '', content: [{ text: 'y' }, { text: 'z' }, 1] },
        { uuid: 'e', sender: 'assistant', content: [] },
        5,
      ],
    },
    [
      {
        content: 'x',
        metadata: { source: 'claude', author: 'user', conversation: 'c', title: 'T' },
        externalId: 'claude:a',
        createdAt: at,
      },
      {
        content: 'y\nz',
        metadata: { source: 'claude', author: 'assistant', conversation: 'c', title: 'T' },
        externalId: 'claude:b',
      },
    ],
  ],
  [
    'LangChain',
    readLangChain,
    [
      { page_content: 'x', id: 'a', metadata: { k: 1 } },
      { pageContent: 'y' },
      { lc: 1, kwargs: { page_content: 'z', id: 'c' } },
    ],
    [
      { content: 'x', metadata: { k: 1 }, externalId: 'langchain:a' },
      { content: 'y', metadata: {}, externalId: hash('langchain') },
      { content: 'z', metadata: {}, externalId: 'langchain:c' },
    ],
  ],
  [
    'the MCP memory server',
    readMcpMemory,
    {
      entities: [{ name: 'Ada', entityType: 'person', observations: ['likes tea', ''] }, { name: 'Bob' }, 1],
      relations: [{ from: 'Ada', to: 'Bob', relationType: 'works_with' }, 2],
    },
    [
      {
        content: 'Ada: likes tea',
        metadata: { source: 'mcp-memory', kind: 'observation', entity: 'Ada', entityType: 'person' },
        externalId: hash('mcp-memory'),
      },
      {
        content: 'Bob (entity)',
        metadata: { source: 'mcp-memory', kind: 'entity', entity: 'Bob', entityType: 'entity' },
        externalId: hash('mcp-memory'),
      },
      {
        content: 'Ada works with Bob',
        metadata: {
          source: 'mcp-memory',
          kind: 'relation',
          from: 'Ada',
          to: 'Bob',
          relationType: 'works_with',
        },
        externalId: hash('mcp-memory'),
      },
    ],
  ],
  [
    'Qdrant',
    readQdrant,
    { result: { points: [{ id: 0, payload: { text: 'x', metadata: 'm', k: 1 } }] } },
    [{ content: 'x', metadata: { k: 1, metadata: 'm' }, externalId: 'qdrant:0' }],
  ],
  [
    'Qdrant, points alone',
    readQdrant,
    { points: [{ id: 'a', payload: { content: 'x' } }] },
    [{ content: 'x', metadata: {}, externalId: 'qdrant:a' }],
  ],
  [
    'supermemory',
    readSupermemory,
    {
      documents: [
        { id: 'a', summary: 'x', url: 'u', type: '', metadata: { k: 1 }, updatedAt: at },
        { id: 'b', title: 'T' },
        { id: 'c' },
      ],
    },
    [
      { content: 'x', metadata: { url: 'u', k: 1 }, externalId: 'supermemory:a', updatedAt: at },
      { content: 'T', metadata: { title: 'T' }, externalId: 'supermemory:b' },
      undefined,
    ],
  ],
  [
    'supermemory, one',
    readSupermemory,
    { id: 'a', content: 'x', createdAt: at },
    [{ content: 'x', metadata: {}, externalId: 'supermemory:a', createdAt: at }],
  ],
])('%s', (_, read, file, expected) => {
  expect([...read(JSON.stringify(file))]).toStrictEqual(expected);
  // A file may hold one value on each line as well.
  if (Array.isArray(file))
    expect([...read(`\n${file.map((each) => JSON.stringify(each)).join('\n\n')}\n`)]).toStrictEqual(expected);
});

test.each<[name: string, read: Reader, text: string, message: string]>([
  ['mem0 without id', readMem0, '[{"memory":"a"}]', 'a memory has no "id"'],
  ['mem0 without a list', readMem0, '3', 'no list of results'],
  ['Chroma without id', readChroma, '{"document":"x"}', 'a record has no id'],
  ['Chroma of something else', readChroma, '[3]', 'no export of Chroma'],
  ['ChatGPT without a mapping', readChatGpt, '[{"title":"x"}]', 'no conversations.json of ChatGPT'],
  [
    'ChatGPT without ids',
    readChatGpt,
    '[{"mapping":{"1":{"message":{"author":{"role":"user"},"content":{"parts":["x"]}}}}}]',
    'A message has no id',
  ],
  ['Claude of something else', readClaude, '[{"chat_messages":null}]', 'no conversations.json of Claude'],
  ['LangChain without text', readLangChain, '[{"metadata":{}}]', 'no list of documents'],
  ['LangChain of something else', readLangChain, '3', 'no list of documents'],
  ['the MCP memory server, a list', readMcpMemory, '[]', 'no file of the MCP memory server'],
  ['the MCP memory server, another line', readMcpMemory, '{"type":"x"}', 'no entity or relation'],
  ['the MCP memory server, no name', readMcpMemory, '{"type":"entity"}', 'An entity has no name'],
  [
    'the MCP memory server, half a relation',
    readMcpMemory,
    '{"type":"relation","from":"a","to":"b"}',
    'lacks from, to',
  ],
  ['supermemory without id', readSupermemory, '[{"content":"x"}]', 'no export of supermemory'],
  ['a broken line', readMem0, '{"id":"a","memory":"x"}\n\n{', 'Line 3 is not JSON'],
])('%s is refused', (_, read, text, message) => {
  expect(() => [...read(text)]).toThrow(message);
});

test.each([
  ['2026-01-02T03:04:05Z', at],
  [1767323045, at],
  [1767323045000, at],
  [1e11, '1973-03-03T09:46:40.000Z'],
  [1767323045000000, at],
  ['1767323045', at],
  ['1767323045000', at],
  ['1767323045.5', '2026-01-02T03:04:05.500Z'],
  ['2026-01-02 03:04:05', at],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02 03:04:05.678901', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02 05:04:05+02:00', at],
  ['20260102', undefined],
  ['9999-12-31T23:59:59-05:00', undefined],
  [Number.NaN, undefined],
  ['not a time', undefined],
  [true, undefined],
  [undefined, undefined],
])('the time %s is %s', (value, time) => {
  expect(timeOf(value)).toBe(time);
});

test('fields of a record become what the map says', () => {
  const record = { text: 'x', key: 'k1', made: at, changed: 1767323045, topic: 't', other: 'o', empty: '' };
  const map = (...pairs: string[]) => mapRecord(record, parseFieldMap(pairs), 1);
  expect(map('content=text')).toStrictEqual({
    content: 'x',
    metadata: {},
    externalId: hash('import:sha256'),
  });
  expect(
    map(
      'content=text',
      'externalId=key',
      'createdAt=made',
      'updatedAt=changed',
      'metadata.subject=topic',
      'metadata.none=empty',
      'metadata.*',
    ),
  ).toStrictEqual({
    content: 'x',
    metadata: { other: 'o', subject: 't' },
    externalId: 'k1',
    createdAt: at,
    updatedAt: at,
  });
  expect(map('content=text', 'externalId=empty')!.externalId).toEqual(hash('import:sha256'));
  expect(map('content=empty')).toBeUndefined();
  expect(map('content=none')).toBeUndefined();
  expect(mapRecord({ content: 'x', a: 1 }, parseFieldMap([]), 1)).toMatchObject({
    content: 'x',
    metadata: { a: 1 },
  });
  for (const [pair, message] of [
    ['content', '"content" is no TARGET=FIELD'],
    ['content=', '"content=" is no TARGET=FIELD'],
    ['id=x', 'There is no target "id"'],
  ] as const)
    expect(() => parseFieldMap([pair])).toThrow(message);
});

test('no two ids are the same text, whatever they are made of', () => {
  const ids = [
    '12345678901234567890',
    '12345678901234567891',
    '1.5',
    '7',
    '"a"',
    'true',
    '{"$oid":"64aaaaaaaaaaaaaaaaaaaaaa"}',
    '{"$oid":1}',
    '{"a":{"$oid":"x"}}',
    '{"a":{"$oid":"y"}}',
    '["a",12345678901234567890]',
  ].map((text) => idOf(parseJsonExactly(text)));
  expect(ids.slice(0, 8)).toEqual([
    '12345678901234567890',
    '12345678901234567891',
    '1.5',
    '7',
    'a',
    'true',
    '64aaaaaaaaaaaaaaaaaaaaaa',
    '{"$oid":1}',
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const none of [undefined, null, '']) expect(idOf(none)).toBeUndefined();
});

test('a name that is too long for an external id is named by its hash', () => {
  expect(namedAfter('chroma', 'x'.repeat(249))).toBe(`chroma:${'x'.repeat(249)}`);
  expect(namedAfter('chroma', 'x'.repeat(250))).toEqual(hash('chroma'));
  expect(namedAfter('chroma', 'é'.repeat(125))).toEqual(hash('chroma'));
  expect(namedAfter('chroma', 'x'.repeat(250))).not.toBe(namedAfter('chroma', 'x'.repeat(251)));
});

test('records without an id are the same only where all that is told of them is', () => {
  const nameOf = (record: Record<string, string>) =>
    mapRecord(record, parseFieldMap(['content=text', 'createdAt=when', 'metadata.*']), 1)!.externalId;
  const names = [
    { text: 'yes' },
    { text: 'no' },
    { text: 'yes', who: 'ann' },
    { text: 'yes', who: 'bob' },
    { text: 'yes', when: '2026-01-02' },
    { text: 'yes', when: '2026-01-03' },
  ].map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(nameOf({ text: 'yes', who: 'ann' })).toBe(names[2]);
  const documents = ['ann', 'bob', 'ann'].map((who) => ({ page_content: 'yes', metadata: { who } }));
  const [ann, bob, again] = readLangChain(JSON.stringify(documents));
  expect([ann!.externalId, again!.externalId]).toEqual([hash('langchain'), ann!.externalId]);
  expect(bob!.externalId).not.toBe(ann!.externalId);
});

test.each<[name: string, read: Reader, file: string, expected: Array<object | undefined>]>([
  [
    'points with the ids of 64 bits that Qdrant has, one without text',
    readQdrant,
    '[{"id":12345678901234567890,"payload":{"text":"a"}},{"id":12345678901234567891,"payload":{"text":" "}},{"id":12345678901234567892,"payload":{"text":"c"}}]',
    [{ externalId: 'qdrant:12345678901234567890' }, undefined, { externalId: 'qdrant:12345678901234567892' }],
  ],
  [
    'documents of which one is an empty page',
    readLangChain,
    '[{"id":7,"page_content":"a"},{"page_content":""},{"pageContent":" \\n"}]',
    [{ externalId: 'langchain:7' }, undefined, undefined],
  ],
  [
    'messages that were spoken',
    readChatGpt,
    '{"mapping":{"1":{"message":{"id":"m","author":{"role":"user"},"content":{"parts":[{"content_type":"audio_transcription","text":"Tea."},{"content_type":"audio_asset_pointer"},"Now."]}}}}}',
    [{ content: 'Tea.\nNow.' }],
  ],
])('%s', (_, read, file, expected) => {
  const entries = [...read(file)];
  expect(entries).toHaveLength(expected.length);
  expected.forEach((one, i) => {
    if (one === undefined) expect(entries[i]).toBeUndefined();
    else expect(entries[i]).toMatchObject(one);
  });
});
