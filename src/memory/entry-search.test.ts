import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { EntrySearch, type SearchQuery } from './entry-search.ts';
import type { SearchHit, SearchRequest } from './index/search-request.ts';
import type { Models } from './models.ts';
import type { NamespaceCache } from './namespace-cache.ts';
import type { MemoryStore, NamespaceState } from './store.ts';

const vector = Float32Array.of(1, 0);
const stateOf = (more: Partial<NamespaceState> = {}) =>
  ({ id: 1, name: 'n', model: 'm', revision: 5, stamp: 7, settings: {}, ...more }) as NamespaceState;
const entryOf = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  namespace: 'n',
  content: `content of ${id}`,
  metadata: {},
  createdAt: 1,
  updatedAt: 1,
  ...more,
});

interface Given {
  /** What the store says of the namespace, one look after another; the last one stays. */
  states?: Array<NamespaceState | undefined>;
  /** Read with the rows; the namespace as it was found where nothing is given. */
  readStates?: Array<NamespaceState | undefined>;
  hits?: SearchHit[];
  entries?: Entry[];
  ranges?: Map<string, Array<{ start: number; end: number }>>;
  version?: { revision: number; stamp: number };
  models?: string[];
}

function setUp(given: Given = {}) {
  const asked: unknown[][] = [];
  const requests: SearchRequest[] = [];
  const states = [...(given.states ?? [stateOf()])];
  const readStates = [...(given.readStates ?? [])];
  const entries = given.entries ?? [entryOf('a')];
  const store = {
    findNamespace: async () => {
      asked.push(['findNamespace']);
      return states.length > 1 ? states.shift() : states[0];
    },
    readHits: async (...args: unknown[]) => {
      asked.push(['readHits', ...args]);
      const state = readStates.length > 0 ? readStates.shift() : states[0];
      return state && { state, entries };
    },
    readEntries: async (id: number, ids: string[]) => {
      asked.push(['readEntries', id, ids]);
      return [...entries, entryOf('b0'), entryOf('gone', { expiresAt: 50 })].filter((entry) =>
        ids.includes(entry.id),
      );
    },
    readRanges: async (...args: unknown[]) => {
      asked.push(['readRanges', ...args]);
      return given.ranges ?? new Map();
    },
  } as unknown as MemoryStore;
  const models = {
    configured: { id: 'm' },
    find: async (id: string) =>
      (given.models ?? ['m', 'old']).includes(id)
        ? {
            embed: async (...args: unknown[]) => {
              asked.push(['embed', ...args]);
              return [vector];
            },
          }
        : undefined,
  } as unknown as Models;
  const index = {
    search: async (request: SearchRequest) => {
      requests.push(request);
      return given.hits ?? [{ id: 'a', score: 0.5, passage: 0 }];
    },
  };
  const version = given.version ?? { revision: 5, stamp: 7 };
  const look = (name: string) => async (_: unknown, work: (...args: unknown[]) => unknown) => {
    asked.push([name]);
    return work(index, version);
  };
  const cache = { peek: look('peek'), use: look('use') } as unknown as NamespaceCache;
  const search = new EntrySearch({ store, models, cache, clock: { now: () => 50 } });
  const find = (query: Partial<SearchQuery> = {}, options = {}) =>
    search.find('t', { namespace: 'n', query: 'q', limit: 3, ...query }, options);
  return { asked, requests, find, names: () => asked.splice(0).map(([name]) => name) };
}

test.each<[string, Partial<SearchQuery>, object]>([
  ['nothing more', {}, {}],
  [
    'a filter',
    { filter: { op: 'exists', path: ['metadata', 'a'], value: true } },
    { filter: { op: 'exists', path: ['metadata', 'a'], value: true } },
  ],
  ['a least score of 0', { minScore: 0 }, { minScore: 0 }],
  ['hidden old statements', { hideSuperseded: true }, { hideSuperseded: true }],
  ['shown old statements', { hideSuperseded: false }, {}],
  ['explanations', { explain: true }, { explain: true }],
  ['no explanations', { explain: false }, {}],
  ['what was before', { before: true }, { before: true }],
  ['nothing of before', { before: false }, {}],
])('a search with %s asks the index for it', async (_, query, more) => {
  const { find, requests } = setUp();
  await find(query);
  expect(requests).toStrictEqual([{ text: 'q', limit: 3, now: 50, mode: 'blended', vector, ...more }]);
});

