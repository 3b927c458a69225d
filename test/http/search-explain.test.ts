import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp } from '../support/app.ts';

interface Part {
  start: number;
  end: number;
}
interface Hit {
  id: string;
  content: string;
  score: number;
  supersededBy?: string;
  explain: {
    dense: number;
    cosine: number;
    lexical: number;
    neighbours: number;
    weight: number;
    length?: number;
    rank: number;
    coverage: number;
    relevance: number;
    position: number;
    superseded?: number;
    passage: Part;
    words: Array<Part & { text: string }>;
  };
}

const long = `${'The weather was mild and nothing of note happened. '.repeat(60)}Deployments run every Tuesday from the release branch. ${'Later the weather turned. '.repeat(60)}`;

async function startFilled(contents: string[]): Promise<App> {
  const app = await startApp();
  const payload = { namespace: 'n', entries: contents.map((content) => ({ content })) };
  await call(app, 'POST', '/v1/memory/entries', { payload });
  return app;
}

async function search(app: App, body: object): Promise<Hit[]> {
  const payload = { namespace: 'n', query: 'When do deployments run?', ...body };
  return (await call<Hit[]>(app, 'POST', '/v1/memory/search', { payload })).data;
}

test('the parts of a result make up its rank, its score and its place, and change none of them', async () => {
  const app = await startFilled([
    long,
    'Deployments run on Friday.',
    'Ada keeps bees.',
    'A run in the park.',
  ]);
  for (const mode of ['blended', 'dense', 'lexical']) {
    const plain = await search(app, { mode });
    const hits = await search(app, { mode, explain: true });
    expect(hits.map(({ explain: _, ...hit }) => hit)).toEqual(plain);
    expect(plain.every((hit) => !('explain' in hit))).toBe(true);
    for (const { explain, score } of hits) {
      const { dense = 0, lexical = 0, neighbours, weight, length = 0, rank, relevance } = explain;
      expect(weight * dense + (1 - weight) * Math.min(1, lexical + neighbours) - length).toBeCloseTo(rank, 5);
      expect(score).toBeGreaterThanOrEqual(relevance - 1e-9);
    }
    expect(hits.map(({ explain }) => explain.position)).toEqual(hits.map((_, i) => i + 1));
    expect(hits[0]!.explain).toHaveProperty(mode === 'lexical' ? 'lexical' : 'dense');
    expect('dense' in hits[0]!.explain).toBe(mode !== 'lexical');
    expect('lexical' in hits[0]!.explain).toBe(mode !== 'dense');
  }
});

test('the passage and the words of a long entry are where they are in its content', async () => {
  const app = await startFilled([long]);
  const [hit] = await search(app, { explain: true });
  const { passage, words } = hit!.explain;
  expect(long.slice(passage.start, passage.end)).toContain('Deployments run every Tuesday');
  expect(passage.end - passage.start).toBeLessThan(long.length / 2);
  expect(words.map(({ text }) => text)).toEqual(['Deployments', 'run']);
  for (const { text, start, end } of words) expect(long.slice(start, end)).toBe(text);
});

test('what a newer entry replaces says so', async () => {
  const app = await startFilled(['Ada lives in Lyon.']);
  const payload = { namespace: 'n', entries: [{ content: 'Ada moved to Paris.' }] };
  await call(app, 'POST', '/v1/memory/entries', { payload });
  const hits = await search(app, { query: 'Where does Ada live?', explain: true });
  const replaced = hits.find(({ supersededBy }) => supersededBy !== undefined);
  expect(replaced?.explain.superseded).toBe(0.9);
  expect(hits.filter((hit) => hit !== replaced).every(({ explain }) => !('superseded' in explain))).toBe(
    true,
  );
});

test('more results than can be explained are refused before anything is searched', async () => {
  const app = await startFilled(['a']);
  const refused = await call<{ details: Array<{ path: string }> }>(app, 'POST', '/v1/memory/search', {
    payload: { namespace: 'n', query: 'a', limit: 101, explain: true },
  });
  expect([refused.status, refused.data.details[0]!.path]).toEqual([400, 'limit']);
  expect(await search(app, { limit: 101 })).toHaveLength(1);
  expect(await search(app, { limit: 100, explain: true })).toHaveLength(1);
});
