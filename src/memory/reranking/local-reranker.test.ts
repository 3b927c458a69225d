import { afterAll, expect, test } from 'vitest';
import { LocalReranker } from './local-reranker.ts';
import { PairModel } from './pair-model.ts';

const options = { candidates: 50, byDefault: false, threads: 1, nativeKernels: true };
const reranker = new LocalReranker(options);
const model = await PairModel.open(1);
afterAll(async () => {
  await reranker.close();
  await model.close();
});

/** Log odds that the trained weights, rounded to 8 bits, give with activations of 32 bits (models/training/pack_reranker.py). */
const known = [
  [
    'When did Nora visit the harbour museum?',
    'Nora: I finally went to the museum at the harbour last Saturday, it was worth the queue.',
    undefined,
    6.678,
  ],
  [
    'When did Nora visit the harbour museum?',
    'Tomas: The harbour is lovely in spring, but I never go to museums.',
    undefined,
    -3.791,
  ],
  [
    'How long does Tomas practise the cello?',
    'Tomas: About two hours, every evening.',
    'Nora: And how long do you practise the cello these days?',
    7.614,
  ],
  ['How long does Tomas practise the cello?', 'Tomas: About two hours, every evening.', undefined, 4.139],
  ['How long may a refund take?', 'Refunds are paid within fourteen days of the request.', undefined, 6.436],
  ['How long may a refund take?', 'The warehouse in Gdansk opens at six.', undefined, -6.641],
] as const;

test('scores are those of the trained model, up to the rounding of activations to 8 bits', async () => {
  for (const [query, text, before, expected] of known) {
    const [score] = await model.score(model.pairs(query, [{ text, before }]));
    expect(Math.abs(score! - expected), `${query} ${text}`).toBeLessThan(0.6);
  }
});

test('a pair has the same score alone and next to others', async () => {
  const pairs = known.flatMap(([query, text, before]) => model.pairs(query, [{ text, before }]));
  const together = await model.score(pairs);
  for (const [i, pair] of pairs.entries()) expect(await model.score([pair])).toEqual([together[i]]);
});

test('an answer that the search ranks low comes before what only shares words with the question', async () => {
  const scores = await reranker.score(known[0][0], [
    { text: known[1][1] },
    { text: 'The museum shop sells postcards of the old town.' },
    { text: known[0][1] },
  ]);
  expect(scores![2]).toBeGreaterThan(Math.max(scores![0]!, scores![1]!));
  for (const score of scores!) expect(score > 0 && score < 1).toBe(true);
});

test('a short answer is recognised by the question that was asked before it', async () => {
  const [query, text, before] = known[2];
  const [alone] = (await reranker.score(query, [{ text }]))!;
  const [inContext] = (await reranker.score(query, [{ text, before }]))!;
  expect(inContext).toBeGreaterThan(alone! + 0.2);
});

test('between equal passages the order of the search decides', async () => {
  const scores = await reranker.score(
    'refund',
    Array.from({ length: 5 }, () => ({ text: 'Refunds take a week.' })),
  );
  expect(scores!.toSorted((a, b) => b - a)).toEqual(scores);
  expect(new Set(scores).size).toBe(5);
});

test('of equal passages the one with the higher score of the search is more probable, and no score is one of a half', async () => {
  const text = 'Refunds take a week.';
  const first = async (score?: number) => (await reranker.score('refund', [{ text, score }]))![0]!;
  expect(await first(0.9)).toBeGreaterThan((await first(0.5)) + 0.1);
  expect(await first(0.1)).toBeLessThan((await first(0.5)) - 0.1);
  expect(await first()).toBe(await first(0.5));
  for (const edge of [0, 1]) expect(await first(edge)).toSatisfy((p: number) => p > 0 && p < 1);
});

test('code and questions in other scripts are not its field: the order of the search stays', async () => {
  const code = {
    text: 'def total(prices):\n    return sum(p.value for p in prices.items()) / len(prices.items())',
  };
  expect(await reranker.score('python sum a list', [code, code])).toBeUndefined();
  expect(await reranker.score('сколько длится возврат?', [{ text: 'Refunds take a week.' }])).toBeUndefined();
  expect(await reranker.score('how long do refunds take?', [{ text: 'Refunds take a week.' }])).toHaveLength(
    1,
  );
});

test('whatever is asked, pairs fit the model: long texts are cut, empty ones are read', async () => {
  const long = 'harbour '.repeat(5_000);
  for (const query of ['', '\u{1f600}', long])
    for (const text of ['', '\u{1f600}', long])
      expect(
        await reranker.score(query, [
          { text, before: long },
          { text, before: '' },
        ]),
      ).toHaveLength(2);
});

test('a caller who is gone is not read for, and one more than may wait is refused', async () => {
  await expect(
    reranker.score(
      'tea',
      [{ text: 'A cup of tea cools down quickly' }],
      AbortSignal.abort(new Error('gone')),
    ),
  ).rejects.toThrow('gone');
  const flood = Array.from({ length: 4_097 }, () => ({ text: 'A cup of tea cools down quickly' }));
  await expect(reranker.score('tea', flood)).rejects.toMatchObject({ code: 'overloaded' });
  expect(await reranker.score('tea', [{ text: 'A cup of tea cools down quickly' }])).toHaveLength(1);
});