test.each<[string, Given, Partial<SearchQuery>, object | string]>([
  ['by words', {}, { mode: 'lexical' }, { mode: 'lexical' }],
  ['by meaning', {}, { mode: 'dense' }, { mode: 'dense', vector }],
  ['without its model', { models: [] }, {}, { mode: 'lexical' }],
  ['by meaning without its model', { models: [] }, { mode: 'dense' }, 'embedding_unavailable'],
  ['of own vectors with none', { states: [stateOf({ model: 'own:2' })] }, {}, { mode: 'lexical' }],
  [
    'of own vectors by meaning with none',
    { states: [stateOf({ model: 'own:2' })] },
    { mode: 'dense' },
    'validation_failed',
  ],
  [
    'of own vectors with one',
    { states: [stateOf({ model: 'own:2', dims: 2 })] },
    { vector },
    { mode: 'blended', vector },
  ],
  [
    'of own vectors with one alone',
    { states: [stateOf({ model: 'own:2', dims: 2 })] },
    { vector, query: '' },
    { mode: 'dense', vector },
  ],
  [
    'of own vectors by words',
    { states: [stateOf({ model: 'own:2', dims: 2 })] },
    { vector, mode: 'lexical' },
    { mode: 'lexical' },
  ],
])('a search %s is done so', async (_, given, query, expected) => {
  const { find, requests } = setUp(given);
  if (typeof expected === 'string') await expect(find(query)).rejects.toMatchObject({ code: expected });
  else {
    await find(query);
    const { mode, vector: used } = requests[0]!;
    expect({ mode, ...(used && { vector: used }) }).toEqual(expected);
  }
});

test('the query is embedded for its tenant, and ends with its caller', async () => {
  const { asked, find } = setUp();
  const { signal } = new AbortController();
  await find({}, { signal });
  expect(asked.find(([name]) => name === 'embed')).toEqual([
    'embed',
    ['q'],
    'query',
    { tenant: 't', signal },
  ]);
  const aborted = AbortSignal.abort(new Error('left'));
  await expect(find({}, { signal: aborted })).rejects.toThrow('left');
  await expect(find({ mode: 'lexical' }, { signal: aborted })).rejects.toThrow('left');
});

test('a namespace is looked up once and then known, as long as it stays what it is', async () => {
  const { find, names } = setUp();
  await find({ mode: 'lexical' });
  expect(names()).toEqual(['findNamespace', 'peek', 'readHits']);
  await find({ mode: 'lexical' });
  expect(names()).toEqual(['peek', 'readHits']);
});

test('one that is on its way to another model is looked up each time, and so is none', async () => {
  const old = setUp({ states: [stateOf({ model: 'old' })] });
  for (let i = 0; i < 2; i++) {
    await old.find({ mode: 'lexical' });
    expect(old.names()).toEqual(['findNamespace', 'peek', 'readHits']);
  }
  const own = setUp({ states: [stateOf({ model: 'own:2', dims: 2 })] });
  await own.find({ mode: 'lexical' });
  own.names();
  await own.find({ mode: 'lexical' });
  expect(own.names()).toEqual(['peek', 'readHits']);
  const none = setUp({ states: [undefined] });
  for (let i = 0; i < 2; i++) {
    expect(await none.find()).toEqual([]);
    expect(none.names()).toEqual(['findNamespace']);
  }
});

test.each<[string, Partial<NamespaceState>]>([
  ['another with its name', { id: 2 }],
  ['the same with another model', { model: 'old' }],
])('where the rows are of %s the search begins again', async (_, change) => {
  const { find, names, requests } = setUp({ readStates: [stateOf(change), stateOf(change)] });
  expect(await find({ mode: 'lexical' })).toHaveLength(1);
  expect(names()).toEqual(['findNamespace', 'peek', 'readHits', 'peek', 'readHits']);
  expect(requests).toHaveLength(2);
});

test('where the namespace is gone with the rows nothing is found', async () => {
  const { find, names } = setUp({ readStates: [undefined] });
  expect(await find({ mode: 'lexical' })).toEqual([]);
  expect(names()).toEqual(['findNamespace', 'peek', 'readHits']);
});

test.each([
  [{ revision: 5, stamp: 7 }, []],
  [{ revision: 4, stamp: 7 }, ['use', 'readEntries']],
  [{ revision: 5, stamp: 6 }, ['use', 'readEntries']],
])('an index of the version %j is asked again if something was written since', async (version, more) => {
  const { find, names } = setUp({ version });
  expect(await find({ mode: 'lexical' })).toMatchObject([{ id: 'a', score: 0.5, passage: 0 }]);
  expect(names()).toEqual(['findNamespace', 'peek', 'readHits', ...more]);
});

