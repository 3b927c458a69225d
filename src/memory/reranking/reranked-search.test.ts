import { expect, test } from 'vitest';
import type { EntrySearch, FoundEntry, SearchQuery } from '../entry-search.ts';
import { RerankedSearch } from './reranked-search.ts';
import type { RankedPassage, Reranker } from './reranker.ts';

function open(found: Array<Partial<FoundEntry>>, reranker?: Partial<Reranker>) {
  const asked: SearchQuery[] = [];
  const read: RankedPassage[][] = [];
  const search = {
    find: async (_tenant: string, query: SearchQuery) => {
      asked.push(query);
      return found.map((entry, i) => ({ id: `e${i}`, score: 0.5, content: 'text', ...entry }));
    },
  } as unknown as EntrySearch;
  const model = reranker && {
    candidates: 2,
    byDefault: false,
    readsBefore: true,
    score: async (_query: string, passages: readonly RankedPassage[]) => {
      read.push([...passages]);
      return passages.map((_, i) => (i + 1) / 10);
    },
    ...reranker,
  };
  const reranked = new RerankedSearch(search, model as Reranker | undefined);
  const find = (query: Partial<SearchQuery>) =>
    reranked.find('t', { query: 'q', limit: 5, ...query } as SearchQuery, {});
  return { find, asked, read };
}

test.each<[string, Partial<SearchQuery>, Partial<Reranker> | undefined, boolean]>([
  ['where it is asked for', { rerank: true }, {}, true],
  ['where it is the default', {}, { byDefault: true }, true],
  ['where the caller does not want it', { rerank: false }, { byDefault: true }, false],
  ['where nobody asks for it', {}, {}, false],
  ['where there is nothing to read but a vector', { query: '', rerank: true }, {}, false],
  ['where there is none', {}, undefined, false],
])('a search is re-ranked %s', async (_, query, reranker, isReranked) => {
  const { find, read, asked } = open([{}, {}, {}], reranker);
  await find(query);
  expect(read).toHaveLength(isReranked ? 1 : 0);
  expect(asked[0]!.limit).toBe(5);
});

test('one that is not there cannot be asked for', async () => {
  await expect(open([{}]).find({ rerank: true })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: 'rerank', code: 'not_configured' }],
  });
});

test('it reads as many results as it may, the passage that was found or the beginning, what was written before, and the score', async () => {
  const long = 'x'.repeat(20_000);
  const { find, asked, read } = open(
    [
      { content: 'abcdef', score: 0.75, range: { start: 2, end: 4 }, before: `${long}end` },
      { content: long },
      { content: 'third' },
    ],
    {},
  );
  await find({ rerank: true, limit: 1, minScore: 0.05 });
  expect(asked[0]).toMatchObject({ limit: 2, before: true, ranges: true });
  expect(asked[0]).not.toHaveProperty('minScore');
  expect(read[0]!.map(({ text, before }) => [text.length, before?.length, before?.slice(-3)])).toEqual([
    [2, 16_384, 'end'],
    [16_384, undefined, undefined],
  ]);
  expect(read[0]!.map(({ score }) => score)).toEqual([0.75, 0.5]);
});

test('results come in its order, as many as were asked for, and none below the least score', async () => {
  const found = [{ range: { start: 0, end: 1 } }, {}, { score: 0.9 }];
  const { find } = open(found, {});
  expect((await find({ rerank: true })).map(({ id, score }) => [id, score])).toEqual([
    ['e1', 0.2],
    ['e0', 0.1],
    ['e2', 0.1],
  ]);
  expect((await find({ rerank: true, limit: 2 })).map(({ id }) => id)).toEqual(['e1', 'e0']);
  expect((await find({ rerank: true, minScore: 0.1 })).map(({ id }) => id)).toEqual(['e1', 'e0', 'e2']);
  expect((await find({ rerank: true, minScore: 0.11 })).map(({ id }) => id)).toEqual(['e1']);
  // Where a passage is, and what was before it, only where that was asked for.
  expect((await find({ rerank: true }))[1]).not.toHaveProperty('range');
  expect((await find({ rerank: true, ranges: true }))[1]).toHaveProperty('range', { start: 0, end: 1 });
  expect(await open([], {}).find({ rerank: true })).toEqual([]);
});

test('what it cannot judge stays in the order of the search', async () => {
  const { find } = open([{ score: 0.9 }, { score: 0.8 }], { score: async () => undefined });
  expect((await find({ rerank: true })).map(({ score }) => score)).toEqual([0.9, 0.8]);
});
