import { expect, test } from 'vitest';
import { type AskedQuestion, qualityOf } from './retrieval-quality.ts';

function asked(relevant: string[], ranked: string[], score = 0.9): AskedQuestion {
  return {
    relevant: new Set(relevant),
    hits: ranked.map((name, i) => ({ names: [`mem_${name}`, name], score: score - i / 100 })),
  };
}

test('a perfect ranking has the best of every measure, and one without the answer the worst', () => {
  expect(qualityOf([asked(['a', 'b'], ['a', 'b', 'c'])])).toEqual({
    ndcg: 1,
    recall: 1,
    first: 1,
    inFive: 1,
  });
  expect(qualityOf([asked(['a'], ['b', 'c'])])).toEqual({ ndcg: 0, recall: 0, first: 0, inFive: 0 });
  expect(qualityOf([asked(['a'], [])])).toMatchObject({ ndcg: 0, recall: 0 });
});

test('without a question that has an answer nothing is said about the ranking', () => {
  expect(qualityOf([asked([], ['a'])])).toEqual({});
});

test('an answer in a lower place counts less, and behind the tenth nothing', () => {
  const quality = qualityOf([asked(['c'], ['a', 'b', 'c'])]);
  expect(quality).toMatchObject({ first: 0, inFive: 1, recall: 1 });
  expect(quality.ndcg).toBeCloseTo(0.5);
  expect(qualityOf([asked(['k'], [...'abcdefghijk'])]).recall).toBe(0);
});

test('entries are known by their id and by the caller’s own', () => {
  expect(qualityOf([asked(['mem_a'], ['a'])]).first).toBe(1);
});

test('questions without an answer say which score tells them from the others', () => {
  const questions = [
    asked(['a'], ['a'], 0.9),
    asked(['b'], ['b'], 0.7),
    asked([], ['c'], 0.3),
    asked([], [], 0),
  ];
  expect(qualityOf(questions)).toMatchObject({ auc: 1, minScore: 0.7, first: 1 });
  expect(qualityOf([asked(['a'], ['a'], 0.3), asked([], ['c'], 0.3)]).auc).toBe(0.5);
});