test('what has expired is not found', async () => {
  const { find } = setUp({
    entries: [entryOf('a', { expiresAt: 50 }), entryOf('b', { expiresAt: 51 })],
    hits: ['a', 'b'].map((id) => ({ id, score: 1, passage: 0 })),
  });
  expect((await find()).map(({ id }) => id)).toEqual(['b']);
});

test('ranges are the stored ones of the best passage', async () => {
  const range = { start: 3, end: 9 };
  const hits = ['a', 'b', 'c'].map((id) => ({ id, score: 1, passage: 1 }));
  const given = {
    hits,
    entries: ['a', 'b', 'c'].map((id) => entryOf(id)),
    ranges: new Map([
      ['a', [{ start: 0, end: 5 }, range]],
      ['b', [range]],
    ]),
  };
  const { find, asked } = setUp(given);
  expect((await find({ ranges: true })).map((entry) => entry.range)).toEqual([range, undefined, undefined]);
  expect(asked.at(-1)).toEqual(['readRanges', 1, 'm', ['a', 'b', 'c']]);
  const without = setUp(given);
  await without.find({ ranges: false });
  expect(without.names()).not.toContain('readRanges');
});

test('an explanation says which passage it is about, the whole where it is not stored, and the words in it', async () => {
  const explain = { rank: 1, coverage: 1, relevance: 1, position: 1, words: ['tea'] };
  const content = 'green tea, black tea';
  const { find } = setUp({
    hits: [
      { id: 'a', score: 1, passage: 0, explain } as unknown as SearchHit,
      { id: 'b', score: 1, passage: 0, explain } as unknown as SearchHit,
      { id: 'c', score: 1, passage: 0, before: { id: 'b0', isAlike: true } },
    ],
    entries: ['a', 'b', 'c'].map((id) => entryOf(id, { content })),
    ranges: new Map([['a', [{ start: 10, end: 20 }]]]),
  });
  const [a, b, c] = await find({ explain: true });
  expect(a!.explain).toMatchObject({
    rank: 1,
    passage: { start: 10, end: 20 },
    words: [{ text: 'tea', start: 17, end: 20 }],
  });
  expect(b!.explain).toMatchObject({
    passage: { start: 0, end: content.length },
    words: [{ start: 6 }, { start: 17 }],
  });
  expect(c).not.toHaveProperty('explain');
  expect(c).not.toHaveProperty('before');
});

test('what was written before comes along where it belongs to the result and is still there', async () => {
  const before = (id: string, isAlike: boolean) => ({ before: { id, isAlike } });
  const given = (contents: string[]): Given => ({
    hits: [
      { id: 'a', score: 1, passage: 0, ...before('b0', true) },
      { id: 'b', score: 1, passage: 0, ...before('b0', false) },
      { id: 'c', score: 1, passage: 0, ...before('gone', true) },
      { id: 'd', score: 1, passage: 0 },
    ],
    entries: ['a', 'b', 'c', 'd'].map((id, i) => entryOf(id, { content: contents[i]! })),
  });
  const plain = setUp(given(['one', 'two', 'three', 'four']));
  expect((await plain.find({ before: true })).map((entry) => entry.before)).toEqual([
    'content of b0',
    undefined,
    undefined,
    undefined,
  ]);
  expect(plain.asked.at(-1)).toEqual(['readEntries', 1, ['b0', 'gone']]);
  const turns = setUp(given(['Ada: one', 'Bob: two', 'Ada: three', 'Bob: four']));
  expect((await turns.find({ before: true })).map((entry) => entry.before)).toEqual([
    'content of b0',
    'content of b0',
    undefined,
    undefined,
  ]);
  const none = setUp({ hits: [{ id: 'a', score: 1, passage: 0, ...before('b0', false) }] });
  expect(await none.find({ before: true })).toEqual([{ ...entryOf('a'), score: 1, passage: 0 }]);
  expect(none.names()).not.toContain('readEntries');
  const unasked = setUp(given(['one', 'two', 'three', 'four']));
  expect((await unasked.find()).map((entry) => entry.before)).toEqual(Array(4).fill(undefined));
  expect(await unasked.find().then(([first]) => first)).not.toHaveProperty('before');
});
