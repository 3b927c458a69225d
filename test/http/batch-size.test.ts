import { expect, test } from 'vitest';
import { call, startApp } from '../support/app.ts';

test('the results of a batch have a size together, so that no request takes all of the memory', async () => {
  const app = await startApp();
  // A word that is one passage, as long as a content may be.
  const entries = Array.from({ length: 17 }, (_, i) => ({
    content: `note ${i} ${'x'.repeat(256 * 1024 - 10)}`,
  }));
  for (const some of [entries, entries]) {
    const payload = { namespace: 'long', entries: some };
    expect(await call(app, 'POST', '/v1/memory/entries', { payload })).toMatchObject({ status: 200 });
  }
  const batch = (count: number, rest: object = {}) =>
    call<unknown[][]>(app, 'POST', '/v1/memory/search/batch', {
      payload: { searches: Array(count).fill({ namespace: 'long', query: 'note', limit: 1_000, ...rest }) },
    });
  const one = await batch(1);
  expect(one.data.map(({ length }) => length)).toEqual([34]);
  expect(await batch(32)).toMatchObject({
    status: 413,
    data: { code: 'payload_too_large', details: [{ path: 'searches', code: 'too_many_results' }] },
  });
  const fewer = await batch(32, { limit: 2 });
  expect(fewer.data.map(({ length }) => length)).toEqual(Array(32).fill(2));
});
