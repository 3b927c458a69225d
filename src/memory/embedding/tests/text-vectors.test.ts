import { expect, test } from 'vitest';
import { memoryLimits } from '../../limits.ts';
import type { Models } from '../../models.ts';
import { vectorsOf } from '../../text-vectors.ts';
import type { Embedder } from '../embedder.ts';

/** Two dimensions: how many `a` and how many `b` a passage has. Passages have three characters. */
function setUp() {
  const asked: unknown[][] = [];
  const embedder = {
    id: 'm1',
    countTokens: (text: string) => text.length,
    split: (text: string) =>
      Array.from({ length: Math.max(1, Math.ceil(text.length / 3)) }, (_, i) => ({
        start: 3 * i,
        end: 3 * i + 3,
      })),
    embed: async (texts: string[], ...rest: unknown[]) => {
      asked.push([texts, ...rest]);
      return texts.map((text) => Float32Array.of(text.split('a').length - 1, text.split('b').length - 1));
    },
  } as unknown as Embedder;
  const models = {
    configured: { id: 'm0' },
    find: async (id: string) => (id === 'm1' ? embedder : undefined),
  } as unknown as Models;
  return { asked, models };
}

const options = { tenant: 't' };

test('a long text is the mean of its passages, a short one its own vector, and a query is never split', async () => {
  const { asked, models } = setUp();
  const document = { model: 'm1', texts: ['aaabbb', 'ab', 'aaaabbbbb'], kind: 'document' as const };
  const { model, vectors, tokens } = await vectorsOf(models, document, options);
  expect([model, tokens]).toEqual(['m1', 17]);
  expect(asked).toEqual([[['aaa', 'bbb', 'ab', 'aaa', 'abb', 'bbb'], 'document', options]]);
  expect([...vectors[0]!]).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
  expect([...vectors[1]!]).toEqual([1, 1]);
  expect([...vectors[2]!]).toEqual([4, 5].map((x) => expect.closeTo(x / Math.sqrt(41), 6)));
  const query = await vectorsOf(models, { model: 'm1', texts: ['aaabbb'], kind: 'query' }, options);
  expect(asked[1]![0]).toEqual(['aaabbb']);
  expect([...query.vectors[0]!]).toEqual([3, 3]);
});

test('a model that is not here is named, not all of a long name', async () => {
  const { models } = setUp();
  const request = { model: 'x'.repeat(101), texts: ['a'], kind: 'query' as const };
  await expect(vectorsOf(models, request, options)).rejects.toMatchObject({
    code: 'validation_failed',
    details: [
      {
        path: 'model',
        code: 'unknown_model',
        message: `There is no model "${'x'.repeat(100)}" here; the configured one is "m0".`,
      },
    ],
  });
});

test.each([
  [0, false],
  [1, true],
])('%i passages more than one request may have are refused: %s', async (more, refused) => {
  const { asked, models } = setUp();
  const count = memoryLimits.passagesPerWrite + more;
  const texts = ['a'.repeat(3 * (count - 1)), 'a'];
  const made = vectorsOf(models, { model: 'm1', texts, kind: 'document' }, options);
  if (!refused) {
    expect((await made).vectors).toHaveLength(2);
    return;
  }
  await expect(made).rejects.toMatchObject({
    code: 'payload_too_large',
    details: [
      { path: 'input', code: 'too_many_passages', message: expect.stringContaining(`${count} passages`) },
    ],
  });
  expect(asked).toEqual([]);
});
